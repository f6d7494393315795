import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pack, type Down, type Link, type Up } from '../internal.js';

/** What a page is connected to. */
export type Connect = (send: (message: Down) => void, busy: () => boolean) => Link;

export interface ServerParts {
  readonly connect?: Connect;
  /** A recording that the page opens. */
  readonly recording?: Uint8Array;
  readonly port?: number;
}

export interface Serving {
  /** Where the page is, with the token behind `#`, which browsers do not send. */
  readonly url: string;
  close(): void;
}

const host = '127.0.0.1';
/** A page that is this far behind is sent nothing more until it has caught up. */
const mostWaiting = 1_000_000;
const mostSent = 65_536;

/** Serves the page and its line to the game, to this machine only and to nobody without the token. */
export async function listen({ connect, recording, port = 0 }: ServerParts): Promise<Serving> {
  const token = randomBytes(16).toString('hex');
  const links = new Map<string, Link>();
  const server = createServer((request, response) => {
    const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cache-Control', 'no-store');
    if (request.headers.host !== origin.slice('http://'.length)) return refuse(response);
    if (request.method === 'GET' && (request.url === '/' || request.url?.startsWith('/?') === true)) {
      const page = pageText();
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyFor(page) });
      response.end(page);
      return undefined;
    }
    if (request.method !== 'POST' || request.headers.origin !== origin || !isToken(request.headers.authorization, token)) return refuse(response);
    if (request.url === '/stream' && connect !== undefined) return stream(request, response, connect, links);
    if (request.url === '/send') return void receive(request, response, links);
    if (request.url === '/recording' && recording !== undefined) {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
      response.end(recording);
      return undefined;
    }
    response.writeHead(404).end();
    return undefined;
  });
  await listening(server, port);
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/#token=${token}${recording === undefined ? '' : '&recording'}`,
    close: () => {
      for (const link of links.values()) link.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(response: ServerResponse): undefined {
  response.writeHead(403).end();
  return undefined;
}

function isToken(given: string | undefined, token: string): boolean {
  // Hashed first: both are then of one length, and the time tells nothing.
  const [one, other] = [`Bearer ${token}`, given ?? ''].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}

function clientOf({ headers }: IncomingMessage): string {
  return String(headers['x-ganglion-page'] ?? '');
}

function stream(request: IncomingMessage, response: ServerResponse, connect: Connect, links: Map<string, Link>): undefined {
  const client = clientOf(request);
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  const link = connect((message) => void response.write(pack(message)), () => response.writableLength > mostWaiting);
  links.get(client)?.close();
  links.set(client, link);
  response.on('close', () => {
    link.close();
    if (links.get(client) === link) links.delete(client);
  });
  return undefined;
}

async function receive(request: IncomingMessage, response: ServerResponse, links: ReadonlyMap<string, Link>): Promise<void> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > mostSent) break;
  }
  const link = links.get(clientOf(request));
  try {
    if (link === undefined || size > mostSent) throw new Error('no such page');
    link.receive(JSON.parse(Buffer.concat(parts).toString('utf8')) as Up);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}

/** The page as it lies beside this module in the package, beside the command, or as it was built in a clone. */
function pageText(): string {
  const found = ['../page.html', '../esm/inspect/page.html', '../../../page/dist/index.html', '../../page/dist/index.html'].map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
  return found === undefined ? '<!doctype html><p>The inspector page is not built: npm run page</p>' : readFileSync(found, 'utf8');
}

/** Only the scripts of the page itself may run, and it may speak to nobody but this server. */
function policyFor(page: string): string {
  const hashes = [...page.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
