/** Part of check S18 in the network namespace of ways-out.ts: sends data from Easel's and from an unprotected page. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { startServer } from '../integration/service/servers.ts';
import { launchApp, type LaunchedApp } from '../support/driver.ts';
import type { Case } from '../support/finding.ts';
import { findChromium } from '../support/system.ts';
import { EXITS, scriptOf, type Exit } from './exits.ts';

/** Time in ms to count packets after each script in Easel's page. An unprotected page sends within 50 ms. */
const WATCH_MS = 700;
/** Time limit in ms for an unprotected page to send a packet. It is long, because the machine may be busy. */
const CONTROL_MS = 10_000;
/** Time limit of a script in ms, because a script may wait for a browser dialog. */
const SCRIPT_MS = 3000;
const DOMAIN = '.way-out.test';
/** IP address of all test host names. It is reserved for documentation (RFC 5737). */
const NOWHERE = [203, 0, 113, 250];

/** Host names below `DOMAIN` that were looked up. Other names are ignored, because Chromium itself looks them up. */
const names: string[] = [];

async function startNameServer(): Promise<void> {
  const server = createSocket('udp4', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += size + 1;
    }
    const isOurs = `.${labels.join('.')}`.endsWith(DOMAIN);
    if (isOurs) names.push(labels.join('.'));
    const asksForAddress = query.readUInt16BE(at + 1) === 1;
    // Builds the DNS response: an address for type A of a test name, "no such name" for other names.
    const reply = Buffer.from(query.subarray(0, at + 5));
    reply.writeUInt16BE(isOurs ? 0x81_80 : 0x81_83, 2);
    reply.writeUInt16BE(isOurs && asksForAddress ? 1 : 0, 6);
    reply.writeUInt32BE(0, 8);
    const record = isOurs && asksForAddress ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...NOWHERE] : [];
    server.send(Buffer.concat([reply, Buffer.from(record)]), port, address);
  });
  server.bind(53, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
}

function sent(): number {
  const row = readFileSync('/proc/net/dev', 'utf8')
    .split('\n')
    .find((line) => line.trim().startsWith('out:'));
  const packets = Number(row?.split(':')[1]?.trim().split(/\s+/u)[9]);
  if (Number.isNaN(packets)) throw new Error('this is not the network of the check');
  return packets + names.length;
}

async function take(page: Page, exit: Exit, where: string, number: number): Promise<void> {
  const script = scriptOf(exit, {
    host: `${where}${number}${DOMAIN}`,
    address: `${where === 'easel' ? '203.0.113' : '198.51.100'}.${number + 1}`,
  });
  await Promise.race([page.evaluate(script).catch(() => undefined), pause(SCRIPT_MS)]);
}

async function startEasel(): Promise<LaunchedApp> {
  const easel = await launchApp();
  await welcome(easel.window);
  return easel;
}

const welcome = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Connect to your service' }).waitFor();

async function startOver(easel: LaunchedApp): Promise<LaunchedApp> {
  try {
    // The main process loads Easel's page, because a reload by Playwright would repeat a refused navigation.
    await easel.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.loadURL('app://easel/index.html'),
    );
    await welcome(easel.window);
    return easel;
  } catch {
    await easel.close();
    return startEasel();
  }
}

async function fromEasel(
  exits: readonly Exit[],
): Promise<{ readonly left: ReadonlyMap<Exit, number>; readonly rest: number }> {
  const before = sent();
  const left = new Map<Exit, number>();
  let easel = await startEasel();
  for (const [number, exit] of exits.entries()) {
    const start = sent();
    await take(easel.window, exit, 'easel', number);
    await pause(WATCH_MS);
    easel = await startOver(easel);
    left.set(exit, sent() - start);
  }
  await pause(WATCH_MS);
  await easel.close();
  const ofExits = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { left, rest: sent() - before - ofExits };
}

async function fromOrdinaryPage(exits: readonly Exit[]): Promise<ReadonlySet<Exit>> {
  const server = await startServer((response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Ordinary</title><body>');
  });
  const profile = await mkdtemp(path.join(tmpdir(), 'easel-ordinary-'));
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('the control needs a Chromium');
  // Uses the default context of a profile, because other Playwright contexts do not prefetch DNS.
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: ['--no-sandbox'] });
  const open = new Set<Exit>();
  try {
    for (const [number, exit] of exits.entries()) {
      const page = await context.newPage();
      await page.goto(server.origin);
      const start = sent();
      await take(page, exit, 'ordinary', number);
      // If the script has a host name, expects its DNS query, because a packet may come from an earlier script.
      const isSeen = (): boolean =>
        exit.withoutName === true ? sent() > start : names.includes(`ordinary${number}${DOMAIN}`);
      const limit = exit.isSilentElsewhere === true ? 0 : CONTROL_MS;
      for (let waited = 0; !isSeen() && waited < limit; waited += 50) await pause(50);
      if (isSeen()) open.add(exit);
      await page.close();
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    await server.close();
  }
  return open;
}

const exits = EXITS.filter((_exit, at) => at % Number(process.argv[2] ?? 1) === 0);
await startNameServer();
const { left, rest } = await fromEasel(exits);
const open = await fromOrdinaryPage(exits);

const tell = (count: number): readonly string[] =>
  count > 0 ? [`${count} packets and names were sent`] : [];
const cases = exits.map((exit): Case => {
  const isCounted = exit.isSilentElsewhere === true || open.has(exit);
  return {
    name: exit.name,
    problems: [
      ...tell(left.get(exit) ?? 0),
      ...(isCounted ? [] : ['an ordinary page sent nothing either, so the count proves nothing']),
    ],
  };
});
const others: Case = { name: 'Easel itself, and what came late', problems: tell(rest) };
process.stdout.write(`${JSON.stringify([...cases, others])}\n`);
process.exit(0);
