/**
 * npm run docs:errors               writes docs/errors.md from the sources: every code, what is said, what to do, where it is said
 * npm run docs:errors -- --check    fails when the page is behind the sources
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { hasFile, inRoot, stop } from './paths.js';
import { spokenSources } from './speech/plugin.js';
import { type Sentence, sentencesOf } from './speech/sentences.js';
import { Speakers } from './speech/speakers.js';

const page = 'docs/errors.md';
const byCode = new Map<string, Sentence[]>();
for (const sentence of sentencesOf(new Speakers(spokenSources()))) {
  const others = byCode.get(sentence.code) ?? [];
  const same = others.find((each) => each.sentence === sentence.sentence && each.hint === sentence.hint && each.path === sentence.path);
  if (same === undefined) byCode.set(sentence.code, [...others, sentence]);
}
const codes = [...byCode.keys()].sort();
const text = `# Errors

Made from the sources by \`npm run docs:errors\`; edit those, not this page.

Everything this library throws is a \`Problem\`: recognise one with \`isProblem(error)\`. It has a \`code\` that stays (the headings below), a \`path\` to the place in what you wrote or handed in, \`line\` and \`column\` where that was text, and a message: what is wrong, then what to do. What changes from case to case stands in braces here.

With the condition \`production\`, which bundlers set for a release, the sentences are left out: look the code up here. \`problem.values\` holds what the sentence would have named, in its order.

${codes.map((code) => `[${code}](#${code})`).join(' · ')}

${codes.map(section).join('\n\n')}
`;

if (process.argv.includes('--check')) {
  if (!hasFile(page) || readFileSync(inRoot(page), 'utf8') !== text) stop(`${page} is behind the sources: npm run docs:errors`, 1);
} else writeFileSync(inRoot(page), text);

function section(code: string): string {
  return `## ${code}\n\n${byCode.get(code)!.map(entry).join('\n')}`;
}

function entry({ sentence, hint, path }: Sentence): string {
  return `- ${escaped(sentence)}${hint === '' ? '' : `. **What to do:** ${escaped(hint)}`} · \`${path.slice('src/'.length)}\``;
}

function escaped(words: string): string {
  return words.replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_').replaceAll('[', '\\[').replaceAll('\n', ' ');
}
