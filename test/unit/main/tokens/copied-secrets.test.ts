import { beforeEach, expect, test } from 'vitest';
import { CopiedSecrets } from '../../../../main/tokens/copied-secrets.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { failure } from '../../../../main/wording/failure.ts';

const LINK = 'https://app.example/room/p-1?token=aaa.bbb.ccc';

let seconds: number | null;
let held: string;
let takes: boolean;
let marked: readonly string[];
let now: number;
let waiting: { readonly at: number; readonly run: () => void }[];
let told: Events['clipboard.changed'][];
let copied: CopiedSecrets;

beforeEach(() => {
  [seconds, held, takes, marked, now, waiting, told] = [60, '', true, [], 1000, [], []];
  const write = (text: string) => {
    if (!takes) return Promise.resolve(fail(failure('refused')));
    held = text;
    return Promise.resolve(ok(null));
  };
  copied = new CopiedSecrets({
    clipboard: {
      write,
      writeSecret: (text) => {
        marked = [...marked, text];
        return write(text);
      },
      read: () => (held === 'unreadable' ? Promise.reject(new Error('held')) : Promise.resolve(held)),
      clear: () => {
        held = '';
        return Promise.resolve();
      },
    },
    preferences: () => Promise.resolve(ok({ clearClipboard: seconds })),
    onChange: (state) => told.push(state),
    now: () => now,
    after: (ms, run) => {
      const wait = { at: now + ms, run };
      waiting.push(wait);
      return () => (waiting = waiting.filter((each) => each !== wait));
    },
  });
});

/** Lets time pass, and what it brings be done. */
async function pass(ms: number): Promise<void> {
  now += ms;
  const due = waiting.filter(({ at }) => at <= now);
  waiting = waiting.filter(({ at }) => at > now);
  for (const { run } of due) run();
  await new Promise(setImmediate);
}

test('a copied link leaves the clipboard after the chosen time, and not before', async () => {
  expect((await copied.copySecret(LINK)).ok).toBe(true);
  expect([held, marked]).toEqual([LINK, [LINK]]);
  // Nothing of what was copied.
  expect(told).toEqual([{ clearsAt: 61_000, cleared: false }]);
  await pass(59_999);
  expect(held).toBe(LINK);
  await pass(1);
  expect(held).toBe('');
  expect(told.at(-1)).toEqual({ clearsAt: null, cleared: true });
});

test('what was copied since stays', async () => {
  await copied.copySecret(LINK);
  held = 'a shopping list';
  await pass(60_000);
  expect(held).toBe('a shopping list');
  expect(told.at(-1)).toEqual({ clearsAt: null, cleared: false });
});

test('what can’t be read is cleared: it may be the link', async () => {
  await copied.copySecret(LINK);
  held = 'unreadable';
  await pass(60_000);
  expect(held).toBe('');
});

test('nothing is cleared where the person wants that, and a plain copy ends the wait for a secret', async () => {
  await copied.copySecret(LINK);
  await copied.copyText('b-7');
  expect([waiting, told.at(-1)]).toEqual([[], { clearsAt: null, cleared: false }]);
  seconds = null;
  await copied.copySecret(LINK);
  await pass(600_000);
  await copied.clear();
  expect(held).toBe(LINK);
});
