/** Facts and texts about keys, as pure functions. Times are epoch ms. */
import type { Connection, KeyState } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyInfo, KeySlot, KeyStage } from '../../../preload/contract/keys.ts';

export function slotsOf({ boardKey }: Connection): readonly KeySlot[] {
  return boardKey === null ? ['main'] : ['main', 'board'];
}

export function slotName({ boardKey }: Connection, slot: KeySlot): string {
  if (boardKey === null) return 'API key';
  return slot === 'main' ? 'Paper API key' : 'Board API key';
}

export const STAGE_NAMES: Readonly<Record<KeyStage, string>> = {
  current: 'Current',
  next: 'Next',
  previous: 'Previous',
};

/** Shortened fingerprint with an ellipsis. */
export function shortFingerprint(fingerprint: string): string {
  return `${fingerprint}…`;
}

export function keyStateWording({ kind }: KeyState): string {
  if (kind === 'none') return 'no key';
  return kind === 'stored' ? 'in keychain' : 'this session only';
}

export function keyAt(keys: ConnectionKeys | undefined, slot: KeySlot, stage: KeyStage): KeyInfo | null {
  return keys?.keys.find((key) => key.slot === slot && key.stage === stage) ?? null;
}

export function isDue({ remindAt }: KeyInfo, now: number): boolean {
  return remindAt !== null && remindAt <= now;
}

/** Check results of a next key, worst first. */
const VERDICTS = ['failed', 'offline', 'unchecked', 'passed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Check result of a slot's next key. With two slots, each key serves one API. */
export function verdictOfNext(keys: ConnectionKeys, connection: Connection, slot: KeySlot): Verdict {
  const api = slot === 'main' ? 'paper-api' : 'board-api';
  const states = (keys.rehearsal?.cells ?? [])
    .filter((cell) => cell.stage === 'next' && (connection.boardKey === null || cell.api === api))
    .map(({ state }) => state);
  if (states.length > 0 && states.every((state) => state === 'good')) return 'passed';
  if (states.some((state) => state === 'refused' || state === 'failed')) return 'failed';
  return states.includes('offline') ? 'offline' : 'unchecked';
}

/** Worst check result of a connection's next keys. Null without a next key. */
export function worstOfNext(keys: ConnectionKeys | undefined, connection: Connection): Verdict | null {
  if (keys === undefined) return null;
  const verdicts = slotsOf(connection)
    .filter((slot) => keyAt(keys, slot, 'next') !== null)
    .map((slot) => verdictOfNext(keys, connection, slot));
  return VERDICTS.find((each) => verdicts.includes(each)) ?? null;
}

/** Recommended next action for a slot. */
export type RotationStep = 'add' | 'stage' | 'check' | 'use' | 'retire';

/** Null after a failed check, because the user must decide. */
export function rotationStep(
  keys: ConnectionKeys,
  connection: Connection,
  slot: KeySlot,
): RotationStep | null {
  const has = (stage: KeyStage): boolean => keyAt(keys, slot, stage) !== null;
  // A previous key blocks every other step.
  if (has('current') && has('previous')) return 'retire';
  if (has('next')) {
    const verdict = verdictOfNext(keys, connection, slot);
    return verdict === 'passed' ? 'use' : verdict === 'failed' ? null : 'check';
  }
  return has('current') ? 'stage' : 'add';
}
