import { useEffect, useEffectEvent } from 'react';
import { isLocked } from '../store/lock-slice.ts';
import { useApp } from '../store/use-app.ts';

/** Calls `forget` when Easel locks, so that components discard typed keys and passphrases. */
export function useOnLock(forget: () => void): void {
  const locked = useApp(isLocked);
  const onLock = useEffectEvent(forget);
  useEffect(() => {
    if (locked) onLock();
  }, [locked]);
}
