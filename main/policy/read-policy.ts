/** SKELETON. */
import type { Env } from '../env.ts';
import type { PolicyReading } from './policy.ts';

/** Reads the policy of this computer, once. Never throws: what can't be trusted is `broken`. */
export function readPolicy(_env: Env): Promise<PolicyReading> {
  throw new Error('skeleton');
}
