/** Bar chart of buttons: one Tab stop, arrow keys move between bars. */
import { useLayoutEffect, useState, type CSSProperties, type KeyboardEvent, type RefObject } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { listTarget } from '../../parts/list-keys.ts';
import styles from './bar-chart.module.css';

export interface ChartBar {
  readonly key: string;
  /** Tooltip and accessible name: "November 2026: 12 boards". */
  readonly sentence: string;
  readonly value: number;
  readonly label: string;
}

export interface BarChartProps {
  readonly label: string;
  readonly bars: readonly ChartBar[];
  readonly onChoose: (index: number) => void;
}

export function BarChart({ label, bars, onChoose }: BarChartProps) {
  const [current, setCurrent] = useState<number | null>(null);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  // Starts at the newest bar.
  const inTabOrder = Math.min(current ?? bars.length - 1, bars.length - 1);

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const target = listTarget(event.key, inTabOrder, bars.length, { arrows: 'both' });
    if (target === null) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button')[target]?.focus();
  };

  return (
    <div className={styles.chart} role="group" aria-label={label}>
      <div className={styles.plot}>
        {bars.map(({ key, sentence, value }, index) => (
          <button
            key={key}
            type="button"
            className={`bare ring-inside ${styles.bar}`}
            tabIndex={index === inTabOrder ? 0 : -1}
            aria-label={sentence}
            title={sentence}
            onFocus={() => setCurrent(index)}
            onKeyDown={move}
            onClick={() => onChoose(index)}
          >
            <svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden>
              <rect width="1" y={100 - reach(value, most)} height={reach(value, most)} />
            </svg>
            {value > 0 && (
              <span
                className={styles.value}
                style={{ '--reach': reach(value, most) } as CSSProperties}
                aria-hidden
              >
                {formatNumber(value)}
              </span>
            )}
          </button>
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        {bars.map(({ key, label: below }) => (
          <span key={key}>{below}</span>
        ))}
      </div>
    </div>
  );
}

/** Height from 0 to 100. The minimum of 2 keeps a small bar visible. */
function reach(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(2, (value / most) * 100);
}

/** Width of an element in px; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(current.clientWidth));
    resized.observe(current);
    return () => resized.disconnect();
  }, [element]);
  return width;
}
