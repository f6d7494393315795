import { describe, expectTypeOf, it } from 'vitest';
import { codegen, failure, hsm, leaf, machine, once, parallel, repeat, running, sequence, steps, sub, success, task, until, wait, type ExitReason, type Frame, type State, type Step } from 'ganglion/hsm';
import { compileStates } from '../../src/hsm/internal.js';

interface Guard {
  health: number;
  walkTo(place: 'post' | 'gate'): void;
  arrived: boolean;
  fire(): boolean;
}
interface GoTo {
  readonly place: 'post' | 'gate';
}
interface Events {
  noise: { readonly loud: number };
  dusk: undefined;
}

/** Where a brain stands: it knows body, params and events of each step. */
declare function steer(step: Step<Guard, GoTo, Events>): void;

describe('a step where body, params and events are known', () => {
  it('is inferred inside every kind, without an annotation', () => {
    steer((guard, { place }, { post, dt, elapsed }) => {
      expectTypeOf(guard).toEqualTypeOf<Guard>();
      expectTypeOf(place).toEqualTypeOf<'post' | 'gate'>();
      expectTypeOf(dt + elapsed).toBeNumber();
      post('noise');
      return guard.fire() ? success : failure;
    });
    steer(sequence(once((guard, { place }) => guard.walkTo(place)), until((guard) => guard.arrived), wait(1)));
    steer(sequence({ steps: { go: once((guard, { place }) => guard.walkTo(place)), look: wait(1) }, loop: 'forever', history: true }));
    steer(repeat(3, parallel('any', wait(0.5), (guard) => (guard.fire() ? success : running))));
    steer(parallel('all', { walk: until((guard) => guard.arrived), rest: wait(3) }));
    steer(
      machine({
        initial: 'walk',
        states: { walk: once((guard, { place }) => guard.walkTo(place)), hide: repeat('forever', wait(1)) },
        transitions: [
          { from: 'walk', to: 'hide', event: 'noise', when: (guard, { place }) => guard.health < 1 && place === 'gate' },
          { from: ['walk', 'hide'], to: 'fail', when: (guard) => guard.health === 0, watch: ['health'] },
          { from: '*', to: 'succeed', after: 60 },
        ],
      }),
    );
    steer(
      task(async (guard, { place }, signal) => {
        guard.walkTo(place);
        expectTypeOf(signal.aborted).toBeBoolean();
        await fetch('map', { signal });
      }),
    );
    steer(
      leaf({
        cells: { shots: 0 },
        enter: (guard, { place }) => guard.walkTo(place),
        drive: (guard, _params, { cells }) => {
          expectTypeOf(cells).toEqualTypeOf<{ shots: number }>();
          return guard.fire() && ++cells.shots > 2 ? success : running;
        },
        exit: (guard, _params, why) => {
          expectTypeOf(why).toEqualTypeOf<ExitReason>();
          return why !== 'success' && guard.fire();
        },
      }),
    );
  });

  it('refuses what is not there', () => {
    // @ts-expect-error body method misspelt
    steer((guard) => (guard.fir() ? success : failure));
    // @ts-expect-error param misspelt
    steer(once((guard, { plce }) => guard.walkTo(plce)));
    // @ts-expect-error deep in a sequence
    steer(sequence(wait(1), once((guard) => guard.walkTo('mill'))));
    // @ts-expect-error no status
    steer((guard) => guard.fire());
    // @ts-expect-error unknown event posted
    steer((_guard, _params, frame) => (frame.post('nois'), running));
    // @ts-expect-error unknown cell
    steer(leaf({ cells: { shots: 0 }, drive: (_guard, _params, { cells }) => (cells.shoots > 0 ? success : running) }));
    // @ts-expect-error a cell is a number
    steer(leaf({ cells: { shots: 'many' }, drive: () => running }));
    // @ts-expect-error unknown state
    steer(machine({ states: { walk: wait(1), rest: wait(1) }, transitions: [{ from: 'walk', to: 'rst', after: 1 }] }));
    // @ts-expect-error unknown event
    steer(machine({ states: { walk: wait(1), rest: wait(1) }, transitions: [{ from: 'walk', to: 'rest', event: 'nois' }] }));
    // @ts-expect-error unknown first state
    steer(machine({ initial: 'wlk', states: { walk: wait(1) } }));
    // @ts-expect-error a guard answers true or false
    steer(machine({ states: { walk: wait(1), rest: wait(1) }, transitions: [{ from: 'walk', to: 'rest', when: () => 'yes' }] }));
    // @ts-expect-error all or any
    steer(parallel('some', wait(1)));
    // @ts-expect-error forever or a number
    steer(repeat('often', wait(1)));
    // @ts-expect-error a state for another body
    steer(once((_smith: { readonly hammer: string }) => {}));
  });
});

describe('a structure alone', () => {
  it('takes its body from the first annotation', () => {
    const structure = hsm(machine({ states: { fight: (guard: Guard) => (guard.fire() ? success : running), rest: wait(1) }, transitions: [{ from: 'fight', to: 'rest', when: (guard) => guard.health < 0.2 }] }));
    const store = structure.store(10);
    expectTypeOf(store.spawn).parameter(0).toEqualTypeOf<Guard>();
    // @ts-expect-error not a guard
    store.spawn({ hammer: 'big' });
    // @ts-expect-error ids are numbers
    store.despawn('first');
    // @ts-expect-error unknown policy
    store.restore(1, {}, 'closest');
  });

  it('takes a maker of functions, and nothing else, as codegen', () => {
    const fight = (guard: Guard) => (guard.fire() ? success : running);
    hsm(fight, {
      codegen: codegen((parameters, text) => {
        expectTypeOf(parameters).toEqualTypeOf<readonly string[]>();
        expectTypeOf(text).toBeString();
        // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the library makes no functions from text; here its user does
        return new Function(...parameters, text);
      }),
    });
    compileStates({ fight }, { codegen: codegen(() => fight) });
    // @ts-expect-error a switch is not enough: the package has no way to make functions
    hsm(fight, { codegen: true });
    // @ts-expect-error it must return the function
    codegen((_parameters, text) => text);
    // @ts-expect-error structures are compiled at once, so nothing can be awaited
    codegen(async (parameters, text) => import(`${parameters.join()}${text}`) as Promise<() => void>);
    // @ts-expect-error the parameters are a list of names
    codegen((parameters: string, text: string) => () => parameters + text);
  });

  it('can be built into another one for the same body', () => {
    const fight = hsm((guard: Guard) => (guard.fire() ? success : running));
    expectTypeOf(sub(fight)).toExtend<State<Guard>>();
    hsm<Guard>(sequence(sub(fight), wait(1)));
  });

  it('hands each action of a step list its own params', () => {
    hsm(
      steps<Guard, { goTo: GoTo; wait: { readonly seconds: number } }>({
        actions: {
          goTo: once((guard, { place }) => guard.walkTo(place)),
          wait: (_guard, { seconds }, { elapsed }) => (elapsed < seconds ? running : success),
        },
        precheck: (guard, action) => action === 'wait' || guard.health > 0,
      }),
    );
    // @ts-expect-error an action without its state
    steps<Guard, { goTo: GoTo; eat: undefined }>({ actions: { goTo: wait(1) } });
  });

  it('has frames that are typed by their cells', () => {
    expectTypeOf<Frame<Events, { shots: number }>['cells']>().toEqualTypeOf<{ shots: number }>();
    expectTypeOf<Frame<Events>['post']>().parameter(0).toEqualTypeOf<'noise' | 'dusk'>();
    // Without events the compiler's error is a sentence, not "never".
    expectTypeOf<Frame<{}>['post']>().parameter(0).toEqualTypeOf<'no events are declared here: a brain hears those that its perceive names under events'>();
    expectTypeOf<Frame['post']>().parameter(0).toEqualTypeOf<string>();
  });
});
