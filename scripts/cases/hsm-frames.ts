/** Comparing saved frames with the shorter ones that case files write down. */

/** A frame of either form: ours (`SavedFrame`), or a case file's. */
export interface AnyFrame {
  readonly n?: string;
  readonly s?: number;
  readonly t?: number;
  readonly p?: number;
  readonly k?: AnyFrame | null;
  readonly kids?: readonly (AnyFrame | null)[];
  readonly r?: unknown;
  readonly cells?: { readonly p?: number };
}

interface Shape {
  readonly id: string;
  readonly kind: string;
  readonly kids?: readonly Shape[];
  readonly tree?: Shape;
}

/** Throws unless `got` (ours) has everything that `wanted` (a case file's) says; `tree` is the case's structure. */
export function compareFrame(got: AnyFrame | null, wanted: AnyFrame | null, tree: Shape, path = 'continuation'): void {
  if (wanted === null || got === null) {
    if (wanted !== got) throw new Error(`${path} is ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
    return;
  }
  const check = (what: string, ours: unknown, theirs: unknown): void => {
    if (theirs !== undefined && JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(`${path}.${what} is ${JSON.stringify(ours)}, expected ${JSON.stringify(theirs)}`);
  };
  const kids = tree.kids ?? [];
  check('n', plain(got.n), wanted.n);
  check('s', tree.kind === 'plan' ? got.s : kids.findIndex((kid) => kid.id === plain(got.k?.n)), wanted.s);
  // Our clocks stand at 0 in the tick of the enter; the case files count that tick as one.
  check('t', got.t === undefined ? undefined : got.t + 1, wanted.t);
  check('p', got.cells?.p, wanted.p);
  if (wanted.r !== undefined) {
    const results = got.kids?.map((kid) => ({ success: 'S', failure: 'F' })[String(kid?.r)] ?? 'R');
    const nulls = results?.map((letter) => (letter === 'R' ? null : letter));
    if (JSON.stringify(nulls) !== JSON.stringify(wanted.r)) check('r', results, wanted.r);
  }
  if (wanted.k !== undefined) compareFrame(got.k ?? null, wanted.k, below(tree, wanted.k), `${path}.k`);
  const still = got.kids?.filter((kid) => kid?.r === undefined) ?? [];
  wanted.kids?.forEach((kid, index) => {
    if (kid !== null) compareFrame(still.find((each) => plain(each?.n) === kid.n) ?? null, kid, below(tree, kid), `${path}.kids[${index}]`);
  });
}

/** The ways in which case files may write the active path of a frame: below a parallel there is a list of paths. */
export function pathShapes(frame: AnyFrame | null): readonly unknown[] {
  return [path(frame, 'nested'), path(frame, 'spread'), fullPaths(frame)];
}

export function compareNested(what: string, shapes: readonly unknown[], wanted: unknown): void {
  const text = JSON.stringify(wanted);
  if (!shapes.some((shape) => JSON.stringify(shape) === text)) throw new Error(`${what} is ${JSON.stringify(shapes[0])}, expected ${text}`);
}

function path(frame: AnyFrame | null, form: 'nested' | 'spread'): unknown[] {
  if (frame === null || frame.n === undefined || frame.r !== undefined) return [];
  if (frame.k) return [plain(frame.n), ...path(frame.k, form)];
  if (frame.kids === undefined) return [plain(frame.n)];
  const below = frame.kids.filter((kid) => kid?.r === undefined).map((kid) => path(kid, form));
  return form === 'nested' ? [plain(frame.n), below] : [plain(frame.n), ...below];
}

function fullPaths(frame: AnyFrame | null): string[][] {
  if (frame === null || frame.n === undefined || frame.r !== undefined) return [];
  const below = frame.k ? fullPaths(frame.k) : (frame.kids ?? []).flatMap(fullPaths);
  return below.length === 0 ? [[plain(frame.n)!]] : below.map((each) => [plain(frame.n)!, ...each]);
}

/** The case's structure for a child frame. A plan's steps are not in the tree: they are leaves. */
function below(tree: Shape, frame: AnyFrame | null): Shape {
  const found = (tree.kids ?? []).find((kid) => kid.id === frame?.n);
  return found?.kind === 'sub' ? found.tree! : (found ?? { id: frame?.n ?? '', kind: 'leaf' });
}

function plain(name: string | undefined): string | undefined {
  return name?.replace(/^#/, '');
}
