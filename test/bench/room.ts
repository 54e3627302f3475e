/** Benchmark P12: time from the click until a whiteboard is live, and frame times while 50 people draw. */
import path from 'node:path';
import type { Browser } from 'playwright';
import { build } from '../commands/build.ts';
import { ROOT } from '../commands/process.ts';
import { call, field, Guest, token } from '../integration/practice/clients.ts';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { launchBrowser } from '../support/browser.ts';
import { launchApp } from '../support/driver.ts';
import { addPaper, choosePaper, connect, entriesFor, goTo } from '../support/easel.ts';
import { guestCount } from '../support/guests.ts';
import { keyringAvailable, startKeyring, type Keyring } from '../support/keyring.ts';
import { waitUntil } from '../support/wait.ts';
import { judged, percentile, ratios, spread, type Benchmark, type Measured } from './measure.ts';

const ROUNDS = { full: 40, quick: 4 } as const;
const SECONDS = { full: 8, quick: 3 } as const;
const PEOPLE = 50;
/** Interval in ms at which a whiteboard page sends parts of an unfinished stroke. */
const DRAFT_PACE = 40;
const FRAME_MS = 1000 / 60;

async function inTab(browser: Browser, guest: Guest, address: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(`<a href="${address}" target="_blank" rel="noopener">Join</a>`);
  await page.focus('a');
  const took = await untilJoined(guest, () => page.keyboard.press('Enter'));
  await context.close();
  return took;
}

/** Returns the time in ms from `begin` until a second client in the room learns that the visitor has joined. */
async function untilJoined(guest: Guest, begin: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const beginning = begin();
  await guest.next('joined');
  const took = performance.now() - begun;
  await beginning;
  return took;
}

async function clickToRoom(
  practice: PracticeService,
  browser: Browser,
  keyring: Keyring | null,
  rounds: number,
): Promise<Measured> {
  const paper = practice.samplePapers[0];
  if (paper === undefined) throw new Error('the practice service has no paper');
  const { app, window, close } = await launchApp({
    timeout: 60_000,
    ...(keyring !== null && { env: keyring.environment }),
  });
  try {
    await connect(window, entriesFor(practice));
    await addPaper(window, paper.identifier, paper.name);
    const guest = await Guest.join(practice, paper.identifier, 'Second');
    const [easel, tab]: [number[], number[]] = [[], []];
    for (let round = -1; round < rounds; round += 1) {
      const address = `${practice.origin}/room/${paper.identifier}?token=${await token(practice, paper.identifier, 'Tab')}`;
      const inNew = await inTab(browser, guest, address);
      await goTo(window, 'Papers');
      await choosePaper(window, paper.name);
      await window.keyboard.press('p');
      await window.getByRole('dialog').getByLabel('Display name').fill('Ada');
      const joined = await untilJoined(guest, () => window.keyboard.press('Enter'));
      await window.getByText('You are visible in').waitFor();
      await window.keyboard.press('ControlOrMeta+w');
      await waitUntil('the room is left', async () => (await guestCount(app)) === 0);
      if (round < 0) continue;
      easel.push(joined);
      tab.push(inNew);
    }
    await guest.leave();
    return judged(
      {
        id: 'P12',
        what: 'from the press that joins to the live room, beside a press that opens its address in a bare tab of Chromium',
        unit: 'times the new tab',
        goal: { atMost: 1.2 },
        peers: {
          'Easel, with the mint, ms': spread(easel),
          'a new tab, without minting, ms': spread(tab),
        },
      },
      ratios(easel, tab),
    );
  } finally {
    await close();
  }
}

async function strokes(practice: PracticeService, browser: Browser, seconds: number): Promise<Measured> {
  const made = await call(practice, 'POST', '/api/paper', { body: { name: 'Crowd' } });
  const paper = String(field(made, 'identifier'));
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 700 } })).newPage();
  await page.goto(`${practice.origin}/room/${paper}?token=${await token(practice, paper, 'Ada')}`);
  await page.locator('body[data-state=live]').waitFor();
  const guests = await Promise.all(
    Array.from({ length: PEOPLE - 1 }, (_, index) => Guest.join(practice, paper, `Guest ${index + 1}`)),
  );
  // The simulated people ignore messages, because handling 50,000 a second would slow down the measured page.
  for (const guest of guests) guest.stopListening();
  const frames = page.evaluate(
    (ms) =>
      new Promise<readonly number[]>((resolve) => {
        const took: number[] = [];
        const until = performance.now() + ms;
        const { port1, port2 } = new MessageChannel();
        let begun = 0;
        port1.addEventListener('message', () => {
          took.push(performance.now() - begun);
          if (performance.now() > until) resolve(took);
          else requestAnimationFrame(frame);
        });
        port1.start();
        const frame = (): void => {
          begun = performance.now();
          port2.postMessage(null);
        };
        requestAnimationFrame(frame);
      }),
    seconds * 1000,
  );
  const ids = new Set<string>();
  for (let step = 0, end = performance.now() + seconds * 1000; performance.now() < end; step += 1) {
    for (const [index, guest] of guests.entries()) {
      const at = step + index;
      const id = `g${index}-${Math.floor(at / 25)}`;
      const place = (along: number) =>
        [
          20 + (index % 10) * 95 + along * 3,
          100 + Math.floor(index / 10) * 110 + 30 * Math.sin(along / 4),
          0.5,
        ] as const;
      const pen = { id, ink: 'blue', size: 5 } as const;
      const [x, y] = place(at % 25);
      guest.send({ type: 'cursor', cursor: [x, y] });
      const points = Array.from({ length: (at % 25) + 1 }, (_, along) => place(along));
      guest.send({ type: 'put', item: { kind: 'stroke', by: '', ...pen, points } });
      ids.add(id);
    }
    await new Promise((resolve) => setTimeout(resolve, DRAFT_PACE));
  }
  const took = await frames;
  await page.locator(`#canvas[data-strokes="${ids.size}"]`).waitFor();
  await Promise.all(guests.map((guest) => guest.leave()));
  await page.context().close();
  const late = percentile(took, 0.95);
  return judged(
    {
      id: 'P12',
      what: `strokes of ${PEOPLE} people in one room: a frame of its page`,
      unit: 'ms from the frame’s begin to its end, p95',
      goal: { atMost: Math.round(FRAME_MS * 10) / 10 },
      peers: {
        'frames, ms': spread(took),
        strokes: spread([ids.size]),
      },
    },
    { ...spread(took), median: late },
  );
}

export const room: Benchmark = async ({ quick }) => {
  await build();
  const roomFiles = path.join(ROOT, 'out/app/renderer');
  const practice = await startPracticeThread({ roomFiles, boards: 50, papers: 3 });
  const browser = await launchBrowser();
  // Uses a private keychain if possible, so that Easel does not use the developer's keychain.
  const keyring = keyringAvailable() ? await startKeyring({ state: 'unlocked' }) : null;
  const size = quick ? 'quick' : 'full';
  try {
    return [
      await clickToRoom(practice, browser, keyring, ROUNDS[size]),
      await strokes(practice, browser, SECONDS[size]),
    ];
  } finally {
    await browser.close();
    await practice.stop();
    await keyring?.stop();
  }
};
