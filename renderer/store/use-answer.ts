import { useEffect, useEffectEvent, useState } from 'react';

export function useAnswer<T>(question: string | null, ask: () => Promise<T>) {
  const [answer, setAnswer] = useState<T | null>(null);
  const [tries, setTries] = useState(0);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let over = false;
    if (question !== null) void askNow().then((value) => !over && setAnswer(value));
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
