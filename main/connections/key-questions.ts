/** What main asks before a key of a connection is added, switched, moved or removed. Keys are told by their fingerprints. */
import type { KeyInfo, KeySlot } from '../../preload/contract/keys.ts';
import type { Question } from '../ipc/implementation.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { hostsOf, titleOf } from './strictness.ts';

type Printed = Pick<KeyInfo, 'fingerprint'>;
type Placed = Pick<KeyInfo, 'fingerprint' | 'slot' | 'stage' | 'kept'>;
type Of = Pick<ConnectionRecord, 'separateBoardKey' | 'paperApi' | 'boardApi' | 'name' | 'environment'>;

const BY_ITSELF = 'Easel uses it without asking again once every check passes.';

/** Before a key is staged. `current`: the one in use, null for none. */
export function stageQuestion(
  record: Of,
  slot: KeySlot,
  key: Printed,
  { current, useWhenGreen }: { readonly current: Printed | null; readonly useWhenGreen: boolean },
): Question {
  const then =
    current === null
      ? `It is used at ${placeOf(record, slot)} from now on.`
      : `${useWhenGreen ? BY_ITSELF : 'It waits until you use it.'} The key in use at ${placeOf(record, slot)} is ${current.fingerprint}.`;
  return {
    message: `Add ${nameOf(record, slot)} ${key.fingerprint} to ${titleOf(record)}?`,
    detail: then,
    yes: 'Add key',
  };
}

/** Before a next key may take over by itself. */
export function automaticQuestion(record: Of, key: Placed): Question {
  return {
    message: `Let Easel switch ${titleOf(record)} to ${nameOf(record, key.slot)} ${key.fingerprint}?`,
    detail: `${BY_ITSELF} It is then used at ${placeOf(record, key.slot)}.`,
    yes: 'Switch automatically',
  };
}

/** Before a key of this session goes into the keychain. */
export function keepQuestion(record: Of, key: Placed): Question {
  return {
    message: `Save ${nameOf(record, key.slot)} ${key.fingerprint} of ${titleOf(record)} in the keychain?`,
    detail: 'It stays on this computer after Easel is closed.',
    yes: 'Save in keychain',
  };
}

/** Before another key is used. `isProven`: it passed every check. */
export function switchQuestion(
  record: Of,
  to: Placed,
  { current, isProven }: { readonly current: Printed | null; readonly isProven: boolean },
): Question {
  const instead = current === null ? '' : ` instead of ${current.fingerprint}`;
  return {
    message: `Use ${nameOf(record, to.slot)} ${to.fingerprint} in ${titleOf(record)}?`,
    detail: `${isProven ? '' : 'It has not passed every check. '}It is used at ${placeOf(record, to.slot)}${instead}. You can go back afterwards.`,
    yes: 'Use this key',
  };
}

/** Before a previous or next key is removed from this computer. */
export function removeKeyQuestion(record: Of, key: Placed): Question {
  const [verb, stays] =
    key.stage === 'previous'
      ? ['Retire', 'Delete it in the service’s dashboard first.']
      : ['Discard', 'It stays valid at the service.'];
  return {
    message: `${verb} the ${key.stage} ${nameOf(record, key.slot)} ${key.fingerprint} of ${titleOf(record)}?`,
    detail: `It is removed from this computer. This can’t be undone. ${stays}`,
    yes: `${verb} key`,
  };
}

/** One sentence about each key that goes. */
export function keyLines(record: Of, keys: readonly Placed[]): readonly string[] {
  return keys.map(({ slot, stage, kept, fingerprint }) => {
    const where = kept === 'session' ? 'for this session' : 'in the keychain';
    return `The ${stage} ${nameOf(record, slot)} ${fingerprint}, kept ${where}.`;
  });
}

/** How a form changes the keys that are in use, in sentences. `typed` is null where the one that is kept stays. */
export function keyFacts(
  record: Of,
  typed: Readonly<Record<KeySlot, Printed | null>>,
  current: readonly Placed[],
): readonly string[] {
  const changed = (['main', 'board'] as const).flatMap((slot) => {
    const [next, before] = [typed[slot], current.find((key) => key.slot === slot && key.stage === 'current')];
    if (next === null || next.fingerprint === before?.fingerprint) return [];
    const instead = before === undefined ? 'is added' : `replaces ${before.fingerprint}`;
    return [`The ${nameOf(record, slot)} ${next.fingerprint} ${instead}.`];
  });
  const gone = current.filter(({ slot }) => slot === 'board' && !record.separateBoardKey);
  return [...changed, ...gone.map(({ fingerprint }) => `The board API key ${fingerprint} is removed.`)];
}

/** A slot in words, where a connection has two of them. */
function nameOf({ separateBoardKey }: Of, slot: KeySlot): string {
  if (slot === 'board') return 'board API key';
  return separateBoardKey ? 'paper API key' : 'API key';
}

/** The hosts that a key is sent to. */
function placeOf(record: Of, slot: KeySlot): string {
  if (!record.separateBoardKey) return hostsOf(record);
  return new URL(slot === 'board' ? record.boardApi : record.paperApi).host;
}
