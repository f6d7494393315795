/**
 * npm run test:browser: the inspector in a real browser. Playwright drives Debian's chromium; where either is missing it is installed,
 * and where that cannot be done the tests are skipped, which they say. Pictures lie in .reports/browser.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const pictures = join(root, '.reports/browser');
const page = join(root, 'page/dist/index.html');
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
mkdirSync(pictures, { recursive: true });

function skip(why) {
  process.stdout.write(`browser tests skipped: ${why}\n`);
  process.exit(0);
}
function run(command, words, options = {}) {
  return spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root, ...options }).status === 0;
}
function chromium() {
  const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (!run('apt-get', ['update']) || !run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])) return undefined;
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
}

const executablePath = chromium();
if (executablePath === undefined) skip('there is no chromium, and none could be installed');
if (!existsSync(join(here, 'node_modules/playwright-core')) && !run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here })) skip('playwright-core could not be installed');
if (!existsSync(page) && !run('npm', ['run', 'page'])) skip('the page could not be built');

const { chromium: driver } = await import('playwright-core');
const browser = await driver.launch({ executablePath, args: flags });
const failures = [];
const begun = [];

async function test(name, work) {
  try {
    await work();
    process.stdout.write(`ok    ${name}\n`);
  } catch (error) {
    failures.push(name);
    process.stdout.write(`FAIL  ${name}\n${error instanceof Error ? error.stack : String(error)}\n`);
  }
}

/** Starts a game; answers with the line in which it says where its inspector is. */
async function host(minds) {
  const child = spawn(process.execPath, [tsx, '--tsconfig', 'tsconfig.test.json', 'test/browser/host.ts', String(minds)], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  begun.push(child);
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => resolve(String(data).trim()));
    child.on('exit', () => reject(new Error('the game ended')));
  });
}

async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1720, height: 1040 }, ...options });
  const tab = await context.newPage();
  const errors = [];
  tab.on('pageerror', (error) => errors.push(error.message));
  tab.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await tab.goto(url);
  return { tab, errors, picture: (name) => tab.screenshot({ path: join(pictures, `${name}.png`) }) };
}

const text = async (tab, selector) => (await tab.locator(selector).first().innerText()).trim();

try {
  const url = await host(200);
  let recording;

  await test('attaches to a game, filters, finds who dithers, and looks into the past', async () => {
    const { tab, errors, picture } = await open(url);
    await tab.waitForSelector('.scroll .row');
    await tab.waitForFunction(() => document.querySelectorAll('.options tbody tr').length === 5);
    assert.match(await text(tab, '.minds footer'), /^200 of 200$/);
    await picture('1-live');
    await tab.keyboard.press('/');
    await tab.keyboard.type('wants:standguard');
    await tab.waitForFunction(() => /^\d+ of 200$/.test(document.querySelector('.minds footer').textContent) && !document.querySelector('.minds footer').textContent.startsWith('200'));
    const wants = await tab.locator('.scroll .row .what b').allInnerTexts();
    assert.ok(wants.length > 0 && wants.every((each) => each === 'standGuard'), wants.join());
    await tab.fill('#filter', 'dithers');
    await tab.waitForSelector('#mind-17');
    await tab.click('#mind-17');
    await tab.waitForFunction(() => document.querySelector('.chain .who b').textContent === 'mind 17');
    await tab.waitForSelector('.facts .alert');
    assert.match(await text(tab, '.facts .alert'), /flickers/);
    await picture('2-dithers');
    await tab.fill('#filter', '');
    await tab.locator('.timeline canvas').focus();
    for (let times = 0; times < 4; times++) await tab.keyboard.press('Shift+ArrowLeft');
    await tab.waitForSelector('button.past');
    const seen = await text(tab, 'header .mono');
    assert.match(seen, /^tick \d+ of \d+$/);
    await picture('3-past');
    await tab.keyboard.press('Escape');
    await tab.waitForSelector('button.past', { state: 'detached' });
    assert.deepEqual(errors, []);
  });

  await test('stops where a breakpoint says, and goes on', async () => {
    const { tab, errors, picture } = await open(url);
    await tab.waitForSelector('.breaks form');
    await tab.uncheck('.breaks input[type=checkbox]');
    await tab.selectOption('.breaks select >> nth=0', 'step');
    await tab.selectOption('.breaks select >> nth=1', 'shoot');
    await tab.click('.breaks button[type=submit]');
    await tab.waitForSelector('header .alert', { timeout: 30_000 });
    assert.match(await text(tab, 'header .alert'), /stopped: mind \d+: step shoot/);
    await picture('4-stopped');
    const before = await text(tab, 'header .mono');
    await tab.click('text=one tick');
    await tab.waitForFunction((was) => document.querySelector('header .mono').textContent !== was, before);
    await tab.click('.breaks .plain button');
    await tab.click('text=go on');
    await tab.waitForSelector('text=pause');
    const [saved] = await Promise.all([tab.waitForEvent('download'), tab.click('text=save recording')]);
    recording = join(pictures, 'run.ganglion.json.gz');
    await saved.saveAs(recording);
    assert.deepEqual(errors, []);
  });

  await test('opens a recording from disk, without any server', async () => {
    const { tab, errors, picture } = await open(pathToFileURL(page).href);
    await tab.setInputFiles('input[type=file]', recording);
    await tab.waitForSelector('.scroll .row');
    await tab.fill('#filter', 'dithers');
    await tab.click('#mind-17');
    await tab.waitForSelector('.facts .alert');
    assert.match(await text(tab, '.mark.file'), /run\.ganglion/);
    await picture('5-recording');
    // Some goal is not reached at this moment.
    for (const goal of ['repel', 'rearm', 'refresh', 'standGuard', 'recover']) {
      await tab.selectOption('.search select >> nth=0', goal);
      await tab.click('text=search from here');
      await tab.waitForSelector('.search p.text');
      if ((await tab.locator('.search svg .node').count()) > 1) break;
    }
    assert.ok((await tab.locator('.search svg .node').count()) > 1);
    assert.match(await text(tab, '.search p.text'), /states looked at$/);
    await tab.locator('.search').scrollIntoViewIfNeeded();
    await picture('5b-search');
    await tab.keyboard.press('Escape');
    await tab.locator('.timeline canvas').focus();
    await tab.keyboard.press('[');
    assert.match(await text(tab, 'header .mono'), /^tick \d+ of \d+$/);
    assert.deepEqual(errors, []);
  });

  await test('finds its way in light colours, twice as large, and names its parts for screen readers', async () => {
    const { tab, errors, picture } = await open(url, { colorScheme: 'light', viewport: { width: 860, height: 1040 }, deviceScaleFactor: 2 });
    await tab.waitForSelector('.scroll .row');
    await picture('6-light');
    for (const role of ['listbox', 'slider', 'tree', 'search', 'table']) {
      const selector = { listbox: '[role=listbox]', slider: '[role=slider]', tree: '[role=tree]', search: '#filter[aria-label]', table: 'table' }[role];
      assert.ok((await tab.locator(selector).count()) > 0, role);
    }
    const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide`);
    assert.deepEqual(errors, []);
  });

  await test('lies over a game in a page, by a port and no server', async () => {
    const bundle = spawnSync(process.execPath, [join(root, 'node_modules/esbuild/bin/esbuild'), 'test/browser/game.ts', '--bundle', '--format=esm', '--tsconfig=tsconfig.test.json'], { cwd: root, maxBuffer: 1e8 });
    assert.equal(bundle.status, 0, String(bundle.stderr));
    const files = { '/': ['text/html', '<!doctype html><meta charset=utf-8><title>game</title><body style="background:#132"><canvas></canvas><script type=module src=game.js></script>'], '/game.js': ['text/javascript', bundle.stdout], '/inspector.html': ['text/html', readFileSync(page)] };
    const server = createServer((request, response) => {
      const [type, body] = files[request.url] ?? ['text/plain', ''];
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { tab, errors, picture } = await open(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForSelector('canvas');
    assert.equal(await tab.locator('iframe').count(), 0);
    await tab.keyboard.press('F9');
    const frame = tab.frameLocator('iframe');
    await frame.locator('.scroll .row').first().waitFor();
    await frame.locator('.options tbody tr').first().waitFor();
    await picture('7-overlay');
    await tab.locator('canvas').click({ position: { x: 5, y: 5 } });
    await tab.keyboard.press('F9');
    assert.equal(await tab.locator('iframe').count(), 0);
    assert.deepEqual(errors.filter((each) => !each.includes('favicon')), []);
    server.close();
  });

  // How long tasks take depends on who else is at work on this machine: it is told, not judged.
  await test('shows ten thousand minds', async () => {
    const large = await host(10_000);
    const { tab, errors, picture } = await open('about:blank');
    await tab.addInitScript(() => {
      globalThis.longest = 0;
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration, startTime } of list.getEntries()) {
          globalThis.longest = Math.max(globalThis.longest, duration);
          globalThis.tasks.push(`${Math.round(duration)}@${Math.round(startTime)}`);
        }
      }).observe({ type: 'longtask', buffered: true });
    });
    await tab.goto(large);
    await tab.waitForFunction(() => document.querySelector('.minds footer')?.textContent === '10000 of 10000', undefined, { timeout: 30_000 });
    await tab.waitForTimeout(4000);
    await picture('8-ten-thousand');
    const longest = await tab.evaluate(() => globalThis.longest);
    process.stdout.write(`      longest task ${longest} ms of ${await tab.evaluate(() => globalThis.tasks.join(' '))}\n`);
    assert.deepEqual(errors, []);
  });
} finally {
  await browser.close();
  for (const child of begun) child.kill();
}
process.stdout.write(failures.length === 0 ? `all done; pictures in ${pictures}\n` : `${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
