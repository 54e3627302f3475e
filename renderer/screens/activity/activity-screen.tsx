import { useEffect, useMemo, useState, type ChangeEvent } from 'react';
import type { ActivityAction } from '../../../preload/contract/activity.ts';
import { Button } from '../../parts/button.tsx';
import { DataGrid } from '../../parts/data-grid/data-grid.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { activityRowAt, ALL_ACTIVITY, keyOfActivity } from '../../store/activity-slice.ts';
import { sharedAccount } from '../../store/changes.ts';
import { hasTeam } from '../../store/team-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { dayOf, shownDate, startOfDay } from '../../parts/days.ts';
import { counted } from '../../lib/format.ts';
import styles from './activity-screen.module.css';
import { exportActivityCsv, exportActivityJson } from '../../commands/activity-commands.ts';
import { CommandMenu, type CommandGroups } from '../../commands/command-menu.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { Select } from '../../parts/select.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { ACTIVITY_COLUMNS, activityTree, EntryDetails } from './entries.tsx';
import { ACTIONS } from './wording.ts';

export function ActivityScreen() {
  const { openActivity, filterActivity } = useActions();
  const matching = useApp((state) => state.activityMatching);
  const failure = useApp((state) => state.activityFailure);
  const { since, until } = useApp((state) => state.activityFilter);
  const isShared = useApp(hasTeam);
  useEffect(openActivity, [openActivity]);
  return (
    <ListScreen
      label="Activity"
      toolbar={<ActivityToolbar />}
      notices={
        <>
          {failure !== null && <FailureNotice look="strip" failure={failure} onRetry={openActivity} />}
          <div className="row strip sunken">
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
          </div>
        </>
      }
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
        tree={useMemo(() => activityTree((rank) => toggleActivity(rank)), [toggleActivity])}
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
      No matching activity.
    </Empty>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** Date field that filters the activity log. A half-typed date, such as year 0002, does not filter. */
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
  const outline = useApp((state) => state.activityOutline);
  const connections = useApp((state) => state.connections);
  const blurred = useApp((state) => state.blurred);
  const { filterActivity, openDialog } = useActions();
  const isOwner = useApp((state) => state.team?.isOwner === true);
  const account = useApp((state) => sharedAccount(state, state.currentId));
  // Shows numbers instead of names while names are blurred: the system draws the open list, so CSS can't blur it.
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
