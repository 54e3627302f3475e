import { expect, test } from 'vitest';
import { LARGEST_REPLY } from '../../main/ipc/dispatch.ts';
import { FAILURE_TEXTS } from '../../main/wording/fallback-texts.ts';
import { CALL_NAMES } from '../../preload/contract/contract.ts';
import { ok } from '../../preload/contract/failure.ts';
import { borderOf, good, outcome } from './border.ts';
import { GOOD_ARGS, GOOD_FAILURE, GOOD_REPLIES } from './examples.ts';

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

test('every call returns its own reply, and a failure, unchanged', async () => {
  for (const name of CALL_NAMES) {
    expect(await borderOf().call(name, GOOD_ARGS[name])).toEqual(ok(GOOD_REPLIES[name]));
    const failing = borderOf(() => ({ ok: false, error: GOOD_FAILURE }));
    expect(await failing.call(name, GOOD_ARGS[name])).toEqual({ ok: false, error: GOOD_FAILURE });
  }
});

test('every call refuses a reply with an extra field, and quotes its value nowhere', async () => {
  for (const name of CALL_NAMES) {
    const leaks = [{ apiKey: CANARY }, CANARY, [{ apiKey: CANARY }], ...withLeaks(GOOD_REPLIES[name])];
    for (const leak of leaks) {
      const { call, lines } = borderOf(() => ok(leak));
      const reply = await call(name, GOOD_ARGS[name]);
      expect([name, outcome(reply)]).toEqual([name, 'internal']);
      expect(JSON.stringify([reply, lines])).not.toContain(CANARY);
    }
  }
});

test('every call refuses a failure with an extra field, and quotes its value nowhere', async () => {
  for (const name of CALL_NAMES) {
    for (const error of [
      { ...GOOD_FAILURE, apiKey: CANARY },
      { ...GOOD_FAILURE, code: CANARY },
      CANARY,
      null,
    ]) {
      const { call, lines } = borderOf(() => ({ ok: false, error, apiKey: CANARY }));
      const reply = await call(name, GOOD_ARGS[name]);
      expect([name, outcome(reply)]).toEqual([name, 'internal']);
      expect(JSON.stringify([reply, lines])).not.toContain(CANARY);
    }
  }
});

test('every call drops everything beside the value or the failure', async () => {
  for (const name of CALL_NAMES) {
    for (const answer of [good(name), { ok: false, error: GOOD_FAILURE }]) {
      const { call } = borderOf(() => ({ ...(answer as Loose), apiKey: CANARY }));
      expect(await call(name, GOOD_ARGS[name])).toEqual(answer);
    }
  }
});

test('every call turns an exception of its use case into a coded failure that the log explains', async () => {
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
  for (const name of CALL_NAMES) {
    for (const answer of thrown) {
      const { call, lines } = borderOf(answer);
      const reply = await call(name, GOOD_ARGS[name]);
      if (reply.ok) throw new Error('a bug was handed over as a success');
      expect(reply.error.code).toBe('internal');
      expect(reply.error.message).toBe(FAILURE_TEXTS.internal.message);
      expect(JSON.stringify(reply)).not.toMatch(/canary|bug|TypeError|RangeError|ENOSPC|undefined|at .*:\d+/);
      const requestId = requestIdOf(reply.error.details);
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      expect(lines.filter((line) => line.includes(requestId))).toHaveLength(1);
    }
  }
});

test('a reply over 8 MiB is refused, one of exactly that size isn’t', async () => {
  const view = GOOD_REPLIES['boards.view'] as Loose;
  const rest = JSON.stringify({ ...view, raw: '' }).length;
  for (const [over, expected] of [
    [0, 'ok'],
    [1, 'internal'],
  ] as const) {
    const { call } = borderOf(() => ok({ ...view, raw: 'x'.repeat(LARGEST_REPLY - rest + over) }));
    expect(outcome(await call('boards.view', GOOD_ARGS['boards.view']))).toBe(expected);
  }
});
