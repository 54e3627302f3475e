import { describe, expect, test } from 'vitest';
import type { ConnectionKeys, KeyInfo, RehearsalCell } from '../../../../../preload/contract/keys.ts';
import { rotationStep, verdictOfNext, worstOfNext } from '../../../../../renderer/screens/keys/key-facts.ts';
import { connectionOf, keyOf } from '../../scripted-bridge.ts';

const one = connectionOf('a');
const two = connectionOf('a', { boardKey: { kind: 'none' } });

const next = (slot: KeyInfo['slot']): KeyInfo => keyOf(`next-${slot}`, { slot, stage: 'next' });

/** Keys with a next one in these slots, and what their check found: by API, for the next key. */
function checked(
  slots: readonly KeyInfo['slot'][],
  found: Readonly<Partial<Record<RehearsalCell['api'], RehearsalCell['state']>>>,
): ConnectionKeys {
  const cells = (['paper-api', 'board-api'] as const).flatMap((api) => [
    { api, stage: 'current', state: 'good', summary: '', failure: null } as const,
    {
      api,
      stage: 'next',
      state: found[api] ?? 'no-key',
      summary: `Summary of ${api}.`,
      failure: null,
    } as const,
  ]);
  return {
    connectionId: 'a',
    keys: slots.map((slot) => next(slot)),
    rehearsal: { at: 1, cells, switched: [] },
  };
}

describe('a next key', () => {
  test.each([
    ['good', 'good', 'passed'],
    ['good', 'not-checkable', 'unchecked'],
    ['good', 'no-key', 'unchecked'],
    ['good', 'refused', 'failed'],
    ['offline', 'good', 'offline'],
  ] as const)('that serves both APIs: paper API %s, board API %s is “%s”', (paper, board, verdict) => {
    const keys = checked(['main'], { 'paper-api': paper, 'board-api': board });
    expect(verdictOfNext(keys, one, 'main')).toBe(verdict);
  });

  test('of one API is judged by that API alone, and the worse of two stands for both', () => {
    const keys = checked(['main', 'board'], { 'paper-api': 'good', 'board-api': 'refused' });
    expect(verdictOfNext(keys, two, 'main')).toBe('passed');
    expect(verdictOfNext(keys, two, 'board')).toBe('failed');
    expect(worstOfNext(keys, two)).toBe('failed');
    expect(worstOfNext({ ...keys, keys: [next('main')] }, two)).toBe('passed');
  });

  test('is unchecked before any check, and has no verdict where there is none', () => {
    expect(worstOfNext({ ...checked(['main'], {}), rehearsal: null }, one)).toBe('unchecked');
    expect(worstOfNext(checked([], {}), one)).toBeNull();
    expect(worstOfNext(undefined, one)).toBeNull();
  });
});

describe('the next step of a rotation', () => {
  const key = (stage: KeyInfo['stage']): KeyInfo => ({ ...next('main'), stage });
  const of = (keys: ConnectionKeys, ...stages: readonly KeyInfo['stage'][]) =>
    rotationStep({ ...keys, keys: stages.map(key) }, one, 'main');
  const unchecked: ConnectionKeys = { connectionId: 'a', keys: [], rehearsal: null };
  const passed = checked(['main'], { 'paper-api': 'good', 'board-api': 'good' });

  test('is to add, stage, check, use and retire a key, one after the other', () => {
    expect(of(unchecked)).toBe('add');
    expect(of(unchecked, 'current')).toBe('stage');
    expect(of(unchecked, 'current', 'next')).toBe('check');
    expect(of(passed, 'current', 'next')).toBe('use');
    expect(of(unchecked, 'current', 'previous')).toBe('retire');
  });

  test('is to retire the previous key before the next one is used', () => {
    expect(of(passed, 'current', 'next', 'previous')).toBe('retire');
  });

  test('is to check again what was not checked in full, and open where the key was refused', () => {
    const half = checked(['main'], { 'paper-api': 'not-checkable', 'board-api': 'good' });
    const refused = checked(['main'], { 'paper-api': 'refused', 'board-api': 'good' });
    expect(of(half, 'current', 'next')).toBe('check');
    expect(of(refused, 'current', 'next')).toBeNull();
  });
});
