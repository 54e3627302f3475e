/** Facts about keys and their wording, as pure functions. Times are epoch ms. */
import type { Connection, KeyState } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyInfo, KeySlot, KeyStage } from '../../../preload/contract/keys.ts';

export function slotsOf({ boardKey }: Connection): readonly KeySlot[] {
  return boardKey === null ? ['main'] : ['main', 'board'];
}

/** What the key of a slot is called: one key serves both APIs, or each API has its own. */
export function slotName({ boardKey }: Connection, slot: KeySlot): string {
  if (boardKey === null) return 'API key';
  return slot === 'main' ? 'Paper API key' : 'Board API key';
}

export const STAGE_NAMES: Readonly<Record<KeyStage, string>> = {
  current: 'Current',
  next: 'Next',
  previous: 'Previous',
};

/** A fingerprint as shown in sentences: shortened, with an ellipsis. */
export function shortPrint(fingerprint: string): string {
  return `${fingerprint}…`;
}

/** Where the key of a slot is kept, shown after its fingerprint: "in keychain", "no key". */
export function keyStateWording({ kind }: KeyState): string {
  if (kind === 'none') return 'no key';
  return kind === 'stored' ? 'in keychain' : 'this session only';
}

/** The key of a slot and stage; null when there is none. */
export function keyAt(keys: ConnectionKeys | undefined, slot: KeySlot, stage: KeyStage): KeyInfo | null {
  return keys?.keys.find((key) => key.slot === slot && key.stage === stage) ?? null;
}

export function isDue({ remindAt }: KeyInfo, now: number): boolean {
  return remindAt !== null && remindAt <= now;
}

/** How a next key came out of its check, the worst first. */
const VERDICTS = ['failed', 'offline', 'unchecked', 'passed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How a slot's next key came out of its check. With two slots, each key is for one API. */
export function verdictOfNext(keys: ConnectionKeys, connection: Connection, slot: KeySlot): Verdict {
  const api = slot === 'main' ? 'paper-api' : 'board-api';
  const states = (keys.rehearsal?.cells ?? [])
    .filter((cell) => cell.stage === 'next' && (connection.boardKey === null || cell.api === api))
    .map(({ state }) => state);
  if (states.length > 0 && states.every((state) => state === 'good')) return 'passed';
  if (states.some((state) => state === 'refused' || state === 'failed')) return 'failed';
  return states.includes('offline') ? 'offline' : 'unchecked';
}

/** How the next keys of a connection came out of its check, the worst of them; null where there is none. */
export function worstOfNext(keys: ConnectionKeys | undefined, connection: Connection): Verdict | null {
  if (keys === undefined) return null;
  const verdicts = slotsOf(connection)
    .filter((slot) => keyAt(keys, slot, 'next') !== null)
    .map((slot) => verdictOfNext(keys, connection, slot));
  return VERDICTS.find((each) => verdicts.includes(each)) ?? null;
}

/** The one thing to do next with the keys of a slot; null where only a person can tell. */
export type RotationStep = 'add' | 'stage' | 'check' | 'use' | 'retire';

/** How far the rotation of a slot is. A next key that failed its check leaves nothing to advise. */
export function rotationStep(
  keys: ConnectionKeys,
  connection: Connection,
  slot: KeySlot,
): RotationStep | null {
  const has = (stage: KeyStage): boolean => keyAt(keys, slot, stage) !== null;
  // It stands in the way of all others.
  if (has('current') && has('previous')) return 'retire';
  if (has('next')) {
    const verdict = verdictOfNext(keys, connection, slot);
    return verdict === 'passed' ? 'use' : verdict === 'failed' ? null : 'check';
  }
  return has('current') ? 'stage' : 'add';
}
