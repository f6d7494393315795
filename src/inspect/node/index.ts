import type { Crowd } from '../../brain/internal.js';
import { Hub, type InspectOptions } from '../internal.js';
import { listen, type Serving } from './server.js';

export interface ServeOptions extends InspectOptions {
  /** Default: one that is free. */
  readonly port?: number;
  /** Serves although `NODE_ENV` is `production`. */
  readonly force?: boolean;
  /** Told where the page is; default: it is printed to the standard error. */
  readonly announce?: (url: string) => void;
}

/** An inspector that is being served. */
export interface Served extends Serving {
  /** The recording that the page looks back into. */
  readonly recorder: Hub['recorder'];
}

/**
 * Shows a crowd of this Node process to a browser on the same machine, and to nobody else. The game goes on as it did; the process may end.
 * @throws Error in production, unless `force` is given
 */
export async function serve(crowd: Crowd, { port, force = false, announce = print, ...options }: ServeOptions = {}): Promise<Served> {
  if (process.env['NODE_ENV'] === 'production' && !force) throw new Error('the inspector is not served in production; serve(crowd, { force: true }) does it all the same');
  const hub = new Hub(crowd, options);
  const serving = await listen({ connect: (send, busy) => hub.connect(send, busy), ...(port !== undefined && { port }) });
  announce(serving.url);
  return {
    url: serving.url,
    recorder: hub.recorder,
    close: () => {
      hub.stop();
      serving.close();
    },
  };
}

function print(url: string): void {
  process.stderr.write(`ganglion inspector: ${url}\n`);
}
