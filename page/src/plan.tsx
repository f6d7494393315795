import { Panel } from './panel.js';
import { brain, moment, told } from './store.js';
import { colour, num } from './words.js';

/** The steps to the goal, what each costs, and which is at hand. */
export function Plan() {
  const plan = moment.value?.plan;
  const described = brain.value;
  const reasons = told.value;
  return (
    <Panel name="plan" title="How" beside={plan === undefined ? '' : `cost ${num(plan.cost)}, ${plan.from === 'policy' ? 'from the policy table' : 'by search'}; ${plan.because}`}>
      {plan === undefined ? <p class="dim text">{reasons?.noPlan ?? 'There is no plan at this moment.'}</p> : (
        <ol class="steps">
          {plan.steps.map((text, at) => {
            const [, name = text, params = ''] = /^(.*?)(\(.*\))?$/.exec(text) ?? [];
            const action = described?.actions[described.steps.find((each) => each.text === text)?.action ?? -1];
            const when = at < plan.at ? 'done' : at === plan.at ? 'now' : 'next';
            return (
              <li key={at} class={when} aria-current={when === 'now' ? 'step' : undefined}>
                {when === 'done' && <span aria-label="done">✓</span>}
                {when === 'now' && <span aria-label="at hand">▶</span>}
                <b>{name}</b>{params !== '' && <span class="dim">{params.slice(1, -1)}</span>}
                <span class="cost mono" title={action?.ownCost === true ? 'its cost looks at the body' : 'cost'}>{action === undefined ? '' : action.ownCost ? 'own' : typeof action.cost === 'number' ? num(action.cost) : 'varies'}</span>
              </li>
            );
          })}
          <li class="goal" style={{ borderColor: colour(plan.goal) }}>{plan.goal}</li>
        </ol>
      )}
      {reasons !== undefined && [...reasons.aside.map((text) => `set aside: ${text}`), ...reasons.leftOut.map((text) => `left out: ${text}`)].map((text) => <p key={text} class="warn">{text}</p>)}
      {reasons?.errors.map((text) => <p key={text} class="alert">{text}</p>)}
    </Panel>
  );
}
