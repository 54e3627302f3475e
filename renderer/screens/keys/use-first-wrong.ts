import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to the first wrong field inside, each time other errors have come. */
export function useFirstWrong<E extends HTMLElement>(
  errors: Readonly<Record<string, string>>,
): RefObject<E | null> {
  const inside = useRef<E>(null);
  useEffect(() => {
    inside.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return inside;
}
