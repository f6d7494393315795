import { checkKeys, describe, plainObject, Problem } from '../core/internal.js';
import type { TargetFields } from './compiled.js';
import type { PerTarget, TargetOption } from './options.js';
import { keyOf } from './target-keys.js';
import { listTargets } from './target-list.js';
import type { Targeting } from './targeting.js';
import { Targets } from './targets.js';

const targeting: Targeting = {
  read(definition, path, keys) {
    const { targets, option } = definition;
    if (typeof targets !== 'function') throw new Problem('not-a-function', `perTarget needs a function that lists the targets, not ${describe(targets)}`, { path: `${path}.targets` });
    const full = plainObject(option, path, '{ considerations, ... } for each target');
    checkKeys(full, [...keys, 'key', 'params', 'bind', 'still'], path);
    const own = (name: string): ((...args: readonly unknown[]) => unknown) | null => {
      const value = full[name];
      if (value === undefined) return null;
      if (typeof value === 'function') return value as () => unknown;
      throw new Problem('not-a-function', `${path}.${name} must be a function of the target, not ${describe(value)}`, { path: `${path}.${name}` });
    };
    const fields: TargetFields = { targets: targets as TargetFields['targets'], key: own('key'), params: own('params'), bind: own('bind'), still: own('still') };
    return { option: full, fields };
  },
  // The target that has cooled longest is forgotten for a newer one.
  cooldownCells: 4,
  side: (parts) => new Targets(parts),
  list: listTargets,
  keyOf,
};

/**
 * An option that is scored once for each target: "attack that one", "repair this one". The best (option, target) pair wins,
 * and momentum, commitment and cooldown are kept by pair, so changing the target is a change of mind.
 *
 * @param targets the targets of now, e.g. `(guard) => guard.visibleFoes`; an array is read without allocating
 */
export function perTarget<Body, Facts, Target, Params = {}>(
  targets: (body: Body, facts: Facts) => Iterable<Target>,
  option: TargetOption<Body, Facts, NoInfer<Target>, Params> & ({} extends NoInfer<Params> ? unknown : { readonly params: unknown }),
): PerTarget<Body, Facts, Params> {
  return Object.freeze({ '~perTarget': targeting, targets, option } as unknown as PerTarget<Body, Facts, Params>);
}
