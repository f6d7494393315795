import { useEffect } from 'preact/hooks';
import { Actions } from './actions.js';
import { Breaks } from './breaks.js';
import { Chain } from './chain.js';
import { Curves } from './curves.js';
import { Facts } from './facts.js';
import { openFile } from './link.js';
import { Log } from './log.js';
import { Minds } from './minds.js';
import { Plan } from './plan.js';
import { Scores } from './scores.js';
import { Search } from './search.js';
import { States } from './states.js';
import { at, backToNow, control, fileName, mode, problem, records, seek, select, selected, send, shown, status, viewing } from './store.js';
import { Timeline } from './timeline.js';
import { Tree } from './tree.js';

export function App() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (mode.value === 'empty') return <Drop />;
  return (
    <div class="app" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Header />
      <Minds />
      <main>
        <Chain />
        <div class="grid">
          <div class="col">
            <Scores />
            <Plan />
            <Curves />
            <Search />
          </div>
          <div class="col">
            <Tree />
            <States />
            <Actions />
          </div>
          <div class="col">
            <Facts />
            <Breaks />
            <Log />
          </div>
        </div>
      </main>
      <Timeline />
    </div>
  );
}

function drop(event: DragEvent): void {
  event.preventDefault();
  void openFile(event.dataTransfer?.files[0]);
}

function Drop() {
  return (
    <main class="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <h1>Ganglion inspector</h1>
      <p>Drop a recording here (a file that ends with .ganglion.json or .ganglion.json.gz), or choose one:</p>
      <input type="file" aria-label="a recording" accept=".json,.gz" onChange={(event) => void openFile(event.currentTarget.files?.[0])} />
      {problem.value !== '' && <p role="alert" class="alert">{problem.value}</p>}
    </main>
  );
}

function Header() {
  const { tick, time, size, paused, searches, hit } = status.value;
  const where = { empty: '', connecting: 'connecting', live: 'live', lost: 'the game is gone', file: fileName.value }[mode.value];
  return (
    <header>
      <h1>Ganglion</h1>
      <span class={`mark ${mode.value}`} role="status">{where}</span>
      <span class="mono">tick {at.value}{viewing.value !== undefined && ` of ${tick}`}</span>
      <span class="mono dim">{time.toFixed(1)} s</span>
      {control.value && mode.value === 'live' && (
        <span class="buttons">
          <button onClick={() => send({ kind: paused ? 'resume' : 'pause' })} title="space">{paused ? 'go on' : 'pause'}</button>
          <button onClick={() => send({ kind: 'step' })} title=".">one tick</button>
        </span>
      )}
      {mode.value === 'live' && <button onClick={() => send({ kind: 'record' })}>save recording</button>}
      {viewing.value !== undefined && mode.value === 'live' && <button class="past" onClick={backToNow} title="Escape">looking back: return to now</button>}
      {hit !== undefined && <span class="alert" role="alert">stopped: {hit}</span>}
      {problem.value !== '' && <button class="alert" onClick={() => (problem.value = '')}>{problem.value} ×</button>}
      <span class="grow" />
      <span class="dim mono">{size} minds{searches > 0 && `, ${searches} searches wait`}</span>
    </header>
  );
}

/** Keys: space, . / [ ] arrows Escape. Fields keep their own. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)) {
    if (event.key === 'Escape') target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act: Record<string, () => void> = {
    ' ': () => send({ kind: status.value.paused ? 'resume' : 'pause' }),
    '.': () => send({ kind: 'step' }),
    '/': () => document.getElementById('filter')?.focus(),
    Escape: backToNow,
    ArrowLeft: () => seek(at.value - (event.shiftKey ? 100 : 10)),
    ArrowRight: () => seek(at.value + (event.shiftKey ? 100 : 10)),
    '[': () => seek(records.value.findLast(({ tick }) => tick < at.value)?.tick ?? at.value),
    ']': () => seek(records.value.find(({ tick }) => tick > at.value)?.tick ?? at.value),
    ArrowUp: () => move(-1),
    ArrowDown: () => move(1),
  };
  const chosen = act[event.key];
  if (chosen === undefined || (target.tagName === 'BUTTON' && event.key === ' ')) return;
  event.preventDefault();
  chosen();
}

function move(by: number): void {
  const list = shown.value;
  const now = list.findIndex(({ id }) => id === selected.value);
  const next = list[Math.max(0, Math.min(list.length - 1, now + by))];
  if (next !== undefined) select(next.id);
}
