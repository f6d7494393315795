/**
 * npm run docs:api               writes docs/api/<entry>.md from the built declarations and their docstrings
 * npm run docs:api -- --check    fails when a public name has no docstring, and says when the pages are behind the sources
 *
 * tsc writes declarations in a regular form: every statement starts in the first column, its docstring right above it.
 * That is all the parser this needs.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { builtAs, entries, type Entry, specifier } from './layers.js';
import { hasFile, inRoot, stop } from './paths.js';

interface Declared {
  readonly name: string;
  readonly kind: string;
  /** Docstring without its stars; empty when there is none. */
  readonly about: string;
  readonly code: string;
}

/** A name that an index hands on, and where it is declared. */
interface Exported {
  readonly name: string;
  readonly original: string;
  readonly file: string;
}

if (!hasFile('dist/esm/index.d.ts')) stop('nothing is built: npm run build');
const madeBy = 'Made from the docstrings by `npm run docs:api`; edit those, not this page.';
const undocumented: string[] = [];
const written = new Map<string, string>();
for (const entry of entries) written.set(specifier(entry), page(entry));

const files = new Map([['README.md', contents()], ...[...written].map(([name, text]): [string, string] => [fileFor(name), text])]);

if (process.argv.includes('--check')) {
  const behind = [...files].filter(([file, text]) => !hasFile(`docs/api/${file}`) || readFileSync(inRoot(`docs/api/${file}`), 'utf8') !== text).map(([file]) => file);
  if (behind.length > 0) process.stdout.write(`behind the sources: ${behind.join(', ')}; npm run docs:api\n`);
  if (undocumented.length > 0) stop(`without a docstring: ${undocumented.join(', ')}`, 1);
} else {
  rmSync(inRoot('docs/api'), { recursive: true, force: true });
  mkdirSync(inRoot('docs/api'), { recursive: true });
  for (const [file, text] of files) writeFileSync(inRoot(`docs/api/${file}`), text);
}

/** The page of one layer: functions first, then classes, values and types, each group in the order of the index. */
function page(of: Entry): string {
  const found = exportsOf(`dist/esm/${builtAs(of)}.d.ts`).map(declared);
  for (const { name, about } of found) if (about === '') undocumented.push(`${specifier(of)}: ${name}`);
  const groups: readonly [title: string, kinds: readonly string[]][] = [['Functions', ['function']], ['Classes', ['class']], ['Values', ['const']], ['Types', ['interface', 'type']], ['From elsewhere', ['outside']]];
  const sections = groups.flatMap(([title, kinds]) => {
    const members = found.filter(({ kind }) => kinds.includes(kind));
    return members.length === 0 ? [] : [`## ${title}`, ...members.map(entry)];
  });
  return `# ${specifier(of)}\n\n${[madeBy, ...sections].join('\n\n')}\n`;
}

function declared(each: Exported): Declared {
  if (each.original === '*') return shelf(each);
  const overloads = declarations(each.file).filter(({ name }) => name === each.original);
  if (overloads.length > 0) {
    return { ...overloads[0]!, name: each.name, code: overloads.map(({ code }) => code).join('\n'), about: overloads.find(({ about }) => about !== '')?.about ?? '' };
  }
  const from = origin(each);
  if (from.startsWith('.')) return declared({ ...each, file: fileOf(each.file, from) });
  return { name: each.name, kind: 'outside', about: `As in ${from}.`, code: `export { ${each.original} } from '${from}';` };
}

/** `export * as curves`: what stands on it, one line each. */
function shelf({ name, file }: Exported): Declared {
  const members = isIndex(file) ? exportsOf(file).map(declared) : declarations(file).filter(({ code }) => !code.startsWith('interface') && !code.startsWith('type'));
  const shown = members.filter(({ kind }) => kind === 'function' || kind === 'const');
  return { name, kind: 'const', about: `Each is dropped by a bundler unless it is used: \`${name}.${shown[0]?.name ?? ''}\` and so on.`, code: shown.map(({ code, about }) => `/** ${about.split('\n')[0]!} */\n${code}`).join('\n') };
}

function entry({ name, about, code }: Declared): string {
  return `### ${name}\n\n${about === '' ? '' : `${about}\n\n`}\`\`\`typescript\n${code}\n\`\`\``;
}

function contents(): string {
  const rows = [...written].map(([name, text]) => `| [${name}](${fileFor(name)}) | ${[...text.matchAll(/^### (.*)$/gm)].map((match) => `\`${match[1]!}\``).join(' ')} |`);
  return `# API reference\n\n${madeBy}\n\n| subpath | names |\n|---|---|\n${rows.join('\n')}\n`;
}

/** `ganglion/inspect/node` has the page `inspect-node.md`. */
function fileFor(name: string): string {
  return `${name === 'ganglion' ? name : name.slice('ganglion/'.length).replaceAll('/', '-')}.md`;
}

/** The declaration file that an import in `file` names. */
function fileOf(file: string, specifier: string): string {
  return normalize(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
}

/** Everything an index hands on. Indexes here only name things: `export { a, type B } from './file.js'`. */
function exportsOf(index: string): Exported[] {
  const text = readFileSync(inRoot(index), 'utf8');
  const shelves = [...text.matchAll(/^export \* as (\w+) from '([^']+)';/gm)].map((match) => ({ name: match[1]!, original: '*', file: fileOf(index, match[2]!) }));
  return [...shelves, ...[...text.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)';/gm)].flatMap((match) => {
    const file = fileOf(index, match[3]!);
    return match[2]!.split(',').filter((part) => part.trim() !== '').map((part) => {
      const [original = '', name = original] = part.trim().replace(/^type /, '').split(' as ');
      return isIndex(file) ? { ...exportsOf(file).find((each) => each.name === original)!, name } : { name, original, file };
    });
  })];
}

/** Where a name comes from that a file only hands on: another file of ours, or a package. */
function origin({ file, original }: Exported): string {
  const imports = [...readFileSync(inRoot(file), 'utf8').matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)';/gm)];
  const found = imports.find((match) => match[1]!.split(',').some((part) => part.trim().replace(/^type /, '') === original));
  return found?.[2] ?? stop(`${file} does not declare ${original}`, 1);
}

function isIndex(file: string): boolean {
  return /\/(index|internal)\.d\.ts$/.test(file);
}

/** Every statement of a declaration file with the docstring above it. */
function declarations(file: string): Declared[] {
  const found: Declared[] = [];
  let about: string[] = [];
  let code: string[] = [];
  const close = (): void => {
    const text = code.join('\n');
    const head = /^(?:export )?(?:declare )?(?:abstract )?(function|class|const|interface|type) (\w+)/.exec(text);
    if (head) found.push({ kind: head[1]!, name: head[2]!, about: prose(about), code: text.replace(/^export (declare )?/, '') });
    about = [];
    code = [];
  };
  for (const line of readFileSync(inRoot(file), 'utf8').split('\n')) {
    const comment = /^\/\*\*|^ \*/.test(line);
    if (line.startsWith('/**') || (!comment && /^\w/.test(line) && code.length > 0)) close();
    if (comment) about.push(line);
    else if (line !== '' && !line.startsWith('//#')) code.push(line);
  }
  close();
  return found;
}

/** A docstring as Markdown: stars gone, links as code, tags as list entries. */
function prose(comment: readonly string[]): string {
  return comment
    .join('\n')
    .replace(/^\/\*\*[ ]?|\s*\*\/$/g, '')
    .replace(/^ \* ?/gm, '')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/[ \n]@throws (Problem )?/g, '\n- **throws** $1')
    .replace(/^@param (\w+)/gm, '- **$1**')
    .replace(/^@returns /gm, '- **returns** ')
    .trim();
}
