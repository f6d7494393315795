import { readRun } from '../../src/inspect/run-file.js';
import { Unpacker, type Down, type Up } from '../../src/inspect/protocol.js';
import { connected, hear, mode, openRun, problem } from './store.js';

/** However the page was opened: in a frame over a game, by a server with a token, or from disk. */
export async function begin(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (given.has('port')) byPort();
  else if (token !== null && given.has('recording')) await byRecording(token);
  else if (token !== null) await byStream(token);
}

export async function openFile(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  await open(new Uint8Array(await file.arrayBuffer()), file.name);
}

async function open(bytes: Uint8Array, name: string): Promise<void> {
  try {
    openRun(await readRun(bytes), name);
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
}

/** In a frame: the game hands in one end of a line. */
function byPort(): void {
  mode.value = 'connecting';
  addEventListener('message', ({ data, ports, source }) => {
    if (source !== parent || data !== 'ganglion.inspect.port') return;
    const [port] = ports;
    if (port === undefined) return;
    connected((message: Up) => port.postMessage(message));
    port.addEventListener('message', (event: MessageEvent<Down>) => hear(event.data));
    port.start();
  });
  parent.postMessage('ganglion.inspect.ready', '*');
}

function headers(token: string, page: string): Record<string, string> {
  return { Authorization: `Bearer ${token}`, 'X-Ganglion-Page': page };
}

async function byRecording(token: string): Promise<void> {
  const answer = await fetch('/recording', { method: 'POST', headers: headers(token, '') });
  await open(new Uint8Array(await answer.arrayBuffer()), 'recording');
}

async function byStream(token: string): Promise<void> {
  mode.value = 'connecting';
  const page = String(crypto.getRandomValues(new Uint32Array(2)).join('-'));
  try {
    const answer = await fetch('/stream', { method: 'POST', headers: headers(token, page) });
    if (!answer.ok || answer.body === null) throw new Error(`the game answered ${answer.status}`);
    connected((message: Up) => void fetch('/send', { method: 'POST', headers: headers(token, page), body: JSON.stringify(message) }));
    const reader = answer.body.getReader();
    const unpacker = new Unpacker();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const message of unpacker.push(value)) hear(message);
    }
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
  mode.value = 'lost';
}
