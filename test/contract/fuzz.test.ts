import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ARGS } from '../../main/ipc/schemas.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import { borderOf } from './border.ts';
import { GOOD_ARGS } from './good-args.ts';

/** One seed for every run, so that a failure is found again. */
const SEED = 20_260_601;
const RUNS_PER_CHANNEL = 120;

const names = fc.oneof(
  fc.constantFrom(...new Set(Object.values(GOOD_ARGS).flatMap((args) => Object.keys(args)))),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'url',
    'path',
    'method',
    'headers',
    '',
  ),
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

/** Either anything at all, or good arguments with some of their values replaced or some keys added. */
function argsFor(channel: CallName): fc.Arbitrary<unknown> {
  const good = GOOD_ARGS[channel];
  const changes = fc.dictionary(names, fc.oneof(anything, fc.string({ unit: 'binary' }), fc.double()), {
    maxKeys: 3,
  });
  return fc.oneof(
    anything,
    changes.map((change) => ({ ...good, ...change })),
    changes,
  );
}

let calls = 0;

describe('whatever a page sends, it gets an answer with a code, and a handler runs only for what its schema takes', () => {
  test.each(CALL_NAMES)('%s', async (channel) => {
    await fc.assert(
      fc.asyncProperty(argsFor(channel), async (args) => {
        calls += 1;
        const { dispatch, ran } = borderOf();
        const reply = await dispatch(channel, true, args);
        if (reply.ok) {
          expect(ran).toHaveLength(1);
          expect(v.is(ARGS[channel], args)).toBe(true);
        } else {
          expect(reply.error.code).toBe('bad-request');
          expect(ran).toEqual([]);
        }
      }),
      { numRuns: RUNS_PER_CHANNEL, seed: SEED },
    );
  });

  test('was tried at least 2,000 times', () => {
    expect(calls).toBeGreaterThanOrEqual(2000);
    expect(calls).toBe(CALL_NAMES.length * RUNS_PER_CHANNEL);
  });

  test('left the prototypes of everything as they were', () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Readonly<Record<string, unknown>>)['isAdmin']).toBeUndefined();
  });
});
