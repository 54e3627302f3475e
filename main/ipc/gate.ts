/** What is answered while the organisation's policy can't be trusted: who it is, what is wrong, and nothing else. */
import type { CallName } from '../../preload/contract/calls.ts';
import type { PolicyState } from '../../preload/contract/domain.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failure } from '../service/failures.ts';

/** Why a call is not answered now; null when it is. */
export type Gate = (channel: CallName) => Failure | null;

const ALWAYS: ReadonlySet<CallName> = new Set(['app.info', 'app.copy', 'app.preferences', 'policy.state']);

/** A broken policy closes the border: nobody knows what it would have forbidden. */
export function policyGate(policy: PolicyState): Gate {
  if (policy.kind !== 'broken') return () => null;
  const message = `Your organisation’s policy can’t be used: ${policy.problem}`;
  const nextStep = `Ask your administrator to mend ${policy.source}, then start Easel again.`;
  const closed = failure('policy', { message, nextStep });
  return (channel) => (ALWAYS.has(channel) ? null : closed);
}
