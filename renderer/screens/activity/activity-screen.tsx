import { useEffect, useMemo, useState, type ChangeEvent, type ReactNode } from 'react';
import type {
  ActivityAction,
  ActivityEntry,
  ActivityJob,
  ActivityRow,
} from '../../../preload/contract/activity.ts';
import { Button } from '../../parts/button.tsx';
import { DataGrid, type GridColumn } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { activityRowAt, ALL_ACTIVITY, keyOfActivity, entryOf, isOfRoom } from '../../store/activity-slice.ts';
import { sharedAccount } from '../../store/changes.ts';
import { hasTeam } from '../../store/team-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { dayOf, shownDate, startOfDay } from '../../parts/days.ts';
import { counted, absoluteTime, formatNumber, timeOfDay, visible } from '../../lib/format.ts';
import styles from './activity-screen.module.css';
import { exportActivityCsv, exportActivityJson } from '../../commands/activity-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { Select } from '../../parts/field.tsx';
import { Toolbar } from '../../parts/pane.tsx';
import {
  ACTIONS,
  aboutJob,
  dayHeading,
  isError,
  jobOutcome,
  jobWords,
  outcomeSentence,
  detailText,
  readable,
} from './wording.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { classNames } from '../../parts/class-names.ts';
import type { GridTree } from '../../parts/data-grid/grid-rows.ts';
import { PersonName } from '../../parts/person-name.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { RoomTitle } from '../../parts/room-title.tsx';
import { RotationRecord } from '../keys/keys-panel.tsx';

export function ActivityScreen() {
  const { openActivity } = useActions();
  const matching = useApp((state) => state.activityMatching);
  const failure = useApp((state) => state.activityFailure);
  const isShared = useApp(hasTeam);
  useEffect(openActivity, [openActivity]);
  return (
    <ListScreen
      label="Activity"
      toolbar={<ActivityToolbar />}
      notices={failure !== null && <FailureNotice look="strip" failure={failure} onRetry={openActivity} />}
      grid={<Entries />}
      footer={
        <span>
          {counted(matching, 'entry', 'entries')} from this computer{isShared ? '' : ', stored only here'}
        </span>
      }
    />
  );
}

function Entries() {
  const rows = useApp((state) => state.activityRows);
  const total = useApp((state) => state.activityTotal);
  const selected = useApp((state) => state.activitySelected);
  const filter = useApp((state) => state.activityFilter);
  const { seeActivity, selectActivity, toggleActivity } = useActions();
  const selectedRow = selected === null ? undefined : activityRowAt(rows, selected);
  return (
    <>
      <DataGrid
        name="Activity"
        columns={ACTIVITY_COLUMNS}
        total={total}
        rowAt={(rank) => activityRowAt(rows, rank)}
        keyOf={keyOfActivity}
        activeRank={selected}
        selectedKey={selectedRow ? keyOfActivity(selectedRow) : null}
        arrangement={JSON.stringify(filter)}
        tree={useMemo(() => treeOf(toggleActivity), [toggleActivity])}
        onRange={seeActivity}
        onSelect={selectActivity}
        onOpen={() => selected !== null && toggleActivity(selected)}
        empty={<NoEntries />}
      />
      {selectedRow !== undefined && <EntryDetails row={selectedRow} />}
    </>
  );
}

function NoEntries() {
  const isRead = useApp((state) => state.activityRows !== null);
  const failed = useApp((state) => state.activityFailure !== null);
  const isFiltered = useApp(({ activityFilter }) =>
    Object.values(activityFilter).some((value) => value !== null && value !== ''),
  );
  const filterActivity = useApp((state) => state.filterActivity);
  if (!isRead) return failed ? null : <Empty>Loading…</Empty>;
  if (!isFiltered) return <Empty drawing="log">No activity yet.</Empty>;
  const clear = (): void => filterActivity(ALL_ACTIVITY);
  return (
    <Empty drawing="none-found" action={<Button onClick={clear}>Clear filters</Button>}>
      No activity matches the filters.
    </Empty>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** Date field of the log's filter. Ignores dates before 1970, because a half-typed year is, for example, 0002. */
function DayField({ label, day, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? day;
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    setTyped(target.value);
    if (target.value === '' || startOfDay(target.value) !== null) onDay(target.value);
  };
  return (
    <label className="row small">
      {label}
      <input
        type="date"
        className="control"
        min="1970-01-02"
        {...shownDate(value)}
        value={value}
        onChange={onChange}
        onBlur={() => setTyped(null)}
      />
    </label>
  );
}

const GROUPS: CommandGroups = [['File', [exportActivityCsv, exportActivityJson]]];

const ALL_ACTIONS = Object.keys(ACTIONS) as readonly ActivityAction[];

function ActivityToolbar() {
  const filter = useApp((state) => state.activityFilter);
  const { since, until } = filter;
  const outline = useApp((state) => state.activityOutline);
  const connections = useApp((state) => state.connections);
  const blurred = useApp((state) => state.blurred);
  const { filterActivity, openDialog } = useActions();
  const isOwner = useApp((state) => state.team?.isOwner === true);
  const account = useApp((state) => sharedAccount(state, state.currentId));
  // Replaces names by numbers while names are blurred, because CSS can't blur the open list of a `<select>`.
  const masked = (kind: string, name: string, at: number): string => (blurred ? `${kind} ${at + 1}` : name);
  const users = outline?.users ?? [];
  const removed = outline?.connections.filter(({ id }) => connections.every((each) => each.id !== id)) ?? [];
  return (
    <Toolbar
      title="Activity"
      filters={
        <>
          <FindField
            label="Find in activity"
            value={filter.find}
            onChange={(find) => filterActivity({ find })}
          />
          <Select
            className={`${styles.select} ${styles.connection}`}
            aria-label="Connection"
            value={filter.connectionId}
            choices={[
              [null, 'All connections'],
              ...[...connections, ...removed].map(
                ({ id, name }, at) => [id, masked('Connection', name, at)] as const,
              ),
            ]}
            onChoose={(connectionId) => filterActivity({ connectionId })}
          />
          {(users.length > 1 || filter.user !== null) && (
            <Select
              className={styles.select}
              aria-label="User"
              value={filter.user}
              choices={[
                [null, 'All users'],
                ...users.map((user, at) => [user, masked('User', user, at)] as const),
              ]}
              onChoose={(user) => filterActivity({ user })}
            />
          )}
          <Select
            className={styles.select}
            aria-label="Action"
            value={filter.action}
            choices={[
              [null, 'All actions'],
              ...ALL_ACTIONS.map((action) => [action, ACTIONS[action][0]] as const),
            ]}
            onChoose={(action) => filterActivity({ action })}
          />
          <span className="row">
            <DayField
              label="From"
              day={since === null ? '' : dayOf(since)}
              onDay={(day) => filterActivity({ since: startOfDay(day) })}
            />
            <DayField
              label="To"
              day={until === null ? '' : dayOf(until - 1)}
              onDay={(day) => filterActivity({ until: startOfDay(day, 1) })}
            />
          </span>
        </>
      }
    >
      {isOwner && account !== null && (
        <Button onClick={() => openDialog({ kind: 'team-activity', connectionId: account.connectionId })}>
          Team activity…
        </Button>
      )}
      <CommandMenu groups={GROUPS} />
    </Toolbar>
  );
}

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
      // Shows no target if it is a connection, which has a column of its own, or the id of a job.
      const isNamed = target !== connectionId && !action.startsWith('job-');
      const hasTarget = isNamed && (row.kind === 'entry' || row.only !== null);
      return (
        <span
          className={`row sensitive ${styles.item}`}
          title={[hasTarget ? target : '', text].filter(Boolean).join('\n')}
        >
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
    cell: cell((row) => (
      <span className="muted">
        <PersonName name={entryOf(row).connectionName} />
      </span>
    )),
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
          title={row.open ? 'Collapse (←)' : 'Expand (→)'}
        >
          {row.open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </span>
      )}
      <Icon className={deletes && !isItem ? 'danger' : 'muted'} size={14} aria-hidden />
      <span className={classNames('ellipsis', isJob && 'medium', mayContainId(row) && 'sensitive')}>
        {text}
      </span>
    </span>
  );
}

/** True if no item of the job has ended. Then the job's title comes from its first log entry, and may contain an id. */
function mayContainId(row: Exclude<ActivityRow, { kind: 'day' }>): row is ActivityJob {
  return row.kind === 'job' && row.action === null;
}

function treeOf(onToggle: (rank: number) => void): GridTree<ActivityRow> {
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
    : `Log entry ${formatNumber(entry.number)}`;
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
        Done by <PersonName name={user} />
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

/** Returns the target of a log entry as text. In entries about API keys, the target is a kind of key. */
function targetWords(action: ActivityEntry['action'], target: string): string {
  if (!action.startsWith('key-')) return target;
  return target === 'main'
    ? ''
    : target.replace(/^main(?=, )/u, 'API key').replace(/^board$|(?<=, )board$/u, 'board API key');
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
