import { describe, expect, test } from 'vitest';
import { LARGEST_REPLY } from '../../main/ipc/dispatch.ts';
import { FAILURE_TEXTS } from '../../main/service/failure-texts.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import { FAILURE_CODES, ok } from '../../preload/contract/failure.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';
import { GOOD_REPLIES } from './good-replies.ts';
import { GOOD_FAILURE } from './good-things.ts';

const CANARY = 'canary-of-a-key-7f3a';

type Loose = Readonly<Record<string, unknown>>;

/** The reply with a field too many in each of its objects in turn, however deep. */
function withLeaks(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((item, index) => withLeaks(item).map((leak) => list.with(index, leak)));
  }
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    withLeaks(inner).map((leak) => ({ ...value, [name]: leak })),
  );
  // What `fields` of a failure holds is free: its keys name fields of forms.
  const isFree =
    Object.values(value).every((inner) => typeof inner === 'string') &&
    !('name' in value && 'value' in value);
  return isFree ? inside : [{ ...value, apiKey: CANARY }, ...inside];
}

const requestIdOf = (details: readonly string[]): string =>
  details.find((line) => line.startsWith('Request: '))?.slice('Request: '.length) ?? '';

describe.each(CALL_NAMES)('%s', (channel) => {
  test('hands over the reply that it is made for, unchanged', async () => {
    const { dispatch } = borderOf();
    expect(await dispatch(channel, true, GOOD_ARGS[channel])).toEqual(ok(GOOD_REPLIES[channel]));
  });

  test('refuses a reply with a field too many, and says its value nowhere', async () => {
    const leaks = [{ apiKey: CANARY }, CANARY, [{ apiKey: CANARY }], ...withLeaks(GOOD_REPLIES[channel])];
    for (const leak of leaks) {
      const { dispatch, lines } = borderOf(() => ok(leak));
      const reply = await dispatch(channel, true, GOOD_ARGS[channel]);
      expect(outcome(reply)).toBe('internal');
      expect(JSON.stringify([reply, lines])).not.toContain(CANARY);
    }
  });

  test('hands over a failure, unchanged', async () => {
    const { dispatch } = borderOf(() => ({ ok: false, error: GOOD_FAILURE }));
    expect(await dispatch(channel, true, GOOD_ARGS[channel])).toEqual({ ok: false, error: GOOD_FAILURE });
  });

  test('refuses a failure with a field too many, and says its value nowhere', async () => {
    for (const error of [
      { ...GOOD_FAILURE, apiKey: CANARY },
      { ...GOOD_FAILURE, code: CANARY },
      CANARY,
      null,
    ]) {
      const { dispatch, lines } = borderOf(() => ({ ok: false, error, apiKey: CANARY }));
      const reply = await dispatch(channel, true, GOOD_ARGS[channel]);
      expect(outcome(reply)).toBe('internal');
      expect(JSON.stringify([reply, lines])).not.toContain(CANARY);
    }
  });

  test('hands over nothing that stands beside the value or the failure', async () => {
    for (const answer of [good(channel), { ok: false, error: GOOD_FAILURE }]) {
      const { dispatch } = borderOf(() => ({ ...(answer as Loose), apiKey: CANARY }));
      expect(await dispatch(channel, true, GOOD_ARGS[channel])).toEqual(answer);
    }
  });

  test('turns what a handler throws into a coded failure that the log explains', async () => {
    const thrown = [
      () => {
        throw new TypeError(`a bug near ${CANARY}`);
      },
      () => Promise.reject(new RangeError(`a bug near ${CANARY}`)),
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC', path: CANARY })),
      () => undefined,
      () => null,
      () => 'ok',
    ];
    for (const answer of thrown) {
      const { dispatch, lines } = borderOf(answer);
      const reply = await dispatch(channel, true, GOOD_ARGS[channel]);
      if (reply.ok) throw new Error('a bug was handed over as a success');
      expect(reply.error.code).toBe('internal');
      expect(reply.error.message).toBe(FAILURE_TEXTS.internal.message);
      expect(JSON.stringify(reply)).not.toMatch(/canary|bug|TypeError|RangeError|ENOSPC|undefined|at .*:\d+/);
      const requestId = requestIdOf(reply.error.details);
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      expect(lines.filter((line) => line.includes(requestId))).toHaveLength(1);
    }
  });
});

test('what a handler threw stands in the log, with the channel', async () => {
  const { dispatch, lines } = borderOf(() => Promise.reject(new RangeError('out of rows')));
  await dispatch('boards.window', true, GOOD_ARGS['boards.window']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/boards\.window.*RangeError.*out of rows/);
});

test('every code of a failure passes', async () => {
  for (const code of FAILURE_CODES) {
    const { code: _code, ...rest } = GOOD_FAILURE;
    const { dispatch } = borderOf(() => ({ ok: false, error: { ...rest, code } }));
    expect(outcome(await dispatch('boards.list', true, GOOD_ARGS['boards.list']))).toBe(code);
  }
});

test('a reply of more than 8 MiB is refused, one of just that size is not', async () => {
  const view = GOOD_REPLIES['boards.view'];
  const rest = JSON.stringify({ ...view, raw: '' }).length;
  for (const [over, expected] of [
    [0, 'ok'],
    [1, 'internal'],
  ] as const) {
    const { dispatch } = borderOf(() => ok({ ...view, raw: 'x'.repeat(LARGEST_REPLY - rest + over) }));
    expect(outcome(await dispatch('boards.view', true, GOOD_ARGS['boards.view']))).toBe(expected);
  }
});
