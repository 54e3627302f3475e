/** Activity: every change and visit from this computer, newest first. */
import { ShieldAlert, ShieldCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import type { ActivityAction, ActivityCheck, ActivityEntry } from '../../../preload/contract/activity.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { EmptyRows, ListScreen } from '../../parts/list-screen.tsx';
import { entryAt } from '../../store/activity-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { absoluteTime, counted, formatNumber } from '../../parts/format.ts';
import styles from './activity-screen.module.css';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { checkActivity, exportActivityCsv, exportActivityJson } from '../../commands/activity-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { Select } from '../../parts/select.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { itemWording } from '../jobs/wording.ts';

export function ActivityScreen() {
  const { openActivity } = useActions();
  const matching = useApp((state) => state.activityMatching);
  useEffect(() => void openActivity(), [openActivity]);
  return (
    <ListScreen
      label="Activity"
      toolbar={<ActivityToolbar />}
      notices={<Notices />}
      grid={<Entries />}
      footer={<span>{counted(matching, 'entry', 'entries')}</span>}
    />
  );
}

function Notices() {
  const store = useAppStore();
  const failure = useApp((state) => state.activityFailure);
  const check = useApp((state) => state.activityCheck);
  const { openActivity } = store.getState();
  return (
    <>
      <p className="info-strip">From this computer, kept only here.</p>
      {failure !== null && (
        <FailureNotice look="strip" failure={failure} onRetry={() => void openActivity()} />
      )}
      {check !== null && check !== 'running' && (
        <Checked check={check} onDismiss={() => store.setState({ activityCheck: null })} />
      )}
    </>
  );
}

/** How the check ended. The status bar says it aloud; it tells nobody's name, and is never blurred. */
function Checked({ check, onDismiss }: { readonly check: ActivityCheck; readonly onDismiss: () => void }) {
  const sound = check.brokenAt === null;
  const Icon = sound ? ShieldCheck : ShieldAlert;
  return (
    <div className={classNames('row strip', !sound && styles.broken)}>
      <Icon className={sound ? 'good' : 'danger'} size={16} />
      <p className="grow">
        {!sound && <strong>The log was changed or damaged. </strong>}
        {check.summary}
      </p>
      <IconButton label="Dismiss" icon={<X size={16} />} onClick={onDismiss} />
    </div>
  );
}

function Entries() {
  const pages = useApp((state) => state.activityPages);
  const matching = useApp((state) => state.activityMatching);
  const selected = useApp((state) => state.activitySelected);
  const filter = useApp((state) => state.activityFilter);
  const { seeActivity, selectActivity } = useActions();
  const selectedEntry = selected === null ? undefined : entryAt(pages, selected);
  return (
    <>
      <DataGrid
        name="Activity"
        columns={ACTIVITY_COLUMNS}
        total={matching}
        rowAt={(rank) => entryAt(pages, rank)}
        keyOf={(entry) => String(entry.number)}
        activeRank={selected}
        selectedKey={selectedEntry ? String(selectedEntry.number) : null}
        arrangement={`${filter.connectionId} ${filter.action} ${filter.find}`}
        onRange={seeActivity}
        onSelect={selectActivity}
        empty={<NoEntries />}
      />
      {selectedEntry !== undefined && <EntryInFull entry={selectedEntry} />}
    </>
  );
}

function NoEntries() {
  const isRead = useApp((state) => state.activityPages !== null);
  const failed = useApp((state) => state.activityFailure !== null);
  const isFiltered = useApp(
    ({ activityFilter: { connectionId, action, find } }) =>
      connectionId !== null || action !== null || find !== '',
  );
  const filterActivity = useApp((state) => state.filterActivity);
  if (!isRead) return failed ? null : <EmptyRows>Loading…</EmptyRows>;
  if (!isFiltered) return <EmptyRows>No activity yet.</EmptyRows>;
  const clear = (): void => void filterActivity({ connectionId: null, action: null, find: '' });
  return <EmptyRows action={<Button onClick={clear}>Clear filters</Button>}>No activity matches.</EmptyRows>;
}

/** The current entry, with all that the columns may cut off. */
function EntryInFull({ entry }: { readonly entry: ActivityEntry }) {
  const { number, at, action, target, detail, reason, connectionName, user } = entry;
  return (
    <section
      className={`column-1 fixed scroll anywhere line-above sunken inset selectable ${styles.entry}`}
      aria-label="Selected entry"
    >
      <p>
        <strong>{ACTION_WORDS[action]}</strong> <code className="sensitive">{target}</code>{' '}
        <span className="muted">
          Entry {formatNumber(number)}, {absoluteTime(at)}
        </span>
      </p>
      <p role="status">
        {outcomeSentence(entry)}
        {detail !== '' && (
          <>
            : <span className="sensitive">{detail}</span>
          </>
        )}
      </p>
      {reason !== '' && (
        <p>
          Reason: <span className="sensitive">{reason}</span>
        </p>
      )}
      <p className="muted">
        By <span className="sensitive">{user}</span>
        {connectionName !== '' && (
          <>
            {' '}
            on <span className="sensitive">{connectionName}</span>
          </>
        )}
      </p>
    </section>
  );
}

const ACTIVITY_COLUMNS: readonly GridColumn<ActivityEntry>[] = [
  { id: 'time', title: 'When', width: '92px', cell: (entry) => <RelativeTime at={entry.at} /> },
  { id: 'action', title: 'What', width: '140px', cell: (entry) => ACTION_WORDS[entry.action] },
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

const GROUPS: CommandGroups = [['File', [exportActivityCsv, exportActivityJson]]];

function ActivityToolbar() {
  const filter = useApp((state) => state.activityFilter);
  const checking = useApp((state) => state.activityCheck === 'running');
  const connections = useApp((state) => state.connections);
  const blurred = useApp((state) => state.blurred);
  const filterActivity = useApp((state) => state.filterActivity);
  return (
    <Toolbar
      title="Activity"
      filters={
        <>
          <FindField
            label="Find in activity"
            value={filter.find}
            onChange={(find) => void filterActivity({ find })}
          />
          <Select
            className={styles.select}
            aria-label="Connection"
            value={filter.connectionId}
            choices={[
              [null, 'All connections'],
              // The system draws the open list, which no style reaches.
              ...connections.map(
                ({ id, name }, at) => [id, blurred ? `Connection ${at + 1}` : name] as const,
              ),
            ]}
            onChoose={(connectionId) => void filterActivity({ connectionId })}
          />
          <Select
            className={styles.select}
            aria-label="Action"
            value={filter.action}
            choices={[
              [null, 'All actions'],
              ...ACTIONS.map((action) => [action, ACTION_WORDS[action]] as const),
            ]}
            onChoose={(action) => void filterActivity({ action })}
          />
        </>
      }
    >
      <CommandButton command={checkActivity} busy={checking} icon={<ShieldCheck size={15} />} />
      <CommandMenu groups={GROUPS} />
    </Toolbar>
  );
}

// The log in words.

const ACTION_WORDS: Readonly<Record<ActivityAction, string>> = {
  'board-created': 'Board created',
  'board-deleted': 'Board deleted',
  'paper-created': 'Paper created',
  'paper-deleted': 'Paper deleted',
  'links-made': 'Join link made',
  'visit-begun': 'Visit started',
  'visit-ended': 'Visit ended',
  'job-queued': 'Job queued',
  'job-started': 'Job started',
  'job-paused': 'Job paused',
  'job-ended': 'Job ended',
  'connection-added': 'Connection added',
  'connection-changed': 'Connection changed',
  'connection-removed': 'Connection removed',
  'changes-unlocked': 'Changes unlocked',
  'key-added': 'API key added',
  'key-switched': 'API key switched',
  'key-removed': 'API key removed',
  'paper-added': 'Paper added',
  'paper-forgotten': 'Paper forgotten',
  'unknown-settled': 'Outcome settled',
  'notes-changed': 'Notes changed',
  'settings-changed': 'Settings changed',
  'connections-exported': 'Connections exported',
  'connections-imported': 'Connections imported',
  'log-mended': 'Log repaired',
  'log-cut': 'Log entries missing',
};

const ACTIONS = Object.keys(ACTION_WORDS) as readonly ActivityAction[];

/** How it ended, with the service's status. */
function outcomeSentence({ outcome, status }: Pick<ActivityEntry, 'outcome' | 'status'>): string {
  const word = outcome === 'cancelled' ? 'Cancelled' : itemWording('done', outcome);
  return status === null ? word : `${word} (${status})`;
}
