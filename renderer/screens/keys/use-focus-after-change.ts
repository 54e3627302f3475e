import { useEffect, useRef, type RefObject } from 'react';
import { useApp } from '../../store/use-app.ts';

/**
 * Gives the focus to the first button inside, when it was lost with a button that went away: `sign` is another one
 * after each change of what stands there. While a dialog is open it waits, for that gives the focus back when it
 * closes, to a button that may be gone.
 */
export function useFocusAfterChange<E extends HTMLElement>(sign: string): RefObject<E | null> {
  const inside = useRef<E>(null);
  const settled = useRef(sign);
  const free = useApp((state) => state.dialog === null);
  useEffect(() => {
    if (!free || settled.current === sign) return;
    settled.current = sign;
    if (document.activeElement === document.body) inside.current?.querySelector('button')?.focus();
  }, [free, sign]);
  return inside;
}
