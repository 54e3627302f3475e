/** What a page may send, and what it may not. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { whyNotPlain } from '../../main/ipc/dispatch.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { borderOf, outcome } from './border.ts';
import { GOOD_ARGS } from './examples.ts';
import { HOSTILE_NAMES, hostileValue } from './hostile-values.ts';

test('every call accepts its own arguments, and its use case gets exactly these', async () => {
  for (const name of CALL_NAMES) {
    const { call, ran } = borderOf();
    expect([name, outcome(await call(name, GOOD_ARGS[name]))]).toEqual([name, 'ok']);
    expect(ran).toEqual([[name, GOOD_ARGS[name]]]);
  }
});

test.each(HOSTILE_NAMES)('every call refuses %s, and no use case runs', async (hostile) => {
  const wrong: unknown[] = [];
  for (const name of CALL_NAMES) {
    const { call, ran } = borderOf();
    const code = outcome(await call(name, hostileValue(hostile, name)));
    if (code !== 'bad-request' || ran.length > 0) wrong.push([name, code]);
  }
  expect(wrong).toEqual([]);
});

/** Whoever does not hurry, wants no fields, or means boards, says nothing of it. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'boards.window hurried',
  'jobs.review fields',
  'plans.open fields',
  ...['list', 'save', 'remove', 'setColumns'].map((call) => `views.${call} of`),
]);

test('every call refuses its arguments when any one of them is missing', async () => {
  const wrong: string[] = [];
  for (const name of CALL_NAMES) {
    for (const missing of Object.keys(GOOD_ARGS[name])) {
      if (OPTIONAL.has(`${name} ${missing}`)) continue;
      const { call, ran } = borderOf();
      const { [missing]: _missing, ...args } = GOOD_ARGS[name];
      if (outcome(await call(name, args)) !== 'bad-request' || ran.length > 0)
        wrong.push(`${name} ${missing}`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['boards.window', { count: 0 }],
  ['boards.window', { count: 1001 }],
  ['boards.window', { count: 1.5 }],
  ['boards.window', { from: -1 }],
  ['boards.window', { from: 2 ** 53 }],
  ['boards.window', { query: { find: 'x'.repeat(513), filters: [], order: { by: 'id', descending: true } } }],
  ['boards.view', { boardId: '' }],
  ['boards.view', { boardId: 'x'.repeat(513) }],
  ['previews.open', { target: { kind: 'address', id: 'https://evil.example/' } }],
  ['previews.open', { target: { kind: 'paper', id: 'p-7', url: 'https://evil.example/' } }],
  ['connections.save', { environment: 'development' }],
  ['connections.save', { apiKey: 'x'.repeat(16_385) }],
  ['connections.save', { sessionOnly: 'false' }],
  ['connections.check', { paperApi: 'x'.repeat(4097) }],
  ['jobs.createBoards', { count: 1001 }],
  ['app.copy', { text: 'x'.repeat(60_001) }],
] as const)('%s refuses %j', async (name, change) => {
  const { call, ran } = borderOf();
  expect(outcome(await call(name, { ...GOOD_ARGS[name], ...change }))).toBe('bad-request');
  expect(ran).toEqual([]);
});

test('a list may show as many fields as it may have columns', async () => {
  const fields = Array.from({ length: 50 }, (_, at) => `field ${at}`);
  const columns = fields.map((name) => ({ id: `field:${name}`, width: null }));
  const { call } = borderOf();
  expect(outcome(await call('views.setColumns', { ...GOOD_ARGS['views.setColumns'], columns }))).toBe('ok');
  for (const name of ['boards.window', 'jobs.review', 'plans.open'] as const)
    expect([name, outcome(await call(name, { ...GOOD_ARGS[name], fields }))]).toEqual([name, 'ok']);
});

test('an unknown call is refused, and its name quoted nowhere', async () => {
  for (const name of ['boards.wipe', 'constructor', '__proto__', 'boards', '', 7, null, { toString: 'x' }]) {
    const { dispatch, lines, press } = borderOf();
    const reply = await dispatch(name, true, {}, press());
    expect(outcome(reply)).toBe('bad-request');
    expect(JSON.stringify([reply, lines])).not.toContain('wipe');
  }
});

test('a refusal quotes nothing of what was sent, to the page or in the log', async () => {
  const planted = 'planted-7f3a';
  for (const name of CALL_NAMES) {
    const { call, lines } = borderOf();
    const good = GOOD_ARGS[name];
    const hostile = [
      { ...good, extra: planted },
      { ...good, [planted]: 1 },
      [planted],
      planted,
      { extra: 1, ...Object.fromEntries(Object.keys(good).map((field) => [field, { [planted]: planted }])) },
    ];
    for (const args of hostile) {
      const reply = await call(name, args);
      expect(outcome(reply)).toBe('bad-request');
      expect(JSON.stringify(reply)).not.toContain(planted);
    }
    expect(lines).toHaveLength(hostile.length);
    expect(lines.join('\n')).not.toContain(planted);
  }
});

test('a use case gets only what its schema names, hidden keys never', async () => {
  const { call, ran } = borderOf();
  await call('boards.view', Object.defineProperty({ ...GOOD_ARGS['boards.view'] }, 'hidden', { value: 1 }));
  expect(Reflect.ownKeys(ran[0]?.[1] as object)).toEqual(['connectionId', 'boardId']);
});

test('arguments of another realm are plain data too', () => {
  const foreign = Object.create(
    Object.create(null, { isPrototypeOf: { value: () => false } }) as object,
  ) as object;
  expect(whyNotPlain(Object.assign(foreign, { connectionId: 'c-1' }))).toBeNull();
});

describe('any message from a page', () => {
  /** One seed for every run, so that a failure is found again. */
  const SEED = 20_260_601;
  const RUNS_PER_CALL = 60;
  const names = fc.oneof(
    fc.constantFrom(...new Set(Object.values(GOOD_ARGS).flatMap((args) => Object.keys(args)))),
    fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'url', 'path', 'headers', ''),
    fc.string(),
  );
  const anything = fc.anything({
    key: names,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  const changes = fc.dictionary(names, fc.oneof(anything, fc.string({ unit: 'binary' }), fc.double()), {
    maxKeys: 3,
  });

  /** Either anything at all, or good arguments with some of their values replaced or some keys added. */
  const argsFor = (name: CallName): fc.Arbitrary<unknown> =>
    fc.oneof(
      anything,
      changes.map((change) => ({ ...GOOD_ARGS[name], ...change })),
      changes,
    );

  test('gets an answer with a code, and a use case runs only for what its schema accepts', async () => {
    let calls = 0;
    for (const name of CALL_NAMES) {
      await fc.assert(
        fc.asyncProperty(argsFor(name), async (args) => {
          calls += 1;
          const { call, ran } = borderOf();
          const reply = await call(name, args);
          if (reply.ok) {
            expect(ran).toHaveLength(1);
            expect(v.is(CALLS[name].args, args)).toBe(true);
          } else {
            expect([name, reply.error.code]).toEqual([name, 'bad-request']);
            expect(ran).toEqual([]);
          }
        }),
        { numRuns: RUNS_PER_CALL, seed: SEED },
      );
    }
    expect(calls).toBe(CALL_NAMES.length * RUNS_PER_CALL);
    expect(calls).toBeGreaterThanOrEqual(2000);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
