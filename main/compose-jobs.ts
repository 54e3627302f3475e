/** The part of the composition root that makes what changes things: boards, papers, visits, jobs, and the log of them. */
import os from 'node:os';
import type { ArgsOf } from '../preload/contract/contract.ts';
import path from 'node:path';
import type { ConnectionsState } from '../preload/contract/connections.ts';
import { Activity, type ActivityOptions } from './activity/activity.ts';
import { visitEnded } from './activity/entries.ts';
import { BoardCopies } from './boards/copies.ts';
import { Boards, withQueued, type BeingDeleted } from './boards/boards.ts';
import { BoardExports } from './boards/exports.ts';
import type { Connections } from './connections/connections.ts';
import type { Files } from './files/files.ts';
import type { HealthWatch } from './health/health.ts';
import { tell } from './health/observe.ts';
import { readBoardQuery } from '../preload/contract/boards.ts';
import type { Publish } from './ipc/publish.ts';
import { authorHere } from './jobs/author.ts';
import { Jobs, troubleOf } from './jobs/jobs.ts';
import { paperNames } from './jobs/new-jobs.ts';
import { Plans } from './jobs/plans.ts';
import { JobResults } from './jobs/results.ts';
import type { ReviewMirror } from './jobs/review-boards.ts';
import { Reviews } from './jobs/reviews.ts';
import type { Log } from './log/log.ts';
import type { Notes } from './notes/notes.ts';
import { Views } from './notes/views.ts';
import { Papers } from './papers/papers.ts';
import type { Policy } from './policy/policy.ts';
import { PreferencesStore } from './preferences/preferences.ts';
import { Previews } from './previews/previews.ts';
import type { Store } from './store/database.ts';
import type { Mirror } from './store/mirror/mirror.ts';
import { CreateJournal } from './unresolved/create-journal.ts';
import { UnresolvedCreates } from './unresolved/unresolved.ts';

export interface ComposeJobsOptions {
  readonly store: Store;
  readonly mirror: Mirror;
  readonly connections: Connections;
  readonly notes: Notes;
  readonly policy: Policy;
  readonly files: Files;
  readonly copyText: (text: string) => void;
  readonly publish: Publish;
  readonly activity: Pick<Activity, 'record'>;
  readonly health: Pick<HealthWatch, 'state' | 'observer'>;
  readonly announce: (sentence: string) => void;
  readonly isLocked: () => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}

export function composeJobs(options: ComposeJobsOptions) {
  const { store, mirror, connections, notes, policy, files, copyText, publish, health, log, now, after } =
    options;
  const apiOf = connections.apiOf.bind(connections);
  const appUrlOf = connections.appUrlOf.bind(connections);
  const recordOf = connections.recordOf.bind(connections);
  const journal = new CreateJournal({
    table: store.creates,
    onChange: (connectionId, unresolved) => publish('unresolved.changed', { connectionId, unresolved }),
    now,
  });
  const beingDeleted: BeingDeleted = (connectionId, ids) => jobs.boardsBeingDeleted(connectionId, ids);
  const boards = new Boards({
    apiOf,
    mirror,
    onChange: (state) => publish('boards.changed', state),
    onMade: notes.boardMade.bind(notes),
    beingDeleted,
    journal,
    log,
    now,
    after,
  });
  const papers = new Papers({ apiOf, appUrlOf, register: store.papers, journal, now });
  const previews = new Previews({
    apiOf,
    appUrlOf,
    mayChange: connections.mayChange.bind(connections),
    policy,
    log,
    isLocked: options.isLocked,
    connections: connections.list.bind(connections),
    onChange: (state) => publish('previews.changed', state),
    onFocusBack: (event) => publish('previews.focusBack', event),
    onBoardOpened: notes.boardPreviewed.bind(notes),
    onLeft: (visit) => options.activity.record(visitEnded(visit)),
    onAppAnswer: (connectionId, failed) => tell(health.observer(connectionId), 'app', failed),
    copyText,
    now,
  });
  const preferences = new PreferencesStore(store.settings);
  const jobs = new Jobs({
    table: store.jobs,
    work: { recordOf, apiOf, boards, papers, previews },
    journal,
    notes: store.notes,
    register: store.papers,
    mayChange: connections.mayChange.bind(connections),
    appUrlOf,
    policy,
    preferences,
    trouble: (job) => troubleOf(health.state({ connectionId: job.connectionId }), job.kind),
    record: options.activity.record,
    onChange: (change) => publish('jobs.changed', change),
    onLongEnd: options.announce,
    log,
    now,
    // Of the system since it was started: it counts while the computer sleeps, which timers don't.
    steady: () => os.uptime() * 1000,
    after,
  });
  // What one job is about to delete is left out of the next review.
  const reviewed: ReviewMirror = {
    facts: (connectionId) => mirror.facts(connectionId),
    rows: async (connectionId, ...asked) => {
      const page = await mirror.rows(connectionId, ...asked);
      return { ...page, rows: await withQueued(beingDeleted, connectionId, page.rows) };
    },
  };
  const reviews = new Reviews({
    mirror: reviewed,
    jobs,
    recordOf,
    mayChange: connections.mayChange.bind(connections),
    preferences: preferences.read.bind(preferences),
    policy,
    files,
    log,
    now,
  });
  const plans = new Plans({
    reviews,
    mirror: reviewed,
    notesOf: notes.ofBoards.bind(notes),
    recordOf,
    files,
    author: () => authorHere(store.settings, { user: userName(), computer: os.hostname() }),
    readQuery: readBoardQuery,
    log,
    now,
  });
  return {
    boards,
    boardCopies: new BoardCopies({ mirror, addressesOf: recordOf, copyText }),
    boardExports: new BoardExports({
      mirror,
      files,
      recordOf,
      onChange: (state) => publish('boards.exporting', state),
      now,
      after,
    }),
    papers,
    previews,
    preferences,
    views: new Views({ store, recordOf, readQuery: readBoardQuery, now }),
    unresolved: new UnresolvedCreates(journal, boards),
    jobs,
    reviews,
    plans,
    jobResults: new JobResults({ jobs, linksOf: jobs.linksOf.bind(jobs), files, copyText, now }),
    paperNames: ({ pattern, count }: ArgsOf<'jobs.paperNames'>) => paperNames(pattern, count, now()),
    connectionsChanged: (state: ConnectionsState) => {
      previews.connectionsChanged(state);
      publish('connections.changed', state);
    },
    /** The rooms first: nothing that is typed from now on, the passphrase least of all, has a room to go to. */
    beforeLock: () => {
      previews.leaveAll();
      jobs.lock();
      reviews.drop();
    },
    /** What an earlier run left, before anything is sent: first the creates, which jobs of creates are held against. */
    open: async () => {
      await journal.open();
      await jobs.open();
    },
  };
}

/** Apart, for the use cases before it tell it what they did. */
export function composeActivity(
  options: Omit<ActivityOptions, 'file' | 'user' | 'onChange'> & {
    readonly userData: string;
    readonly publish: Publish;
  },
): Activity {
  const { userData, publish, ...rest } = options;
  return new Activity({
    ...rest,
    file: path.join(userData, 'activity.jsonl'),
    user: userName(),
    onChange: (change) => publish('activity.changed', change),
  });
}

/** Who is signed in at this computer; a user without an entry has only a number. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
