/** Boards by month and by age; a bar that is pressed shows its boards alone, pressed again all of them. */
import { ChartColumn } from 'lucide-react';
import { useEffect, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { BoardFilter, BoardOverview } from '../../../../preload/contract/boards.ts';
import { toggleOverview } from '../../../commands/board-list-commands.ts';
import { keyLabel } from '../../../commands/key-strokes.ts';
import { runCommand } from '../../../commands/run.ts';
import { Button } from '../../../parts/button.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { counted, formatMonth, formatNumber } from '../../../parts/format.ts';
import { listTarget } from '../../../parts/list-keys.ts';
import {
  AGES,
  ageFilters,
  isSpan,
  withoutTimes,
  type OverviewCounts,
} from '../../../store/board-overview-slice.ts';
import { useApp, useAppStore } from '../../../store/use-app.ts';
import styles from './overview-panel.module.css';

/** Opens the overview, and puts it away. */
export function OverviewButton() {
  const store = useAppStore();
  const open = useApp((state) => state.boardOverviewOpen);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  return (
    <Button
      variant="quiet"
      icon={<ChartColumn size={14} />}
      aria-expanded={open}
      title={`${toggleOverview.label} (${keyLabel(toggleOverview.keys[0] ?? '', platform)})`}
      onClick={() => void runCommand(toggleOverview, store)}
    >
      Overview
    </Button>
  );
}

/** The overview where it was opened; another connection's counts are none of this one's. */
export function OverviewPanel() {
  const open = useApp((state) => state.boardOverviewOpen);
  const connectionId = useApp((state) => state.boardsOf);
  return open && connectionId !== null && <Panel key={connectionId} />;
}

/** It recounts whenever the list or the query has changed. */
function Panel() {
  const overview = useApp((state) => state.boardOverview);
  const failure = useApp((state) => state.boardOverviewFailure);
  const read = useApp((state) => state.readBoardOverview);
  const revision = useApp((state) => state.boards?.revision ?? null);
  const asked = useApp(({ boardQuery }) => {
    const { find, filters } = withoutTimes(boardQuery);
    return JSON.stringify([find, filters]);
  });
  useEffect(() => {
    if (revision !== null) void read();
  }, [revision, asked, read]);

  return (
    <section className={`row start strip sunken ${styles.panel}`} aria-label="Overview">
      {overview !== null ? (
        <Charts overview={overview} />
      ) : failure !== null ? (
        <FailureNotice failure={failure} onRetry={() => void read()} />
      ) : (
        <p className="muted">Counting…</p>
      )}
    </section>
  );
}

function Charts({ overview }: { readonly overview: OverviewCounts }) {
  const months = monthBars(overview);
  return (
    <>
      <div className="rest">
        <h2 className="hint heading">By month (UTC)</h2>
        {months.length === 0 ? (
          <p className="muted">No readable dates.</p>
        ) : (
          <Bars label="Boards by month" bars={months} look="columns" />
        )}
      </div>
      <div className={`fixed ${styles.ages}`}>
        <h2 className="hint heading">By age</h2>
        <Bars label="Boards by age" bars={ageBars(overview.ages, overview.undated)} look="rows" />
      </div>
    </>
  );
}

interface BarsProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly look: 'columns' | 'rows';
}

/** A list of buttons; one of them takes the Tab key, arrows move between them. */
function Bars({ label, bars, look }: BarsProps) {
  const query = useApp((state) => state.boardQuery);
  const show = useApp((state) => state.showBoardsOf);
  const [current, setCurrent] = useState<number | null>(null);
  const most = Math.max(1, ...bars.map(({ boards }) => boards));
  // Beginning with the newest, which people look at first.
  const inTabOrder = Math.min(current ?? (look === 'columns' ? bars.length - 1 : 0), bars.length - 1);

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const target = listTarget(event.key, inTabOrder, bars.length, { arrows: 'both' });
    if (target === null) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('button')[target]?.focus();
  };

  return (
    <ul className={styles[look]} aria-label={label}>
      {bars.map(({ name, short = name, boards, year = formatNumber(boards), span }, index) => {
        const sentence = `${name}: ${counted(boards, 'board')}`;
        return (
          <li key={name}>
            <button
              type="button"
              className={`bare relative wide ring-inside ${styles.bar}`}
              style={{ '--reach': `${reach(boards, most)}%` } as CSSProperties}
              tabIndex={index === inTabOrder ? 0 : -1}
              aria-pressed={isSpan(query, span)}
              title={sentence}
              onFocus={() => setCurrent(index)}
              onKeyDown={move}
              onClick={() => show(span)}
            >
              <span className="visually-hidden">{sentence}</span>
              <span className={styles.chart} />
              <span className={styles.short} aria-hidden>
                {short}
              </span>
              <span className={styles.below} aria-hidden>
                {year}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface Bar {
  /** In full, for the tooltip and for screen readers: "November 2026", "Older than 365 days". */
  readonly name: string;
  /** As it stands at the bar, where that is not its name: "N", "Q4", "2026". */
  readonly short?: string;
  /** Stands at the bar in place of its number: the year at the first bar of each, else empty. */
  readonly year?: string;
  readonly boards: number;
  /** Shows its boards alone. */
  readonly span: readonly BoardFilter[];
}

/** Most bars side by side: each must be wide enough to press. */
const MOST_BARS = 24;

/** Months that one bar may stand for. */
const STEPS = [1, 3, 12, 60, 120, 1200] as const;

/** Months since year 0 of `YYYY-MM`. */
function indexOf(month: string): number {
  const [year, number] = month.split('-');
  return Number(year) * 12 + Number(number) - 1;
}

const startOf = (index: number): number => Date.UTC(Math.floor(index / 12), index % 12);
const yearOf = (index: number): number => Math.floor(index / 12);

function nameOf(first: number, step: number): string {
  if (step === 1) return formatMonth(startOf(first));
  if (step === 3) return `${formatMonth(startOf(first))} to ${formatMonth(startOf(first + 2))}`;
  const [from, to] = [yearOf(first), yearOf(first + step - 1)];
  return from === to ? String(from) : `${from} to ${to}`;
}

function shortOf(first: number, step: number): string {
  if (step === 1) return formatMonth(startOf(first)).slice(0, 1);
  if (step === 3) return `Q${(first % 12) / 3 + 1}`;
  return step === 12 ? String(yearOf(first)) : `${yearOf(first)}–`;
}

/** Months as bars; where there are many, a bar stands for a quarter, a year or more. */
export function monthBars({ months }: BoardOverview): readonly Bar[] {
  const indexes = months.map(({ month }) => indexOf(month));
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const barsAt = (step: number): number => Math.floor(last / step) - Math.floor(first / step) + 1;
  const step = STEPS.find((each) => barsAt(each) <= MOST_BARS) ?? 1200;
  const begin = Math.floor(first / step) * step;
  const counts = Array.from({ length: barsAt(step) }, () => 0);
  months.forEach(({ boards }, at) => {
    const bar = Math.floor(((indexes[at] ?? begin) - begin) / step);
    counts[bar] = (counts[bar] ?? 0) + boards;
  });
  return counts.map((boards, at) => {
    const start = begin + at * step;
    const opensYear = at === 0 || start % 12 === 0;
    return {
      name: nameOf(start, step),
      short: shortOf(start, step),
      year: step < 12 && opensYear ? String(yearOf(start)) : '',
      boards,
      span: [{ kind: 'created', from: startOf(start), to: startOf(start + step) }],
    };
  });
}

const AGE_NAMES = ['Newer than 30 days', '30 to 90 days', '90 to 365 days', 'Older than 365 days'];

/** Ages as bars, and the boards without a readable date where there are some. */
export function ageBars(ages: readonly number[], undated: number): readonly Bar[] {
  const bars = AGES.map((age, at): Bar => ({
    name: AGE_NAMES[at] ?? '',
    boards: ages[at] ?? 0,
    span: ageFilters(age),
  }));
  if (undated === 0) return bars;
  const span: Bar['span'] = [{ kind: 'mark', mark: 'dated', is: false }];
  return [...bars, { name: 'Without a readable date', boards: undated, span }];
}

/** How far a bar reaches, 0 to 100; one board among millions is still seen. */
export function reach(boards: number, most: number): number {
  return boards === 0 ? 0 : Math.max(2, (boards / most) * 100);
}
