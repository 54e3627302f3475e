/** Texts of the confirmation dialogs about connections and keys. They identify keys by fingerprint. */
import { KEY_SLOTS, type KeyInfo, type KeySlot } from '../../preload/contract/keys.ts';
import type { ApiKey } from '../service/authorize.ts';
import type { Question } from '../lib/implementation.ts';
import { quoted, shortened } from '../lib/wording/format.ts';
import { API_NAMES, isThisComputer } from '../service/http.ts';
import type { Addresses } from '../service/types.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { HostRules } from './addresses.ts';

type Strictness = Pick<ConnectionRecord, 'environment' | 'readOnly'>;
type Known = Strictness & Pick<ConnectionRecord, 'name' | 'paperApi' | 'boardApi' | 'appUrl'>;

/** Returns `next` with the strict settings (Production, read-only) of `known`, so that no import weakens them. */
export function notWeaker<T extends Strictness>(known: Strictness, next: T): T {
  const environment = known.environment === 'production' ? known.environment : next.environment;
  return { ...next, environment, readOnly: known.readOnly || next.readOnly };
}

/** Returns the confirmation question for changing a connection, or null. `keys` are sentences from `keyFacts`. */
export function changeQuestion(
  known: Known,
  next: Strictness & Addresses,
  keys: readonly string[],
): Question | null {
  const isProduction = known.environment === 'production';
  const facts = [...addressFacts(known, next), ...keys];
  if (isProduction && known.readOnly && !next.readOnly)
    facts.push(
      `The connection will no longer be read-only: boards and papers on ${hostsOf(known)} can be changed and deleted.`,
    );
  if (isProduction && next.environment !== 'production')
    facts.push(
      'The connection will no longer be marked as Production, so Easel will ask for less confirmation before deleting.',
    );
  if (facts.length === 0) return null;
  const detail = facts.join('\n\n');
  return { message: `Change connection ${titleOf(known)}?`, detail, yes: 'Change connection' };
}

/** Returns a warning for each pasted key that ends with a punctuation mark. The mark may belong to the key. */
export function endingFacts(keys: readonly (ApiKey | null)[]): readonly string[] {
  return keys.flatMap((key) => {
    const end = key?.punctuation() ?? '';
    if (end === '') return [];
    return [
      `The pasted API key ends with “${end}”. If you copied this character by mistake, cancel and remove the character.`,
    ];
  });
}

export function addressFacts(known: Addresses, next: Addresses): readonly string[] {
  const moved = (['paperApi', 'boardApi'] as const)
    .filter((api) => known[api] !== next[api])
    .map(
      (api) =>
        `The address of the ${API_NAMES[api]} will change from ${shown(known[api])} to ${shown(next[api])}. Easel will send the key to the new address.`,
    );
  const links = `Join links will open ${shown(next.appUrl)} instead of ${shown(known.appUrl)}. The owner of the new address will be able to use the access tokens in the links.`;
  return known.appUrl === next.appUrl ? moved : [links, ...moved];
}

/** Shortens the path of a URL, but never the host, because the end of the host names its owner. */
function shown(address: string): string {
  const { origin } = new URL(address);
  return origin + shortened(address.slice(origin.length), LONGEST_PATH);
}

const LONGEST_PATH = 100;

/** Returns sentences such as “Easel will send the API key to (host).” Omits this computer and hosts set by policy. */
export function hostFacts({ paperApi, boardApi, appUrl }: Addresses, policy: HostRules): readonly string[] {
  const others = (addresses: readonly string[]) =>
    addresses.map((address) => new URL(address)).filter(({ hostname }) => !isThisComputer(hostname));
  const apis = policy.allowedApiHosts === null ? others([paperApi, boardApi]) : [];
  const app = policy.allowedEmbedHosts === null ? others([appUrl]) : [];
  return [
    ...new Set(apis.map(({ host }) => `Easel will send the API key to ${host}.`)),
    ...app.map(({ host }) => `Join links and live previews will open ${host}.`),
  ];
}

export function newHostsQuestion(
  verb: 'Check' | 'Add',
  form: Pick<Known, 'name' | 'environment'>,
  facts: readonly string[],
): Question | null {
  if (facts.length === 0) return null;
  const yes = `${verb} connection`;
  return { message: `${yes} ${titleOf(form)}?`, detail: facts.join('\n\n'), yes };
}

export function unlockQuestion(known: Known): Question | null {
  if (known.environment !== 'production') return null;
  return {
    message: `Allow changes to ${quoted(known.name)} (Production) for 10 minutes?`,
    detail: `You will be able to create and delete boards and papers on ${hostsOf(known)}.`,
    yes: 'Allow changes',
  };
}

export function removeQuestion(known: Known, keys: readonly string[], keysMayStay: boolean): Question {
  const stay = keysMayStay
    ? 'If a key can’t be removed from the keychain, you can remove it later under Keys & connections.'
    : 'Nothing changes on the service: the keys stay valid.';
  return {
    message: `Remove connection ${titleOf(known)} from this computer?`,
    detail: [
      `The keys, notes, views and lists of this connection to ${hostsOf(known)} will be removed. ${stay}`,
      keys.length === 0 ? 'This connection has no keys.' : keys.join('\n'),
    ].join('\n\n'),
    yes: 'Remove connection',
  };
}

export function titleOf({ name, environment }: Pick<Known, 'name' | 'environment'>): string {
  return environment === 'production' ? `${quoted(name)} (Production)` : quoted(name);
}

export function hostsOf({ paperApi, boardApi }: Pick<Known, 'paperApi' | 'boardApi'>): string {
  return [...new Set([paperApi, boardApi].map((address) => new URL(address).host))].join(' and ');
}

type Printed = Pick<KeyInfo, 'fingerprint'>;
type Placed = Pick<KeyInfo, 'fingerprint' | 'slot' | 'stage' | 'kept'>;
type OfKeys = Pick<ConnectionRecord, 'separateBoardKey' | 'paperApi' | 'boardApi' | 'name' | 'environment'>;

const BY_ITSELF = 'When every check passes, Easel will use this key without asking again.';

export function stageQuestion(
  record: OfKeys,
  slot: KeySlot,
  key: Printed,
  current: Printed | null,
  useWhenGreen: boolean,
  endings: readonly string[],
): Question {
  const then =
    current === null
      ? `Easel will use this key for ${placeOf(record, slot)} from now on.`
      : `${useWhenGreen ? BY_ITSELF : 'Easel won’t use this key until you choose to.'} The current key for ${placeOf(record, slot)} has fingerprint ${current.fingerprint}.`;
  return {
    message: `Add the ${apiOf(record, slot)} key with fingerprint ${key.fingerprint} to the connection ${titleOf(record)}?`,
    detail: [then, ...endings].join('\n\n'),
    yes: 'Add key',
  };
}

export function automaticQuestion(record: OfKeys, key: Placed): Question {
  return {
    message: `Switch the connection ${titleOf(record)} automatically to the ${apiOf(record, key.slot)} key with fingerprint ${key.fingerprint}?`,
    detail: `${BY_ITSELF} The key will be used for ${placeOf(record, key.slot)}.`,
    yes: 'Switch automatically',
  };
}

/** Returns the confirmation question for storing a session-only key. `keys` must include stored keys that it hides. */
export function keepQuestion(record: OfKeys, key: Placed, keys: readonly Placed[]): Question {
  const replaced = keys.find(
    ({ kept, slot, stage }) => kept === 'keychain' && slot === key.slot && stage === key.stage,
  );
  const detail = 'The key will stay on this computer after you close Easel.';
  const gone =
    replaced === undefined || replaced.fingerprint === key.fingerprint
      ? ''
      : ` Easel will remove the key ${replaced.fingerprint} from the keychain, because this key replaces it.`;
  return {
    message: `Save the ${apiOf(record, key.slot)} key with fingerprint ${key.fingerprint} in the keychain?`,
    detail: `${detail}${gone}`,
    yes: 'Save in keychain',
  };
}

export function switchQuestion(
  record: OfKeys,
  to: Placed,
  { current, isProven }: { readonly current: Printed | null; readonly isProven: boolean },
): Question {
  const instead =
    current === null ? '.' : ` instead of the key ${current.fingerprint}. You can switch back later.`;
  return {
    message: `Use the ${apiOf(record, to.slot)} key with fingerprint ${to.fingerprint} for the connection ${titleOf(record)}?`,
    detail: `${isProven ? '' : 'This key hasn’t passed every check. '}Easel will use this key for ${placeOf(record, to.slot)}${instead}`,
    yes: 'Use this key',
  };
}

export function removeKeyQuestion(record: OfKeys, key: Placed): Question {
  const [verb, stays] =
    key.stage === 'previous'
      ? ['Retire', 'Delete the key in the service’s dashboard first.']
      : ['Discard', 'The key stays valid on the service.'];
  return {
    message: `${verb} the ${key.stage} ${apiOf(record, key.slot)} key with fingerprint ${key.fingerprint} of ${titleOf(record)}?`,
    detail: `The key will be removed from this computer. This can’t be undone. ${stays}`,
    yes: `${verb} key`,
  };
}

export function keyLines(record: OfKeys, keys: readonly Placed[]): readonly string[] {
  return keys.map(({ slot, stage, kept, fingerprint }) => {
    const where = kept === 'session' ? 'kept for this session' : 'saved in the keychain';
    return `The ${stage} ${apiOf(record, slot)} key with fingerprint ${fingerprint} is ${where}.`;
  });
}

/** Returns sentences about added, replaced and removed API keys. `typed` is null for slots without a new key. */
export function keyFacts(
  record: OfKeys,
  typed: Readonly<Record<KeySlot, Pick<Placed, 'fingerprint' | 'kept'> | null>>,
  current: readonly Placed[],
): readonly string[] {
  const changed = KEY_SLOTS.flatMap((slot) => {
    const next = typed[slot];
    if (next === null) return [];
    const before = current.filter((key) => key.slot === slot && key.stage === 'current');
    // A new session-only key replaces only the key in use. A new stored key also replaces a hidden stored key.
    const replaced = new Set(
      before.slice(0, next.kept === 'session' ? 1 : 2).map(({ fingerprint }) => fingerprint),
    );
    replaced.delete(next.fingerprint);
    if (before.length > 0 && replaced.size === 0) return [];
    const keys = [...replaced].map((fingerprint) => `the key ${fingerprint}`).join(' and ');
    const instead = keys === '' ? '' : ` and will replace ${keys}`;
    return [`The ${apiOf(record, slot)} key with fingerprint ${next.fingerprint} will be added${instead}.`];
  });
  const gone = current.filter(({ slot }) => slot === 'board' && !record.separateBoardKey);
  return [...changed, ...gone.map((key) => `The board API key ${key.fingerprint} will be removed.`)];
}

export function apiOf(
  { separateBoardKey }: Pick<ConnectionRecord, 'separateBoardKey'>,
  slot: KeySlot,
): string {
  if (slot === 'board') return 'board API';
  return separateBoardKey ? 'paper API' : 'API';
}

function placeOf(record: OfKeys, slot: KeySlot): string {
  if (!record.separateBoardKey) return hostsOf(record);
  return new URL(slot === 'board' ? record.boardApi : record.paperApi).host;
}

export function signInQuestion(proxy: string, user: string): Question {
  return {
    message: `Sign in to the proxy ${proxy} as ${quoted(user)}?`,
    detail:
      'Easel sends the user name and password to this proxy only, and saves them in the keychain. If they can’t be saved there, Easel keeps them until it locks or quits.',
    yes: 'Sign in',
  };
}

export function forgetSignInQuestion(proxy: string): Question {
  return {
    message: `Forget the sign-in for the proxy ${proxy}?`,
    detail: 'The user name and password will be removed from this computer and its keychain.',
    yes: 'Forget sign-in',
  };
}
