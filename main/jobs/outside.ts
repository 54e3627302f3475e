/** What happens around the jobs, and which of them it concerns. */
import type { JobKind, JobPause } from '../../preload/contract/jobs.ts';
import { KINDS } from './kinds.ts';
import type { Health, PartName } from '../../preload/contract/service.ts';

/** Why a job of this kind must not begin by itself while its connection stands like this; null when it may. */
export function troubleOf({ parts }: Health, kind: JobKind): JobPause | null {
  const isTrouble = (name: PartName): boolean =>
    parts.some((part) => part.name === name && part.state === 'trouble');
  // A service on this very computer answers without a network.
  if (!isTrouble(KINDS[kind].api)) return null;
  return isTrouble('network') ? 'network' : 'outage';
}
