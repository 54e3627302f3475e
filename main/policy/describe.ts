/** SKELETON. */
import type { PolicyState } from '../../preload/contract/domain.ts';
import type { PolicyReading } from './policy.ts';

/** The policy as it is shown: every rule that is set, in plain words. */
export function describePolicy(_reading: PolicyReading): PolicyState {
  throw new Error('skeleton');
}
