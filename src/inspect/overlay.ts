import type { Crowd } from '../brain/internal.js';
import { Hub, type InspectOptions } from './hub.js';
import type { Up } from './protocol.js';

/** How the inspector lies over a game in a page. */
export interface OverlayOptions extends InspectOptions {
  /** Where the page lies, on the game's own origin; default: beside this module, where bundlers put it. */
  readonly page?: string | URL;
  /** The key that shows and hides it; default `F9`. */
  readonly key?: string;
  /** Shown from the start; default false. */
  readonly open?: boolean;
}

/** The inspector over a game in a browser: a frame of its own, and a line to it that nobody else has. No server. */
export interface Overlay {
  readonly isOpen: boolean;
  show(): void;
  hide(): void;
  /** Takes everything away, the recording too. */
  remove(): void;
}

/** Adds the inspector to a page; F9 shows it. */
export function overlay(crowd: Crowd, options: OverlayOptions = {}): Overlay {
  const { page = new URL('./page.html', import.meta.url), key = 'F9', open = false, ...rest } = options;
  const hub = new Hub(crowd, rest);
  const frame = document.createElement('iframe');
  frame.title = 'Ganglion inspector';
  frame.src = `${String(page)}#port`;
  frame.style.cssText = 'position:fixed;inset:0 0 0 auto;width:min(78vw,1400px);height:100vh;border:0;z-index:2147483000;box-shadow:0 0 40px #0008';
  let close: (() => void) | undefined;
  const onMessage = (event: MessageLike): void => {
    if (event.source !== frame.contentWindow || event.data !== 'ganglion.inspect.ready') return;
    close?.();
    const { port1, port2 } = new MessageChannel();
    const link = hub.connect((message) => port1.postMessage(message));
    port1.addEventListener('message', ({ data }) => link.receive(data as Up));
    port1.start();
    close = () => {
      link.close();
      port1.close();
    };
    frame.contentWindow!.postMessage('ganglion.inspect.port', event.origin === 'null' ? '*' : event.origin, [port2]);
  };
  const hide = (): void => {
    close?.();
    close = undefined;
    frame.remove();
  };
  const show = (): void => {
    document.body.append(frame);
  };
  const onKey = (event: KeyLike): void => {
    if (event.key !== key) return;
    event.preventDefault();
    if (frame.isConnected) hide();
    else show();
  };
  addEventListener('message', onMessage);
  addEventListener('keydown', onKey);
  if (open) show();
  return {
    get isOpen() {
      return frame.isConnected;
    },
    show,
    hide,
    remove: () => {
      hide();
      hub.stop();
      removeEventListener('message', onMessage);
      removeEventListener('keydown', onKey);
    },
  };
}

// As much of a browser as is used; the package is built without its types.
interface FrameWindow {
  postMessage(message: unknown, origin: string, ports: readonly unknown[]): void;
}
interface MessageLike {
  readonly source: unknown;
  readonly data: unknown;
  readonly origin: string;
}
interface KeyLike {
  readonly key: string;
  preventDefault(): void;
}
interface Frame {
  title: string;
  src: string;
  readonly style: { cssText: string };
  readonly contentWindow: FrameWindow | null;
  readonly isConnected: boolean;
  remove(): void;
}
interface Port {
  addEventListener(kind: 'message', listener: (event: { readonly data: unknown }) => void): void;
  start(): void;
  postMessage(message: unknown): void;
  close(): void;
}
declare const document: { createElement(name: 'iframe'): Frame; readonly body: { append(frame: Frame): void } };
declare const MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
declare const URL: new (path: string, base: string) => URL;
interface URL {
  readonly href: string;
}
declare function addEventListener(kind: string, listener: (event: never) => void): void;
declare function removeEventListener(kind: string, listener: (event: never) => void): void;
declare global {
  interface ImportMeta {
    url: string;
  }
}
