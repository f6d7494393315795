/** Where the cells stand that callbacks read right now. One for each program: a store that is driven from within another's callback takes the stage for that long. */
export interface Stage {
  /** The numbers of the store that runs callbacks. */
  numbers: Float64Array;
  /** The place in them of the first cell of the leaf whose callback runs. */
  at: number;
}

/** A stage on which nobody stands: cells read as undefined there. */
export function emptyStage(): Stage {
  return { numbers: new Float64Array(0), at: 0 };
}

/**
 * The view of a leaf's cells: an object whose properties read and write them in whatever row is on stage.
 *
 * There is one for each leaf of a program, however many stores there are, and each has a prototype of its own. So every view has a hidden class
 * of its own, the user's code sees one class in one leaf, and stays fast. (Objects whose accessors of one name differ cannot share a class:
 * views made for each store, or from one prototype, are several times slower.)
 */
export function cellView(names: readonly { readonly name: string }[], stage: Stage): object {
  const view = Object.create(Object.create(Object.prototype) as object) as object;
  names.forEach(({ name }, offset) => addCell(view, name, stage, offset));
  return view;
}

/**
 * The accessors are as short as can be, and take what they need from parameters, which unlike constants are never checked for being set:
 * so an engine copies them into the user's code however much it has copied there already.
 */
function addCell(view: object, name: string, stage: Stage, offset: number): void {
  const get = offset === 0 ? () => stage.numbers[stage.at] : () => stage.numbers[stage.at + offset];
  const set = offset === 0 ? (value: number) => void (stage.numbers[stage.at] = value) : (value: number) => void (stage.numbers[stage.at + offset] = value);
  Object.defineProperty(view, name, { enumerable: true, get, set });
}
