import { placeOf } from '../../store/changes.ts';
import { BellRing, KeyRound } from 'lucide-react';
import { useEffect, type CSSProperties } from 'react';
import { isDue } from '../../../preload/contract/facts.ts';
import type { RecentRoom, RowFilter, RowQuery, SavedView } from '../../../preload/contract/boards.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { goToCustomers } from '../../commands/frame-commands.ts';
import { teamPlans } from '../../commands/jobs-commands.ts';
import { all, toChangeBoards, toDelete } from '../../commands/reasons.ts';
import { Button } from '../../parts/button.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { clockTime, counted, formatDate, formatNumber, momentOf, visible } from '../../lib/format.ts';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { Line, RoomLine, Section, Sections, type RoomLineProps } from '../../parts/sections.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { NAMED, OLD, type HomeFacts, AGES } from '../../store/home-slice.ts';
import { plansForUser } from '../../store/team-slice.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useActions, useApp, useList, useOpenList } from '../../store/use-app.ts';
import { listingStatus } from '../boards/boards-status.tsx';
import { keyAt, slotName, slotsOf } from '../keys/key-facts.ts';
import styles from './home-screen.module.css';

export function HomeScreen() {
  const connectionId = useApp((state) => state.currentId);
  const revision = useApp((state) => state.boards?.revision ?? null);
  const boards = useApp((state) => (state.boards?.connectionId === state.currentId ? state.boards : null));
  const now = useNow();
  const facts = useApp((state) =>
    state.homeFacts?.connectionId === state.currentId ? state.homeFacts : null,
  );
  const failure = useApp((state) => state.homeFailure);
  const place = useApp(placeOf);
  const waiting = useApp(plansForUser);
  const { openBoards, openDialog, readHome } = useActions();
  useOpenList(openBoards);
  // Reads the home screen's data again once the recent rooms are known, because the store loads these rooms later.
  const isRecentKnown = useApp((state) => state.lastState !== null);
  useEffect(() => void readHome(), [connectionId, revision, isRecentKnown, readHome]);
  return (
    <div className="fill">
      <Toolbar title="Home">
        {boards !== null && (
          <span className="hint nowrap">
            Boards: {listingStatus(boards)}
            {boards.asOf !== null && `, as of ${clockTime(boards.asOf, now)}`}
          </span>
        )}
        <CommandButton command={goToCustomers} />
      </Toolbar>
      {failure !== null && <FailureNotice look="strip" failure={failure} onRetry={() => void readHome()} />}
      {waiting > 0 && (
        <div className="row info-strip">
          <p className="grow">{counted(waiting, 'plan needs', 'plans need')} your approval</p>
          <CommandButton command={teamPlans} />
        </div>
      )}
      <Pane label="Home" className="rest relative scroll">
        {facts === null ? (
          failure === null && <p className="padded muted">Counting…</p>
        ) : (
          <Sections>
            <Ages facts={facts} />
            <div className="column-3">
              <Keys />
              <CleanupRules />
            </div>
            <Rooms
              kind="board"
              heading="boards"
              recent={facts.recent}
              newest={facts.newest.flatMap(({ id, local, created }) =>
                id === null ? [] : [{ id, name: local?.label, at: created && momentOf(created) }],
              )}
              total={facts.total}
            />
            <Rooms
              kind="paper"
              heading={`papers ${place}`}
              recent={facts.recentPapers}
              newest={facts.newestPapers.map(({ identifier, name, rememberedAt }) => ({
                id: identifier,
                name,
                at: rememberedAt,
              }))}
              total={facts.papers}
            />
            {!facts.hasLabels && facts.total > 0 && (
              <p className={`row ${styles.offer}`}>
                <span className="muted">You can import labels and customers from a spreadsheet.</span>
                <Button onClick={() => openDialog({ kind: 'import' })}>Import labels…</Button>
              </p>
            )}
          </Sections>
        )}
      </Pane>
    </div>
  );
}

const AGE_COLORS = [
  'accent',
  'connection-teal',
  'connection-yellow',
  'connection-orange',
  'connection-gray',
].map((name) => `var(--${name})`);

/** Index in `AGES` of the group of boards without a date. The chart hides this group while it is empty. */
const UNDATED = 4;

function Ages({ facts }: { readonly facts: HomeFacts }) {
  const { showMatching } = useActions();
  const ages = AGES.map((age, at) => ({ ...age, boards: facts.ages[at] ?? 0 }));
  const upTo = (end: number): number => ages.slice(0, end).reduce((sum, { boards }) => sum + boards, 0);
  const percent = 100 / Math.max(1, upTo(ages.length));
  const shares = ages.map((_, at) => `${AGE_COLORS[at]} 0 ${upTo(at + 1) * percent}%`);
  const oldCount = (facts.ages[2] ?? 0) + (facts.ages[3] ?? 0);
  return (
    <Section title="Boards by age">
      <div className="row gap-3">
        <button
          type="button"
          className={`bare centre fixed bold ${styles.ring}`}
          style={{ '--shares': `conic-gradient(${shares.join(', ')})` } as CSSProperties}
          title="Show all boards"
          aria-label={`${counted(facts.total, 'board')} of any age`}
          onClick={() => void showMatching('board', [])}
        >
          {formatNumber(facts.total)}
        </button>
        <div className={`column grow ${styles.ages}`}>
          {ages.map(
            ({ name, boards, filters }, at) =>
              (boards > 0 || at < UNDATED) && (
                <Line key={name} onClick={() => void showMatching('board', filters)}>
                  <span
                    className={`fixed ${styles.swatch}`}
                    style={{ background: AGE_COLORS[at] }}
                    aria-hidden
                  />
                  <span className="grow">{name}</span>
                  <span className="bold">{formatNumber(boards)}</span>
                </Line>
              ),
          )}
          {oldCount > 0 && (
            <Button
              className={styles.clean}
              title="Show boards older than 90 days"
              onClick={() => void showMatching('board', OLD)}
            >
              Clean up {formatNumber(oldCount)}
            </Button>
          )}
        </div>
      </div>
    </Section>
  );
}

interface RoomsProps {
  readonly kind: 'board' | 'paper';
  readonly heading: string;
  readonly recent: readonly RecentRoom[];
  readonly newest: readonly Pick<RoomLineProps, 'id' | 'name' | 'at'>[];
  readonly total: number;
}

function Rooms({ kind, heading, recent, newest, total }: RoomsProps) {
  const { go } = useActions();
  const others = newest.filter(({ id }) => !recent.some((each) => each.id === id));
  const rooms = [
    ...recent.map((each) => ({ ...each, what: 'Used' })),
    ...others.map((each) => ({ ...each, what: kind === 'board' ? 'Created' : 'Added' })),
  ].slice(0, NAMED);
  return (
    <Section title={`Recent ${heading}`}>
      {rooms.length === 0 && <p className="muted">No {kind}s yet.</p>}
      {rooms.map((room) => (
        <RoomLine key={room.id} kind={kind} {...room} />
      ))}
      {total > rooms.length && (
        <Line onClick={() => void go({ kind: 'screen', screen: `${kind}s` })}>
          <span className="accent">Show all in list ({formatNumber(total)})</span>
        </Line>
      )}
    </Section>
  );
}

function Keys() {
  const connection = useApp(currentConnection);
  const keysById = useApp((state) => state.keysById);
  const connections = useApp((state) => state.connections);
  const goToKeysOf = useApp((state) => state.goToKeysOf);
  const now = useNow();
  const keys = connection === null ? undefined : keysById[connection.id];
  if (connection === null || keys === undefined) return null;
  const others = connections.filter(
    ({ id }) => id !== connection.id && keysById[id]?.keys.some((key) => isDue(key, now)) === true,
  );
  return (
    <Section title="Key">
      {slotsOf(connection).map((slot) => {
        const key = keyAt(keys, slot, 'current');
        const isOverdue = key !== null && isDue(key, now);
        return (
          <Line key={slot} onClick={() => void goToKeysOf(connection.id)}>
            <KeyRound className="muted" size={15} aria-hidden />
            <span className="grow column">
              <span>
                {slotName(connection, slot)}{' '}
                {key !== null && <code className="sensitive">{key.fingerprint}…</code>}
              </span>
              <span className="hint">
                {key === null ? (
                  'No key yet'
                ) : (
                  <>
                    Added <RelativeTime at={key.addedAt} />
                    {key.remindAt === null && ', no reminder'}
                    {key.remindAt !== null && !isOverdue && `, rotate by ${formatDate(key.remindAt)}`}
                  </>
                )}
              </span>
            </span>
            {isOverdue && <RotateNow />}
          </Line>
        );
      })}
      {others.map((other) => (
        <Line key={other.id} onClick={() => void goToKeysOf(other.id)}>
          <KeyRound className="muted" size={15} aria-hidden />
          <span className="grow ellipsis">
            <ConnectionMark connection={other} />
          </span>
          <RotateNow />
        </Line>
      ))}
    </Section>
  );
}

function RotateNow() {
  return (
    <span className={`mark warning bold caution ${styles.due}`}>
      <BellRing size={13} />
      Rotate now
    </span>
  );
}

function CleanupRules() {
  const ruled = useList('board').views.flatMap(({ rule, ...view }) => (rule ? [{ ...view, rule }] : []));
  if (ruled.length === 0) return null;
  return (
    <Section title="Cleanup rules">
      {ruled.map((view) => (
        <Rule key={view.id} {...view} />
      ))}
    </Section>
  );
}

/** Shows the number of boards that a saved view's cleanup rule covers, and a button to review their delete. */
function Rule({
  name,
  query: { find, ...saved },
  rule,
}: Required<Pick<SavedView, 'name' | 'query' | 'rule'>>) {
  const { countRows, reviewRule, showMatching } = useActions();
  const filters: readonly RowFilter[] = [
    ...saved.filters,
    { kind: 'older-than', days: rule.days },
    { kind: 'mark', mark: 'protected', is: false },
  ];
  const query: RowQuery = { find, filters, order: { by: 'created', descending: false } };
  const state = useApp(({ boards, currentId }) => `${currentId} ${boards?.revision}`);
  // Counts again every 5 minutes, because boards grow older, and main recomputes their ages only for a query.
  const tick = Math.floor(useNow() / 300_000);
  const [found] = useAnswer(`${state} ${tick} ${JSON.stringify(query)}`, () => countRows(query));
  const reason = useApp(all(toDelete, toChangeBoards));
  const { matching = null } = found?.ok === true ? found.value : {};
  const most = Math.min(matching ?? 0, rule.most);
  const unknown =
    found?.ok === false ? 'Easel couldn’t count the boards that match' : 'Counting the boards that match';
  const count = matching === null ? unknown : counted(matching, 'board matches', 'boards match');

  return (
    <div className="row">
      <Line onClick={() => void showMatching('board', filters, find)}>
        <span className="grow">
          {count} <span className="sensitive">{visible(name)}</span>, older than {counted(rule.days, 'day')}
        </span>
      </Line>
      {most > 0 && (
        <Button
          disabledReason={reason === true ? null : reason}
          onClick={() => void reviewRule(query, rule.most)}
        >
          Review {formatNumber(most)}…
        </Button>
      )}
    </div>
  );
}
