/** Where a store stands: its numbers, and where those of the entity that is being worked on begin. */
export interface NumberRow {
  readonly numbers: Float64Array;
  readonly base: number;
}

/** Which store runs callbacks right now. One for each program: a store that is driven from within another's callback takes the stage for that long. */
export interface Stage {
  row: NumberRow;
}

/** A stage on which nobody stands: cells read as undefined there. */
export function emptyStage(): Stage {
  return { row: { numbers: new Float64Array(0), base: 0 } };
}

/**
 * The view of a leaf's cells: an object whose properties read and write them in whatever row is on stage; `first` is their place in the row.
 *
 * There is one for each leaf of a program, however many stores there are, and each has a prototype of its own. So every view has a hidden class
 * of its own, the user's code sees one class in one leaf, and stays fast. (Objects whose accessors of one name differ cannot share a class:
 * views made for each store, or from one prototype, are several times slower.)
 */
export function cellView(names: readonly { readonly name: string }[], first: number, stage: Stage): object {
  const view = Object.create(Object.create(Object.prototype) as object) as object;
  names.forEach(({ name }, offset) => {
    const place = first + offset;
    Object.defineProperty(view, name, {
      enumerable: true,
      get: () => {
        const { row } = stage;
        return row.numbers[row.base + place];
      },
      set: (value: number) => {
        const { row } = stage;
        row.numbers[row.base + place] = value;
      },
    });
  });
  return view;
}
