/** What makes a connection less strict, or leads its people elsewhere: asked by main itself, and never done by a file. */
import type { Question } from '../ipc/implementation.ts';
import { quoted } from '../wording/format.ts';
import type { Addresses } from '../service/types.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';

type Strictness = Pick<ConnectionRecord, 'environment' | 'readOnly'>;
type Known = Strictness & Pick<ConnectionRecord, 'name' | 'paperApi' | 'boardApi' | 'appUrl'>;

/** As a file says it, but read-only and Production where the connection of this computer is. */
export function notWeaker<T extends Strictness>(known: Strictness, next: T): T {
  const environment = known.environment === 'production' ? known.environment : next.environment;
  return { ...next, environment, readOnly: known.readOnly || next.readOnly };
}

/** The question about a connection that is to be changed like this; null where a press is enough. `keys`: of its keys. */
export function changeQuestion(
  known: Known,
  next: Strictness & Addresses,
  keys: readonly string[],
): Question | null {
  const isProduction = known.environment === 'production';
  const facts = [
    ...addressFacts(known, next),
    ...keys,
    ...(isProduction && known.readOnly && !next.readOnly
      ? [`It will no longer be read-only: boards and papers at ${hostsOf(known)} can be changed and deleted.`]
      : []),
    ...(isProduction && next.environment !== 'production'
      ? ['It will no longer be marked as Production, so Easel asks for less confirmation before deleting.']
      : []),
  ];
  if (facts.length === 0) return null;
  return { message: `Change ${titleOf(known)}?`, detail: facts.join('\n\n'), yes: 'Change connection' };
}

/** What changes where keys are sent and links lead, in sentences. */
export function addressFacts(known: Addresses, next: Addresses): readonly string[] {
  const moved = (
    [
      ['paperApi', 'paper API'],
      ['boardApi', 'board API'],
    ] as const
  ).flatMap(([field, api]) =>
    known[field] === next[field]
      ? []
      : [`The ${api} will be ${next[field]} instead of ${known[field]}. Its key is sent there.`],
  );
  return [...moved, ...(known.appUrl === next.appUrl ? [] : [linksLedElsewhere(known, next.appUrl)])];
}

/** What a change of the app address means for the people who get links. */
function linksLedElsewhere(known: Pick<Known, 'appUrl'>, appUrl: string): string {
  return `Join links will open ${appUrl} instead of ${known.appUrl}. Whoever runs that address can use the access tokens in the links.`;
}

/** The question before changes are allowed on a read-only connection; null where a press is enough. */
export function unlockQuestion(known: Known): Question | null {
  if (known.environment !== 'production') return null;
  return {
    message: `Allow changes to ${quoted(known.name)} (Production) for 10 minutes?`,
    detail: `Boards and papers at ${hostsOf(known)} can then be created and deleted.`,
    yes: 'Allow changes',
  };
}

/** Before a connection is removed. `keys`: one sentence about each of its keys. */
export function removeQuestion(known: Known, keys: readonly string[], keysMayStay: boolean): Question {
  const stay = keysMayStay
    ? 'If a key can’t be removed from the keychain, it is listed under Keys & connections.'
    : 'At the service nothing changes: the keys stay valid.';
  return {
    message: `Remove ${titleOf(known)} from this computer?`,
    detail: [
      `Its keys, notes, views and lists for ${hostsOf(known)} are removed. ${stay}`,
      keys.length === 0 ? 'It has no keys.' : keys.join('\n'),
    ].join('\n\n'),
    yes: 'Remove connection',
  };
}

/** “Acme” (Production). */
export function titleOf({ name, environment }: Pick<Known, 'name' | 'environment'>): string {
  return environment === 'production' ? `${quoted(name)} (Production)` : quoted(name);
}

/** The hosts that a connection changes things at. */
export function hostsOf({ paperApi, boardApi }: Pick<Known, 'paperApi' | 'boardApi'>): string {
  return [...new Set([paperApi, boardApi].map((address) => new URL(address).host))].join(' and ');
}
