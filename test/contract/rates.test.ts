import { expect, test, vi } from 'vitest';
import { MOST_HOLDING_BACK, MOST_IN_FLIGHT } from '../../main/ipc/dispatch.ts';
import { CALL_NAMES, type CallName } from '../../preload/contract/contract.ts';
import { borderOf, good, outcome, type Border } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

const call = (border: Border, name: CallName): Promise<string> =>
  border.call(name, GOOD_ARGS[name]).then(outcome);

async function accepted(border: Border, name: CallName, times: number): Promise<number> {
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) codes.push(await call(border, name));
  const ran = codes.filter((code) => code === 'ok').length;
  expect(codes.slice(ran)).toEqual(codes.slice(ran).map(() => 'too-fast'));
  return ran;
}

test.each([
  ['boards.window', 480, 240],
  ['boards.list', 40, 20],
  ['jobs.deleteOne', 10, 2],
  ['connections.save', 5, 1],
  ['keys.stage', 5, 1],
  ['transfer.unlock', 5, 1],
] as const)('the IPC call %s is limited to %i at once and %i per second', async (name, burst, perSecond) => {
  const border = borderOf();
  expect(await accepted(border, name, burst + 10)).toBe(burst);
  border.clock.now += 1000;
  expect(await accepted(border, name, perSecond + 10)).toBe(perSecond);
  border.clock.now += 3_600_000;
  expect(await accepted(border, name, burst + 10)).toBe(burst);
});

test('when one IPC call exceeds its rate limit, all other IPC calls are still accepted', async () => {
  const border = borderOf();
  await accepted(border, 'boards.list', 1000);
  for (const name of CALL_NAMES)
    if (name !== 'boards.list') expect([name, await call(border, name)]).toEqual([name, 'ok']);
});

test('setting the system clock back by an hour does not make main refuse IPC calls', async () => {
  const border = borderOf();
  await call(border, 'boards.create');
  border.clock.now -= 3_600_000;
  expect(await call(border, 'boards.create')).toBe('ok');
});

function slowBorder(): Border & { readonly end: (() => void)[] } {
  const end: (() => void)[] = [];
  const border = borderOf((name) => new Promise((resolve) => end.push(() => resolve(good(name)))));
  return { ...border, end };
}
const hangingBorder = (hanging: CallName): Border =>
  borderOf((name) => (name === hanging ? new Promise(() => undefined) : good(name)));

test('at most 8 calls that cancel, pause, lock or close can run at a time', async () => {
  const border = hangingBorder('jobs.cancel');
  for (let count = 0; count < MOST_HOLDING_BACK; count += 1) void call(border, 'jobs.cancel');
  expect(MOST_HOLDING_BACK).toBe(8);
  expect(await call(border, 'jobs.cancel')).toBe('too-fast');
  for (const name of ['jobs.pause', 'previews.close', 'boards.list'] as const)
    expect(await call(border, name)).toBe('ok');
});

test.each([
  ['a rejection', () => Promise.reject(new Error('x'))],
  ['a wrong reply', () => ({ ok: true, value: 'wrong' })],
])('an IPC call that ended in %s no longer counts as running', async (_how, end) => {
  const border = borderOf(end);
  for (let count = 0; count <= MOST_IN_FLIGHT; count += 1)
    expect(await call(border, 'boards.window')).toBe('internal');
});

test.each([
  ['boards.view', 'internal'],
  ['papers.create', 'outcome-unknown'],
] as const)('the IPC call %s fails with the code “%s” if it does not end within 90 s', async (name, code) => {
  const border = slowBorder();
  const late = call(border, name);
  await vi.waitUntil(() => border.timers.length > 0);
  expect(border.timers).toMatchObject([{ ms: 90_000, cancelled: false }]);
  border.timers[0]?.run();
  expect(await late).toBe(code);
  border.end[0]?.();
  expect(border.lines).toEqual([expect.stringContaining('timed out')]);
});

test('an IPC call has no deadline while its file dialog is open', async () => {
  const border = slowBorder();
  const waiting = call(border, 'transfer.open');
  expect(border.timers).toEqual([]);
  border.end[0]?.();
  expect(await waiting).toBe('ok');
});
