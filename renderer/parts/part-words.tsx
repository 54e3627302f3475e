import type { PartHealth } from '../../preload/contract/service.ts';
import { duration } from '../lib/format.ts';
import { partWords } from '../lib/health-wording.ts';
import { useNow } from './relative-time/use-now.ts';

export function PartWords({ part }: { readonly part: PartHealth }) {
  const { waitingSince, nextProbe } = part;
  const now = useNow(waitingSince === null && nextProbe === null ? 'minute' : 'second');
  const words = partWords(part, now);
  if (nextProbe === null) return words;
  const left = nextProbe - now;
  return left > 0 ? `${words}, next try in ${duration(Math.max(left, 1000))}` : `${words}, trying…`;
}
