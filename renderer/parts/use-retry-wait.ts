import { useEffect, useRef } from 'react';
import type { Failure } from '../../preload/contract/failure.ts';
import { useApp } from '../store/use-app.ts';
import { useNow } from './relative-time/use-now.ts';
import { retryAt } from './retry-at.ts';

/** How long the service asks to wait from now on, ms; 0 when it does not. The end is announced, once. */
export function useRetryWait(failure: Failure): number {
  const announce = useApp((state) => state.announce);
  const asked = (failure.retryAfterSeconds ?? 0) * 1000;
  const now = useNow(asked > 0 ? 'second' : 'minute');
  // A clock that nobody watched until now may be behind.
  const left = asked > 0 ? Math.min(asked, Math.max(0, retryAt(failure) - now)) : 0;
  const waited = useRef(false);
  const waiting = left > 0;
  useEffect(() => {
    if (waited.current && !waiting) announce('The wait is over: it may be tried again now.');
    waited.current = waiting;
  }, [announce, waiting]);
  return left;
}
