import type { PartHealth } from '../../preload/contract/service.ts';
import { duration } from '../lib/format.ts';
import { partWords } from '../lib/health-wording.ts';
import { useNow } from './relative-time/use-now.ts';

/** State of a part of the service, such as "busy, next try in 4 s". Counts the seconds while a request is pending. */
export function PartWords({ part }: { readonly part: PartHealth }) {
  return (
    <>
      {part.waitingSince === null ? partWords(part, 0) : <Waiting part={part} />}
      {part.nextProbe !== null && <NextTry at={part.nextProbe} />}
    </>
  );
}

function Waiting({ part }: { readonly part: PartHealth }) {
  return partWords(part, useNow('second'));
}

function NextTry({ at }: { readonly at: number }) {
  const left = at - useNow('second');
  return left > 0 ? `, next try in ${duration(Math.max(left, 1000))}` : ', trying…';
}
