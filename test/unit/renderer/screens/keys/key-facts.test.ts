import { expect, test } from 'vitest';
import type { ConnectionKeys, KeyInfo, RehearsalCell } from '../../../../../preload/contract/keys.ts';
import {
  checkOfNext,
  rotationStep,
  verdictOfNext,
  worstOfNext,
} from '../../../../../renderer/screens/keys/key-facts.ts';
import { connectionOf, keyOf } from '../../scripted-bridge.ts';

const one = connectionOf('a');
const two = connectionOf('a', { boardKey: { kind: 'none' } });

const next = (slot: KeyInfo['slot']): KeyInfo => keyOf(`next-${slot}`, { slot, stage: 'next' });

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

test.each([
  ['good', 'good', 'passed', 'Passed'],
  ['not-checkable', 'good', 'unchecked', 'Board API passed, paper API not checked'],
  ['no-key', 'not-checkable', 'unchecked', 'Not checked'],
  ['good', 'refused', 'failed', 'Board API refused, paper API passed'],
  ['offline', 'good', 'unchecked', 'Board API passed, paper API not checked (offline)'],
] as const)('paper API %s, board API %s: the next key is “%s”, “%s”', (paper, board, verdict, text) => {
  const keys = checked(['main'], { 'paper-api': paper, 'board-api': board });
  expect(verdictOfNext(keys, one, 'main')).toBe(verdict);
  expect(checkOfNext(keys, one, 'main')).toBe(text);
});

test('if both APIs have a next key, the connection’s check result is the worse of the two keys’ results', () => {
  const keys = checked(['main', 'board'], { 'paper-api': 'good', 'board-api': 'refused' });
  expect(verdictOfNext(keys, two, 'main')).toBe('passed');
  expect(verdictOfNext(keys, two, 'board')).toBe('failed');
  expect(checkOfNext(keys, two, 'board')).toBe('Refused');
  expect(worstOfNext(keys, two)).toBe('failed');
  expect(worstOfNext({ ...keys, keys: [next('main')] }, two)).toBe('passed');
});

const key = (stage: KeyInfo['stage']): KeyInfo => ({ ...next('main'), stage });
const of = (keys: ConnectionKeys, ...stages: readonly KeyInfo['stage'][]) =>
  rotationStep({ ...keys, keys: stages.map(key) }, one, 'main');
const unchecked: ConnectionKeys = { connectionId: 'a', keys: [], rehearsal: null };
const passed = checked(['main'], { 'paper-api': 'good', 'board-api': 'good' });

const half = checked(['main'], { 'paper-api': 'not-checkable', 'board-api': 'good' });
const refused = checked(['main'], { 'paper-api': 'refused', 'board-api': 'good' });

test('Easel suggests the next step in the rotation of an API key', () => {
  expect(of(unchecked)).toBe('add');
  expect(of(unchecked, 'current')).toBe('stage');
  for (const incomplete of [unchecked, half]) expect(of(incomplete, 'current', 'next')).toBe('check');
  expect(of(refused, 'current', 'next')).toBeNull();
  expect(of(passed, 'current', 'next')).toBe('use');
  for (const next of [[], ['next']] as const)
    expect(of(passed, 'current', 'previous', ...next)).toBe('retire');
  const current = { ...key('current'), lastAcceptedAt: 1, lastRefusedAt: 2 };
  expect(rotationStep({ ...passed, keys: [current, key('previous')] }, one, 'main')).toBe('go-back');
});
