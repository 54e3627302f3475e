import { expect, test } from 'vitest';
import { LARGEST_REPLY } from '../../main/ipc/dispatch.ts';
import { FAILURE_TEXTS } from '../../main/lib/wording/failure.ts';
import { CALL_NAMES } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { borderOf, outcome, type Border } from './border.ts';
import { GOOD_ARGS, GOOD_FAILURE, GOOD_REPLIES } from './examples.ts';

const CANARY = 'canary-of-a-key-7f3a';
const VIEW = 'boards.view';

async function viewed(answer: () => unknown): Promise<{ reply: Result<unknown>; border: Border }> {
  const border = borderOf(answer);
  return { reply: await border.call(VIEW, GOOD_ARGS[VIEW]), border };
}

function withLeaks(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((item, index) => withLeaks(item).map((leak) => list.with(index, leak)));
  }
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    withLeaks(inner).map((leak) => ({ ...value, [name]: leak })),
  );
  // The object `fields` of a failure may contain any key, so an extra key in it is not a leak.
  const isFree =
    Object.values(value).every((inner) => typeof inner === 'string') &&
    !('name' in value && 'value' in value);
  return isFree ? inside : [{ ...value, apiKey: CANARY }, ...inside];
}

test('the arguments and the reply of every IPC call are passed on unchanged', async () => {
  for (const name of CALL_NAMES) {
    const { call, ran } = borderOf();
    expect(await call(name, GOOD_ARGS[name])).toEqual(ok(GOOD_REPLIES[name]));
    expect(ran).toEqual([[name, GOOD_ARGS[name]]]);
  }
});

test('an IPC reply whose value has an undeclared field is replaced by a failure', async () => {
  for (const name of CALL_NAMES) {
    for (const leak of [{ apiKey: CANARY }, CANARY, ...withLeaks(GOOD_REPLIES[name])]) {
      const { call, lines } = borderOf(() => ok(leak));
      const reply = await call(name, GOOD_ARGS[name]);
      expect([name, outcome(reply)]).toEqual([name, 'internal']);
      expect(JSON.stringify([reply, lines])).not.toContain(CANARY);
    }
  }
});

test('an IPC failure with a field outside its schema is replaced by the failure “internal”', async () => {
  expect((await viewed(() => fail(GOOD_FAILURE))).reply).toEqual(fail(GOOD_FAILURE));
  for (const error of [{ ...GOOD_FAILURE, apiKey: CANARY }, { ...GOOD_FAILURE, code: CANARY }, null]) {
    const { reply, border } = await viewed(() => ({ ok: false, error }));
    expect(outcome(reply)).toBe('internal');
    expect(JSON.stringify([reply, border.lines])).not.toContain(CANARY);
  }
});

test.each([ok(GOOD_REPLIES[VIEW]), fail(GOOD_FAILURE)])(
  'an undeclared field next to the value or failure is removed from an IPC reply',
  async (answer) => {
    expect((await viewed(() => ({ ...answer, apiKey: CANARY }))).reply).toEqual(answer);
  },
);

test.each<readonly [string, () => unknown]>([
  [
    'a thrown TypeError',
    () => {
      throw new TypeError(`a bug near ${CANARY}`);
    },
  ],
  ['a rejection', () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC', path: CANARY }))],
  ['the result undefined', () => undefined],
])('an error in an IPC handler becomes the failure “internal”: %s', async (_how, answer) => {
  const { reply, border } = await viewed(answer);
  if (reply.ok) throw new Error('a bug was returned as a success');
  expect(reply.error).toMatchObject({ code: 'internal', message: FAILURE_TEXTS.internal.message });
  expect(JSON.stringify(reply)).not.toMatch(/canary|bug|TypeError|ENOSPC|undefined|at .*:\d+/);
  const requestId = /Request id: ([\da-f-]{36})$/m.exec(reply.error.details.join('\n'))?.[1];
  expect(border.lines).toEqual([expect.stringContaining(String(requestId))]);
  expect(border.lines[0]).toContain('"level":"error"');
});

test.each([
  [0, 'ok'],
  [1, 'internal'],
])('an IPC reply of 8 MiB plus %i bytes has the result “%s”', async (over, expected) => {
  const view = GOOD_REPLIES[VIEW] as object;
  const rest = JSON.stringify({ ...view, raw: '' }).length;
  const { reply } = await viewed(() => ok({ ...view, raw: 'x'.repeat(LARGEST_REPLY - rest + over) }));
  expect(outcome(reply)).toBe(expected);
});
