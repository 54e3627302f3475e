import type { Connection } from '../../../preload/contract/connections.ts';
import { API_NAMES } from '../../../preload/contract/facts.ts';
import { KEY_RESULTS } from '../../../preload/contract/later-facts.ts';
import type {
  ConnectionKeys,
  KeyInfo,
  KeySlot,
  KeyStage,
  RehearsalCell,
} from '../../../preload/contract/keys.ts';
import { capital } from '../../lib/format.ts';

export function slotsOf({ boardKey }: Connection): readonly KeySlot[] {
  return boardKey === null ? ['main'] : ['main', 'board'];
}

export function slotName({ boardKey }: Connection, slot: KeySlot): string {
  if (boardKey === null) return 'API key';
  return slot === 'main' ? 'Paper API key' : 'Board API key';
}

export function keyAt(keys: ConnectionKeys | undefined, slot: KeySlot, stage: KeyStage): KeyInfo | null {
  return keys?.keys.find((key) => key.slot === slot && key.stage === stage) ?? null;
}

const VERDICTS = ['failed', 'unchecked', 'passed'] as const;
export type Verdict = (typeof VERDICTS)[number];

function cellsOfNext(keys: ConnectionKeys, connection: Connection, slot: KeySlot): readonly RehearsalCell[] {
  const own = slot === 'main' ? 'paper-api' : 'board-api';
  const cells = (keys.rehearsal?.cells ?? []).filter(({ stage }) => stage === 'next');
  return (['board-api', 'paper-api'] as const).flatMap((api) =>
    connection.boardKey === null || api === own ? cells.filter((cell) => cell.api === api) : [],
  );
}

export function verdictOfNext(keys: ConnectionKeys, connection: Connection, slot: KeySlot): Verdict {
  const states = cellsOfNext(keys, connection, slot).map(({ state }) => state);
  if (states.length > 0 && states.every((state) => state === 'good')) return 'passed';
  return states.some((state) => state === 'refused' || state === 'failed') ? 'failed' : 'unchecked';
}

/** Describes the test of a replacement key: "Passed", "Board API passed, paper API not checked". */
export function checkOfNext(keys: ConnectionKeys, connection: Connection, slot: KeySlot): string {
  const cells = cellsOfNext(keys, connection, slot);
  const [only = 'not checked', ...others] = new Set(cells.map(({ state }) => KEY_RESULTS[state]));
  const each = cells.map(({ api, state }) => `${API_NAMES[api]} ${KEY_RESULTS[state]}`);
  return capital(others.length === 0 ? only : each.join(', '));
}

export function worstOfNext(keys: ConnectionKeys | undefined, connection: Connection): Verdict | null {
  if (keys === undefined) return null;
  const verdicts = slotsOf(connection)
    .filter((slot) => keyAt(keys, slot, 'next') !== null)
    .map((slot) => verdictOfNext(keys, connection, slot));
  return VERDICTS.find((each) => verdicts.includes(each)) ?? null;
}

export type RotationStep = 'add' | 'stage' | 'check' | 'use' | 'go-back' | 'retire';

/** True if the service refused the key after it last accepted it. */
export function isRefused({ lastRefusedAt, lastAcceptedAt }: KeyInfo): boolean {
  return lastRefusedAt !== null && lastRefusedAt > (lastAcceptedAt ?? 0);
}

/** Returns the recommended next step of a key rotation. Null after a failed test, because the user must decide. */
export function rotationStep(
  keys: ConnectionKeys,
  connection: Connection,
  slot: KeySlot,
): RotationStep | null {
  const has = (stage: KeyStage): boolean => keyAt(keys, slot, stage) !== null;
  const current = keyAt(keys, slot, 'current');
  if (current !== null && has('previous')) return isRefused(current) ? 'go-back' : 'retire';
  if (has('next')) {
    const verdict = verdictOfNext(keys, connection, slot);
    return verdict === 'passed' ? 'use' : verdict === 'failed' ? null : 'check';
  }
  return current === null ? 'add' : 'stage';
}
