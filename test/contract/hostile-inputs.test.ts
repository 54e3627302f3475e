import { describe, expect, test } from 'vitest';
import { whyNotPlain } from '../../main/ipc/plain-data.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import { borderOf, outcome } from './border.ts';
import { HOSTILE_NAMES, hostileValue } from './hostile-values.ts';
import { GOOD_ARGS } from './good-args.ts';

test('there are at least 25 hostile values for each channel', () => {
  expect(HOSTILE_NAMES.length).toBeGreaterThanOrEqual(25);
});

test.each(CALL_NAMES)('%s takes the arguments it is made for', async (channel) => {
  const { dispatch, ran } = borderOf();
  expect(outcome(await dispatch(channel, true, GOOD_ARGS[channel]))).toBe('ok');
  expect(ran).toEqual([[channel, GOOD_ARGS[channel]]]);
});

describe.each(CALL_NAMES)('%s', (channel) => {
  test.each(HOSTILE_NAMES)('refuses %s and runs nothing', async (name) => {
    const { dispatch, ran } = borderOf();
    expect(outcome(await dispatch(channel, true, hostileValue(name, channel)))).toBe('bad-request');
    expect(ran).toEqual([]);
  });

  test('refuses its arguments with any one of them missing', async () => {
    for (const missing of Object.keys(GOOD_ARGS[channel])) {
      const { dispatch, ran } = borderOf();
      const args = Object.fromEntries(
        Object.entries(GOOD_ARGS[channel]).filter(([name]) => name !== missing),
      );
      expect([missing, outcome(await dispatch(channel, true, args))]).toEqual([missing, 'bad-request']);
      expect(ran).toEqual([]);
    }
  });
});

test.each([
  ['boards.window', { count: 0 }],
  ['boards.window', { count: 1001 }],
  ['boards.window', { count: 1.5 }],
  ['boards.window', { from: -1 }],
  ['boards.window', { from: 2 ** 53 }],
  ['boards.window', { sort: 'name' }],
  ['boards.window', { find: 'x'.repeat(513) }],
  ['boards.view', { boardId: '' }],
  ['boards.view', { boardId: 'x'.repeat(513) }],
  ['previews.open', { target: { kind: 'address', id: 'https://evil.example/' } }],
  ['previews.open', { target: { kind: 'paper', id: 'p-7', url: 'https://evil.example/' } }],
  ['connections.save', { environment: 'development' }],
  ['connections.save', { apiKey: 'x'.repeat(16_385) }],
  ['connections.save', { sessionOnly: 'false' }],
  ['connections.check', { paperApi: 'x'.repeat(4097) }],
  ['app.copy', { text: 'x'.repeat(60_001) }],
] as const)('%s refuses %j', async (channel, change) => {
  const { dispatch, ran } = borderOf();
  expect(outcome(await dispatch(channel, true, { ...GOOD_ARGS[channel], ...change }))).toBe('bad-request');
  expect(ran).toEqual([]);
});

test('a refusal repeats nothing of what was sent, neither to the page nor in the log', async () => {
  const canary = 'canary-7f3a';
  for (const channel of CALL_NAMES) {
    const { dispatch, lines } = borderOf();
    const good: object = GOOD_ARGS[channel];
    const hostile = [
      { ...good, extra: canary },
      { ...good, [canary]: 1 },
      [canary],
      canary,
      { extra: 1, ...Object.fromEntries(Object.keys(good).map((name) => [name, { [canary]: canary }])) },
    ];
    for (const args of hostile) {
      const reply = await dispatch(channel, true, args);
      expect(outcome(reply)).toBe('bad-request');
      expect(JSON.stringify(reply)).not.toContain(canary);
    }
    expect(lines).toHaveLength(hostile.length);
    expect(lines.join('\n')).not.toContain(canary);
  }
});

test('a handler gets only what its schema names, hidden keys never', async () => {
  const { dispatch, ran } = borderOf();
  const args = Object.defineProperty({ ...GOOD_ARGS['boards.view'] }, 'hidden', { value: 1 });
  await dispatch('boards.view', true, args);
  expect(Reflect.ownKeys(ran[0]?.[1] as object)).toEqual(['connectionId', 'boardId']);
});

test('arguments of another realm are plain data too', () => {
  const foreign = Object.create(
    Object.create(null, { isPrototypeOf: { value: () => false } }) as object,
  ) as object;
  expect(whyNotPlain(Object.assign(foreign, { connectionId: 'c-1' }))).toBeNull();
});
