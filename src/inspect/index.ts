export { overlay, type Overlay, type OverlayOptions } from './overlay.js';
export { recorder, type Recorder, type RecorderOptions } from './recorder.js';
export type { InspectOptions } from './hub.js';
