/** The policy as Settings shows it, and what the page must know of it. */
import type { Call } from '../../preload/contract/call.ts';
import type { PolicyRule, PolicyState } from '../../preload/contract/app.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../wording/failure.ts';
import { NO_POLICY, type Policy, type PolicyReading } from './policy.ts';

/** What the page may offer when it is unknown what the policy would have forbidden. */
const NOTHING: PolicyState['allows'] = {
  sessionKeys: false,
  keyExport: false,
  deletes: false,
  visits: false,
  pictures: false,
  needsReason: true,
  twoPersons: true,
  mostAtOnce: 0,
  holdSeconds: { single: null, bulk: null },
};

/** The policy as it is shown: every rule that takes something away or decides it, in plain words. */
export function describePolicy(reading: PolicyReading): PolicyState {
  if (reading.kind === 'none') {
    return { kind: 'none', source: '', problem: '', rules: [], allows: allowsOf(NO_POLICY) };
  }
  const { source } = reading;
  if (reading.kind === 'broken') {
    return { kind: 'broken', source, problem: reading.problem, rules: [], allows: NOTHING };
  }
  const { policy } = reading;
  return { kind: 'active', source, problem: '', rules: rulesOf(policy), allows: allowsOf(policy) };
}

function allowsOf(policy: Policy): PolicyState['allows'] {
  return {
    sessionKeys: !policy.requireKeychain,
    keyExport: policy.allowKeyExport,
    deletes: policy.allowDelete,
    visits: policy.allowVisits,
    pictures: policy.allowPictures,
    needsReason: policy.requireReason,
    twoPersons: policy.twoPersons,
    mostAtOnce: policy.maxBulk,
    holdSeconds: policy.holdSeconds,
  };
}

type YesNo = { [K in keyof Policy]: Policy[K] extends boolean ? K : never }[keyof Policy];

const UPDATES: Readonly<Record<NonNullable<Policy['updates']>, string>> = {
  off: 'Easel doesn’t check for updates.',
  notify: 'Easel announces updates but doesn’t download them.',
  auto: 'Easel downloads updates automatically.',
};

function rulesOf(policy: Policy): readonly PolicyRule[] {
  const { allowedApiHosts, allowedEmbedHosts, holdSeconds, maxBulk, updates, updateUrl } = policy;
  const decided = (name: YesNo, meaning: string): readonly PolicyRule[] =>
    policy[name] === NO_POLICY[name] ? [] : [{ name, meaning, value: String(policy[name]) }];
  return [
    given('allowedApiHosts', 'API addresses can only use these hosts.', listed(allowedApiHosts)),
    given('allowedEmbedHosts', 'The app address can only use these hosts.', listed(allowedEmbedHosts)),
    decided('readOnly', 'Every connection is read-only and can’t be unlocked.'),
    decided('requireKeychain', 'API keys can only be kept in the keychain.'),
    decided('allowDelete', 'Boards and papers can’t be deleted.'),
    given('maxBulk', 'Maximum number of items in one bulk change.', maxBulk),
    given('holdSeconds.single', 'How long a delete is held before it is sent.', seconds(holdSeconds.single)),
    given('holdSeconds.bulk', 'How long a bulk delete is held before it is sent.', seconds(holdSeconds.bulk)),
    decided('twoPersons', 'One person drafts a bulk delete and another runs it.'),
    decided('allowVisits', 'Live previews are off.'),
    decided('requireReason', 'Live previews and reviewed deletes need a reason or ticket.'),
    decided('allowKeyExport', 'API keys can’t be exported, even with a passphrase.'),
    decided('allowClipboardRead', 'Live rooms can’t read the clipboard.'),
    decided('allowPictures', 'Pictures of boards and papers aren’t kept or saved.'),
    updates === null ? [] : given('updates', UPDATES[updates], updates),
    given('updateUrl', 'Updates come from this address.', updateUrl),
    given('idleLockMinutes', 'Longest idle time before Easel locks, in minutes.', policy.idleLockMinutes),
  ].flat();
}

function given(name: string, meaning: string, value: string | number | null): readonly PolicyRule[] {
  return value === null ? [] : [{ name, meaning, value: String(value) }];
}

function listed(hosts: readonly string[] | null): string | null {
  return hosts === null ? null : hosts.join(', ');
}

function seconds(held: number | null): string | null {
  return held === null ? null : `${held} s`;
}

/** Why a call is refused under this policy: a broken one closes the border, because its rules are unknown. */
export function closedByPolicy(policy: PolicyState): (call: Pick<Call, 'answeredWhile'>) => Failure | null {
  if (policy.kind !== 'broken') return () => null;
  const message = `Your organisation’s policy can’t be used: ${policy.problem}`;
  const nextStep = `Ask your administrator to fix ${policy.source}, then restart Easel.`;
  const closed = failure('policy', { message, nextStep });
  return ({ answeredWhile }) => (answeredWhile?.includes('policy-broken') === true ? null : closed);
}
