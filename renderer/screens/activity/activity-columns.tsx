import type { ActivityEntry } from '../../../preload/contract/activity.ts';
import type { GridColumn } from '../../parts/data-grid/grid-column.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { ACTION_WORDS, outcomeSentence } from './wording.ts';

/** The columns of the log. */
export const ACTIVITY_COLUMNS: readonly GridColumn<ActivityEntry>[] = [
  {
    id: 'time',
    title: 'When',
    width: '92px',
    cell: (entry) => <RelativeTime at={entry.at} exact="spoken" />,
  },
  {
    id: 'action',
    title: 'What',
    width: '140px',
    cell: (entry) => ACTION_WORDS[entry.action],
  },
  {
    id: 'target',
    title: 'Target',
    width: 'minmax(88px, 290px)',
    cell: (entry) => <code className="sensitive">{entry.target}</code>,
  },
  {
    id: 'outcome',
    title: 'Outcome',
    width: '118px',
    cell: (entry) => (
      <span className={entry.outcome === 'failed' || entry.outcome === 'unknown' ? 'danger' : undefined}>
        {outcomeSentence(entry)}
      </span>
    ),
  },
  {
    id: 'connection',
    title: 'Connection',
    width: 'minmax(64px, 0.8fr)',
    cell: (entry) => <span className="sensitive">{entry.connectionName}</span>,
  },
  {
    id: 'user',
    title: 'User',
    width: 'minmax(48px, 80px)',
    cell: (entry) => <span className="sensitive">{entry.user}</span>,
  },
  {
    id: 'detail',
    title: 'Details',
    width: 'minmax(96px, 1.4fr)',
    cell: (entry) => (
      <span className="sensitive" title={said(entry)}>
        {said(entry)}
      </span>
    ),
  },
];

function said({ detail, reason }: ActivityEntry): string {
  return [detail, reason === '' ? '' : `Reason: ${reason}`].filter((text) => text !== '').join(' · ');
}
