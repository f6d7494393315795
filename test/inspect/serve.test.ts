import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { serve, type Served } from 'ganglion/inspect/node';
import { Unpacker, type Down } from '../../src/inspect/internal.js';
import { town } from './town.js';

let served: Served | undefined;
afterEach(() => served?.close());

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
}

/** The status of one request, spoken by hand: fetch would not let us lie about Host and Origin. */
async function status(port: number, { path = '/stream', method = 'POST', headers }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, setHost: false }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('serve', () => {
  test('answers nobody but its own page with the token', async () => {
    const { world, run } = town();
    served = await serve(world, { announce: () => {} });
    const { port, hash, origin, host } = new URL(served.url);
    const token = hash.slice('#token='.length);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const good = { Host: host, Origin: origin, Authorization: `Bearer ${token}`, 'X-Ganglion-Page': 'one' };
    const without = (name: keyof typeof good): Record<string, string> => Object.fromEntries(Object.entries(good).filter(([each]) => each !== name));
    const cases: Record<string, Record<string, string>> = {
      'no token': without('Authorization'),
      'another token': { ...good, Authorization: `Bearer ${'0'.repeat(32)}` },
      'a shorter token': { ...good, Authorization: `Bearer ${token.slice(1)}` },
      'a foreign Origin': { ...good, Origin: 'https://example.org' },
      'the Origin of another port': { ...good, Origin: `http://127.0.0.1:${Number(port) + 1}` },
      'no Origin': without('Origin'),
      'a foreign Host': { ...good, Host: `example.org:${port}` },
      'a Host without its port': { ...good, Host: '127.0.0.1' },
    };
    const said = Object.fromEntries(await Promise.all(Object.entries(cases).map(async ([name, headers]) => [name, await status(Number(port), { headers })] as const)));
    expect(said).toEqual(Object.fromEntries(Object.keys(cases).map((name) => [name, 403])));
    expect(await status(Number(port), { headers: good })).toBe(200);
    expect(await status(Number(port), { path: '/', method: 'GET', headers: { Host: host } })).toBe(200);
    expect(await status(Number(port), { path: '/', method: 'GET', headers: { Host: 'example.org' } })).toBe(403);
    expect(await status(Number(port), { path: '/stream', method: 'GET', headers: good })).toBe(403);
    run(1);
  });

  test('its page may run its own scripts only, speak to it only, and stand in no frame', async () => {
    served = await serve(town().world, { announce: () => {} });
    const response = await fetch(served.url);
    const policy = response.headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.split(';')[1]).not.toContain('unsafe-inline');
  });

  test('streams a crowd and takes what the page says', async () => {
    const { world, run } = town();
    served = await serve(world, { announce: () => {} });
    const { origin, hash } = new URL(served.url);
    const headers = { Origin: origin, Authorization: `Bearer ${hash.slice('#token='.length)}`, 'X-Ganglion-Page': 'two' };
    const response = await fetch(`${origin}/stream`, { method: 'POST', headers });
    const reader = response.body!.getReader();
    const unpacker = new Unpacker();
    const got: Down[] = [];
    const until = async (kind: Down['kind']): Promise<void> => {
      while (!got.some((each) => each.kind === kind)) got.push(...unpacker.push((await reader.read()).value!));
    };
    await until('rows');
    expect(got[0]).toMatchObject({ kind: 'hello', protocol: 1, control: false });
    const sent = await fetch(`${origin}/send`, { method: 'POST', headers, body: JSON.stringify({ kind: 'watch', mind: 5 }) });
    expect(sent.status).toBe(204);
    run(20);
    await until('mind');
    expect((await fetch(`${origin}/send`, { method: 'POST', headers, body: 'x' })).status).toBe(400);
    await reader.cancel();
  });

  test('refuses production unless it is forced', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(serve(town().world)).rejects.toThrow('the inspector is not served in production');
      served = await serve(town().world, { force: true, announce: () => {} });
    } finally {
      process.env['NODE_ENV'] = before;
    }
    expect(served.url).toContain('http://127.0.0.1:');
  });
});
