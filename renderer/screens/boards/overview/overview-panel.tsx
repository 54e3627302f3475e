/** Boards by month and by age; a bar that is pressed shows its boards alone, pressed again all of them. */
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { BoardQuery } from '../../../../preload/contract/boards.ts';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { listTarget } from '../../../parts/list-keys.ts';
import { isSpan, withoutTimes, type OverviewCounts } from '../../../store/board-overview-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { counted, formatNumber } from '../../../parts/format.ts';
import { ageBars, monthBars, reach, type Bar } from './bars.ts';
import styles from './overview-panel.module.css';

/** The panel; it recounts whenever the list or the query has changed. */
export function OverviewPanel() {
  const overview = useApp((state) => state.boardOverview);
  const failure = useApp((state) => state.boardOverviewFailure);
  const read = useApp((state) => state.readBoardOverview);
  const revision = useApp((state) => state.boards?.revision ?? null);
  const connectionId = useApp((state) => state.boardsOf);
  const asked = useApp((state) => questionKey(state.boardQuery));
  useEffect(() => {
    if (connectionId !== null && revision !== null) void read();
  }, [connectionId, revision, asked, read]);

  return (
    <section className={styles.panel} aria-label="Overview">
      {overview !== null ? (
        <Charts overview={overview} />
      ) : failure !== null ? (
        <FailureNotice failure={failure} onRetry={() => void read()} />
      ) : (
        <p className="muted">Counting boards…</p>
      )}
    </section>
  );
}

function Charts({ overview }: { readonly overview: OverviewCounts }) {
  const months = monthBars(overview);
  return (
    <>
      <div className={styles.months}>
        <h2 className={`hint ${styles.title}`}>By month (UTC)</h2>
        {months.length === 0 ? (
          <p className="muted">No readable dates.</p>
        ) : (
          <Bars label="Boards by month" bars={months} look="columns" />
        )}
      </div>
      <div className={styles.ages}>
        <h2 className={`hint ${styles.title}`}>By age</h2>
        <Bars label="Boards by age" bars={ageBars(overview.ages, overview.undated)} look="rows" />
      </div>
    </>
  );
}

/** What the counts depend on; what is typed into the order does not count. */
function questionKey(query: BoardQuery): string {
  const { find, filters } = withoutTimes(query);
  return JSON.stringify([find, filters]);
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
      {bars.map((bar, index) => {
        const share = reach(bar.boards, most);
        return (
          <li key={bar.name}>
            <button
              type="button"
              className={`ring-inside ${styles.bar}`}
              tabIndex={index === inTabOrder ? 0 : -1}
              aria-pressed={isSpan(query, bar.span)}
              title={`${bar.name}: ${counted(bar.boards, 'board')}`}
              onFocus={() => setCurrent(index)}
              onKeyDown={move}
              onClick={() => show(bar.span)}
            >
              <span className="visually-hidden">{`${bar.name}: ${counted(bar.boards, 'board')}`}</span>
              {look === 'columns' ? (
                <>
                  <svg className={styles.chart} viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden>
                    <rect x="1" width="8" y={100 - share} height={share} />
                  </svg>
                  <span className={styles.short} aria-hidden>
                    {bar.short}
                  </span>
                  <span className={`bold ${styles.year}`} aria-hidden>
                    {bar.year}
                  </span>
                </>
              ) : (
                <>
                  <span className={styles.words} aria-hidden>
                    {bar.short}
                  </span>
                  <svg className={styles.chart} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
                    <rect x="0" y="0" width={share} height="10" />
                  </svg>
                  <span className={styles.count} aria-hidden>
                    {formatNumber(bar.boards)}
                  </span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
