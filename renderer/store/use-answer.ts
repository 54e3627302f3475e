import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Main's last answer to what a component asks, and a way to ask again; null before the first. An answer that comes after
 * another question was asked, or after the component is gone, is dropped.
 *
 * @param question tells one question from another; null asks nothing
 */
export function useAnswer<T>(question: string | null, ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T | null>(null);
  const [tries, setTries] = useState(0);
  const asked = useEffectEvent(ask);
  useEffect(() => {
    let over = false;
    if (question !== null) void asked().then((given) => !over && setAnswer(given));
    return () => {
      over = true;
    };
  }, [question, tries]);
  function again(): void {
    setAnswer(null);
    setTries(tries + 1);
  }
  return [answer, again] as const;
}
