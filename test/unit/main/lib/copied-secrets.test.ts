import { beforeEach, expect, test } from 'vitest';
import { type CopiedSecrets, openCopiedSecrets } from '../../../../main/lib/copied-secrets.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { fakeClock, type FakeClock } from '../service/clock.ts';

const LINK = 'https://app.example/room/p-1?token=aaa.bbb.ccc';

let seconds: number | null | Error;
let held: string;
/** True while another program keeps Easel from clearing the clipboard. */
let isHeld: boolean;
let marked: string[];
let clock: FakeClock;
let told: Events['clipboard.changed'][];
let copied: CopiedSecrets;

beforeEach(() => {
  [seconds, held, isHeld, marked, clock, told] = [60, '', false, [], fakeClock(), []];
  const write = (text: string) => {
    held = text;
    return Promise.resolve(ok(null));
  };
  copied = openCopiedSecrets({
    clipboard: {
      write,
      writeSecret: (text) => {
        marked.push(text);
        return write(text);
      },
      read: () => (held === 'unreadable' ? Promise.reject(new Error('held')) : Promise.resolve(held)),
      clear: () => {
        if (isHeld) return Promise.reject(new Error('held'));
        held = '';
        return Promise.resolve();
      },
    },
    preferences: () =>
      seconds instanceof Error ? Promise.reject(seconds) : Promise.resolve({ clearClipboard: seconds }),
    onChange: (state) => told.push(state),
    now: clock.now,
    after: clock.deadlines.after,
  });
});

test('a copied join link is cleared from the clipboard after the time chosen in the preferences', async () => {
  expect((await copied.copySecret(LINK)).ok).toBe(true);
  expect([held, marked]).toEqual([LINK, [LINK]]);
  // The event about the copied secret must not contain the secret.
  expect(told).toEqual([{ clearsAt: 60_000, cleared: false }]);
  await clock.advance(59_999);
  expect(held).toBe(LINK);
  await clock.advance(1);
  expect(held).toBe('');
  expect(told.at(-1)).toEqual({ clearsAt: null, cleared: true });
});

test('a copied join link is cleared after a minute if the preferences can’t be read', async () => {
  seconds = new Error('the disk failed');
  expect(await copied.copySecret(LINK)).toEqual(ok(null));
  await clock.advance(60_000);
  expect(held).toBe('');
});

test('the message about a cleared clipboard says “key” if the user had copied an API key', async () => {
  await copied.copySecret('a key', { what: 'key' });
  await clock.advance(60_000);
  expect(told.map(({ what }) => what)).toEqual(['key', 'key']);
});

test('Easel does not clear the clipboard if the user has copied other text after a join link', async () => {
  await copied.copySecret(LINK);
  held = 'a shopping list';
  await clock.advance(60_000);
  expect(held).toBe('a shopping list');
  expect(told.at(-1)).toEqual({ clearsAt: null, cleared: false });
});

test('Easel clears a clipboard that it can’t read, because it may contain the join link', async () => {
  await copied.copySecret(LINK);
  held = 'unreadable';
  await clock.advance(60_000);
  expect(held).toBe('');
});

test('Easel clears a blocked clipboard when the blocking program frees the clipboard, or when Easel quits', async () => {
  isHeld = true;
  await copied.copySecret(LINK);
  await clock.advance(62_000);
  expect([held, told.at(-1)]).toEqual([LINK, { clearsAt: 65_000, cleared: false }]);
  isHeld = false;
  await clock.advance(3000);
  expect([held, told.at(-1)]).toEqual(['', { clearsAt: null, cleared: true }]);

  isHeld = true;
  await copied.copySecret(LINK);
  await clock.advance(60_000);
  isHeld = false;
  await copied.clear();
  expect([held, clock.timers.size]).toEqual(['', 0]);
});

test('a copied join link stays on the clipboard if the preferences turn clearing off', async () => {
  await copied.copySecret(LINK);
  await copied.copyText('b-7');
  expect([clock.timers.size, told.at(-1)]).toEqual([0, { clearsAt: null, cleared: false }]);
  seconds = null;
  await copied.copySecret(LINK);
  await clock.advance(600_000);
  await copied.clear();
  expect(held).toBe(LINK);
});
