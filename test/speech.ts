/** False where the suite runs on sources without sentences (`npm run test:production`): what looks for words inside other words asks this first. */
export const spoken: boolean = process.env['GANGLION_SPEECH'] !== 'production';
