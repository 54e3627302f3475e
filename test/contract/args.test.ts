import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { dose } from '../support/nightly.ts';
import { borderOf, outcome } from './border.ts';
import { GOOD_ARGS } from './examples.ts';

type Args = Readonly<Record<string, unknown>>;

const everyField =
  (wrong: unknown) =>
  (good: Args): unknown =>
    Object.keys(good).length === 0 ? wrong : Object.fromEntries(Object.keys(good).map((key) => [key, wrong]));

const HUGE = 'x'.repeat(70 * 1024);

test.each<readonly [string, (good: Args) => unknown]>([
  ['undefined', () => undefined],
  ['a text', () => 'c-1'],
  ['an empty list', () => []],
  ['a list around the arguments', (good) => [good]],
  ['an extra key', (good) => ({ ...good, url: 'https://evil.example/' })],
  ['an extra key that is undefined', (good) => ({ ...good, extra: undefined })],
  [
    'an own __proto__',
    (good) => Object.defineProperty({ ...good }, '__proto__', { value: {}, enumerable: true }),
  ],
  ['arguments only on the prototype', (good) => Object.create({ ...good, needed: 1 }) as object],
  ['an instance of a class', (good) => Object.assign(new (class Arguments {})(), good)],
  ['ten nested lists', (good) => ({ ...good, extra: [[[[[[[[[[1]]]]]]]]]] })],
  ['a text of 70 KiB', (good) => ({ ...good, extra: HUGE })],
  ['a number in every field', everyField(7)],
  ['infinity in every field', everyField(Number.POSITIVE_INFINITY)],
  ['a list of lists in every field', everyField([['c-1']])],
  ['an object in every field', everyField({ toString: 'c-1' })],
  ['a text of 70 KiB in every field', everyField(HUGE)],
  ['undefined in every field', everyField(undefined)],
])('every IPC call refuses invalid arguments: %s', async (_what, hostile) => {
  const { call, ran } = borderOf();
  for (const name of CALL_NAMES)
    expect([name, outcome(await call(name, hostile({ ...GOOD_ARGS[name] })))]).toEqual([name, 'bad-request']);
  expect(ran).toEqual([]);
});

const OPTIONAL: ReadonlySet<string> = new Set([
  'boards.annotate seen',
  'boards.create startedAt',
  'boards.window hurried',
  'connections.check paper',
  'jobs.deleteReviewed saves',
  'jobs.review fields',
  'papers.create startedAt',
  'papers.rename seen',
  'plans.open fields',
  'teamwork.reviewPlan fields',
  'views.save rule',
  'views.save shared',
  ...['list', 'save', 'remove', 'setColumns'].map((call) => `views.${call} of`),
]);

test('every IPC call refuses missing arguments', async () => {
  const accepted: string[] = [];
  for (const name of CALL_NAMES) {
    for (const missing of Object.keys(GOOD_ARGS[name])) {
      const { [missing]: _missing, ...args } = GOOD_ARGS[name];
      if (outcome(await borderOf().call(name, args)) !== 'bad-request') accepted.push(`${name} ${missing}`);
    }
  }
  expect(new Set(accepted)).toEqual(OPTIONAL);
});

test('an IPC call that takes a list of columns accepts 50 columns', async () => {
  const fields = Array.from({ length: 50 }, (_, at) => `field ${at}`);
  const columns = fields.map((name) => ({ id: `field:${name}`, width: null }));
  const { call } = borderOf();
  expect(outcome(await call('views.setColumns', { ...GOOD_ARGS['views.setColumns'], columns }))).toBe('ok');
  for (const name of ['boards.window', 'jobs.review', 'plans.open'] as const)
    expect([name, outcome(await call(name, { ...GOOD_ARGS[name], fields }))]).toEqual([name, 'ok']);
});

test('main refuses an unknown IPC call without quoting the call’s name', async () => {
  for (const name of ['boards.wipe', 'constructor', '__proto__', 'boards', '', 7, { toString: 'x' }]) {
    const { dispatch, lines, press } = borderOf();
    const reply = await dispatch(name, true, {}, press());
    expect(outcome(reply)).toBe('bad-request');
    expect(JSON.stringify([reply, lines])).not.toContain('wipe');
  }
});

test('main refuses an IPC call with 1,000 long ids and advises the user to select fewer items', async () => {
  const which = Array.from({ length: 1000 }, (_, at) => `${at}`.padStart(64, 'a'));
  const reply = await borderOf().call('papers.copy', { ...GOOD_ARGS['papers.copy'], which });
  expect(reply).toMatchObject({ error: { nextStep: 'Select fewer items, or shorten your text.' } });
});

test('neither the reply to an IPC call with invalid arguments nor the log quotes these arguments', async () => {
  const planted = 'planted-7f3a';
  for (const name of CALL_NAMES) {
    const { call, lines } = borderOf();
    const good = GOOD_ARGS[name];
    const wrongValues = Object.fromEntries(Object.keys(good).map((field) => [field, { [planted]: planted }]));
    const hostile = [{ ...good, [planted]: planted }, planted, { extra: 1, ...wrongValues }];
    for (const args of hostile) {
      const reply = await call(name, args);
      expect(outcome(reply)).toBe('bad-request');
      expect(JSON.stringify(reply)).not.toContain(planted);
    }
    expect(lines).toHaveLength(hostile.length);
    expect(lines.join('\n')).not.toContain(planted);
    expect(lines[0]).toContain('"level":"warn"');
  }
});

test('the handler of an IPC call receives only arguments that the call’s schema declares', async () => {
  const { call, ran } = borderOf();
  await call('boards.view', Object.defineProperty({ ...GOOD_ARGS['boards.view'] }, 'hidden', { value: 1 }));
  expect(Reflect.ownKeys(ran[0]?.[1] as object)).toEqual(['connectionId', 'boardId']);
});

const DRAWS = dose(100, 4);

test(`each IPC call accepts only those of ${DRAWS} random messages that match its schema`, async () => {
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
  const messagesTo = (name: CallName): fc.Arbitrary<unknown> =>
    fc.oneof(
      anything,
      changes.map((change) => ({ ...GOOD_ARGS[name], ...change })),
      changes,
    );

  for (const name of CALL_NAMES) {
    await fc.assert(
      fc.asyncProperty(messagesTo(name), async (args) => {
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
      { numRuns: DRAWS },
    );
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
