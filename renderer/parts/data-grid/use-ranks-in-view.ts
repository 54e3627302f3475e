import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ranksInView, type Ranks } from './grid-window.ts';

/** The ranks in view of a scroller, followed as it is scrolled and resized. */
export function useRanksInView(scroller: RefObject<HTMLElement | null>): Ranks {
  const [ranks, setRanks] = useState<Ranks>({ from: 0, to: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const next = ranksInView(element.scrollTop, element.clientHeight);
      setRanks((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    // Rendered within the frame of the scroll, so that the rows keep up with it.
    const onScroll = () => flushSync(measure);
    const resized = new ResizeObserver(measure);
    element.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(element);
    measure();
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [scroller]);
  return ranks;
}
