import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityEntry, ActivityJob, ActivityRow } from '../../../preload/contract/activity.ts';
import { classNames } from '../../parts/class-names.ts';
import type { GridColumn } from '../../parts/data-grid/data-grid.tsx';
import type { GridTree } from '../../parts/data-grid/grid-rows.ts';
import { absoluteTime, formatNumber, timeOfDay, visible } from '../../lib/format.ts';
import { PersonName } from '../../parts/person-name.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { RoomTitle } from '../../parts/room-title.tsx';
import { entryOf, isOfRoom } from '../../store/activity-slice.ts';
import { RotationRecord } from '../keys/keys-panel.tsx';
import {
  aboutJob,
  ACTIONS,
  dayHeading,
  isError,
  jobOutcome,
  jobWords,
  outcomeSentence,
  detailText,
  readable,
} from './wording.ts';
import styles from './activity-screen.module.css';

const cell =
  (show: (row: Exclude<ActivityRow, { kind: 'day' }>) => ReactNode): GridColumn<ActivityRow>['cell'] =>
  (row) =>
    row.kind === 'day' ? null : show(row);

export const ACTIVITY_COLUMNS: readonly GridColumn<ActivityRow>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '44px',
    cell: cell((row) => {
      const { at } = row.kind === 'job' ? row.last : row.entry;
      return (
        <time className="muted" dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
          {timeOfDay(at)}
        </time>
      );
    }),
  },
  { id: 'action', title: 'Action', width: 'minmax(172px, 1.3fr)', cell: cell((row) => <What row={row} />) },
  {
    id: 'target',
    title: 'Item',
    width: 'minmax(132px, 2.2fr)',
    cell: cell((row) => {
      const { action, target: logged, connectionId } = entryOf(row);
      const target = targetWords(action, logged);
      const text = visible(row.kind === 'job' ? aboutJob(row) : detailText(row.entry));
      // Omits a connection as target, because it has its own column, and the id of a job.
      const isNamed = target !== connectionId && !action.startsWith('job-');
      const hasTarget = isNamed && (row.kind === 'entry' || row.only !== null);
      return (
        <span className="row sensitive" title={[hasTarget ? target : '', text].filter(Boolean).join('\n')}>
          {hasTarget && <Target entry={entryOf(row)} />}{' '}
          {text !== '' && <span className={`muted ellipsis ${styles.words}`}>{text}</span>}
        </span>
      );
    }),
  },
  {
    id: 'outcome',
    title: 'Outcome',
    width: 'minmax(84px, 0.6fr)',
    cell: cell((row) => {
      const { text, isBad } =
        row.kind === 'job'
          ? jobOutcome(row)
          : { text: outcomeSentence(row.entry), isBad: isError(row.entry.outcome) };
      return (
        <span className={isBad ? 'danger' : 'muted'} title={text}>
          {text.replace('Outcome unknown', 'Unknown')}
        </span>
      );
    }),
  },
  {
    id: 'connection',
    title: 'Connection',
    width: 'minmax(88px, 0.78fr)',
    cell: cell((row) => {
      const { connectionName } = entryOf(row);
      return (
        <span className="muted" title={visible(connectionName)}>
          <PersonName name={connectionName} />
        </span>
      );
    }),
  },
  {
    id: 'user',
    title: 'User',
    width: 'minmax(40px, 0.35fr)',
    cell: cell((row) => <span className="sensitive muted">{entryOf(row).user}</span>),
  },
];

function What({ row }: { readonly row: Exclude<ActivityRow, { kind: 'day' }> }) {
  const isJob = row.kind === 'job';
  const action = isJob ? (row.action ?? row.last.action) : row.entry.action;
  const [label, Icon] = ACTIONS[action];
  const deletes = action === 'board-deleted' || action === 'paper-deleted';
  const isItem = !isJob && row.inJob;
  const text = isJob ? jobWords(row) : label;
  return (
    <span className={classNames('row-tight', isItem && styles.inJob)}>
      {isJob && (
        <span
          className={`muted centre fixed ${styles.toggle}`}
          data-toggle
          title={row.open ? 'Close (←)' : 'Open (→)'}
        >
          {row.open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </span>
      )}
      <Icon className={deletes && !isItem ? 'danger' : 'muted'} size={14} aria-hidden />
      <span
        className={classNames('ellipsis', isJob && 'medium', mayContainId(row) && 'sensitive')}
        title={text}
      >
        {text}
      </span>
    </span>
  );
}

/** True if a row's text may contain an id: a job without finished items shows the text of its first log entry. */
function mayContainId(row: Exclude<ActivityRow, { kind: 'day' }>): row is ActivityJob {
  return row.kind === 'job' && row.action === null;
}

export function activityTree(onToggle: (rank: number) => void): GridTree<ActivityRow> {
  return {
    level: (row) => (row.kind === 'day' ? 1 : row.kind === 'entry' && row.inJob ? 3 : 2),
    isOpen: (row) => (row.kind === 'job' ? row.open : null),
    heading: (row) => (row.kind === 'day' ? <DayHeading at={row.at} /> : null),
    onToggle,
  };
}

function DayHeading({ at }: { readonly at: number }) {
  return <span className={`row bold ${styles.day}`}>{dayHeading(at, useNow())}</span>;
}

export function EntryDetails({ row }: { readonly row: ActivityRow }) {
  if (row.kind === 'day') return null;
  const entry = entryOf(row);
  const { action, connectionName, user, reason, detail, at } = entry;
  const isJob = row.kind === 'job';
  const numbers = isJob
    ? `${formatNumber(row.entries)} entries, ${row.first.number} to ${row.last.number}`
    : `Entry ${formatNumber(entry.number)}`;
  return (
    <section
      className={`column-1 fixed scroll anywhere line-above sunken inset selectable ${styles.entry}`}
      aria-label="Selected entry"
    >
      <p>
        <strong className={mayContainId(row) ? 'sensitive' : undefined}>
          {isJob ? jobWords(row) : ACTIONS[action][0]}
        </strong>{' '}
        {(!isJob || row.only !== null) && <Target entry={entry} />}{' '}
        <span className="muted">
          {numbers}, {absoluteTime(at)}
        </span>
      </p>
      <p role="status">
        {isJob ? jobOutcome(row).text : outcomeSentence(entry)}
        {detail !== '' && (
          <>
            : <PersonName name={readable(detail)} />
          </>
        )}
      </p>
      {reason !== '' && (
        <p>
          Reason: <PersonName name={reason} />
        </p>
      )}
      <p className="muted">
        By <PersonName name={user} />
        {connectionName !== '' && (
          <>
            {' '}
            on <PersonName name={connectionName} />
          </>
        )}
      </p>
      {action === 'key-switched' && (
        <div>
          <RotationRecord
            connectionId={entry.connectionId}
            slot={entry.target === 'board' ? 'board' : 'main'}
            entry={entry.number}
          />
        </div>
      )}
    </section>
  );
}

/** Returns a log entry's target as text. If the entry is about API keys, its target is the kind of key. */
function targetWords(action: ActivityEntry['action'], target: string): string {
  if (!action.startsWith('key-')) return target;
  return target === 'main'
    ? ''
    : target.replace(/^main, /u, 'API key, ').replace(/^board$|(?<=, )board$/u, 'board API key');
}

function Target({ entry }: { readonly entry: ActivityEntry }) {
  const { action, name } = entry;
  const target = targetWords(action, entry.target);
  if (target === '') return null;
  return isOfRoom(entry) ? (
    <RoomTitle name={name} id={target} />
  ) : (
    <code className="sensitive">{target}</code>
  );
}
