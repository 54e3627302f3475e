import { useEffect, useEffectEvent } from 'react';
import { isLocked } from '../store/lock-slice.ts';
import { useApp } from '../store/use-app.ts';

/** Runs when Easel is locked, so that a component drops a typed key or passphrase. Everything else may stay. */
export function useOnLock(forget: () => void): void {
  const locked = useApp(isLocked);
  const onLock = useEffectEvent(forget);
  useEffect(() => {
    if (locked) onLock();
  }, [locked]);
}
