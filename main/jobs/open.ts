/** Opens jobs, reviews and plans, and subscribes them to locks, outages and changes of connections. */
import os from 'node:os';
import path from 'node:path';
import { ok } from '../../preload/contract/failure.ts';
import { withQueued, type Boards } from '../boards/boards.ts';
import type { Access } from '../connections/access.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Presence } from '../ipc/lock/lock.ts';
import type { SavePdf } from '../lib/files/files.ts';
import { orStorage } from '../lib/wording/failure.ts';
import type { Notes } from '../notes/notes.ts';
import type { Papers } from '../papers/papers.ts';
import type { Previews } from '../previews/previews.ts';
import { jobCalls, planCalls } from './calls.ts';
import { Jobs, troubleOf } from './jobs.ts';
import { chooseNameTable, paperNames, type readNameRows } from './names.ts';
import { authorHere } from './plan-file.ts';
import { Plans, type PlansOptions } from './plans.ts';
import { JobResults } from './results.ts';
import { Reviews } from './reviews.ts';
import { unresolvedCalls, type CreateJournal } from './unresolved.ts';

export interface JobsParts {
  readonly access: Access;
  readonly boards: Boards;
  readonly papers: Papers;
  readonly previews: Previews;
  readonly notes: Notes;
  readonly health: HealthWatch;
  readonly journal: CreateJournal;
  readonly presence: Presence;
  readonly savePdf: SavePdf;
  /** Asks for the folder of delete lists. Returns its path; null on cancel. */
  readonly chooseListFolder: () => Promise<string | null>;
  readonly readers: Pick<PlansOptions, 'readPlan'> & {
    readonly readNameRows: (text: string) => Promise<ReturnType<typeof readNameRows>>;
  };
  readonly announce: (sentence: string) => void;
}

export interface JobsModule {
  readonly jobs: Jobs;
  readonly calls: Pick<Implementations, 'jobs' | 'plans' | 'unresolved'>;
}

export function openJobs(core: Core, parts: JobsParts): JobsModule {
  const { store, mirror, signals, publish, files, preferences, now } = core;
  const { access, boards, papers, notes, health, journal, announce } = parts;
  const apiOf = access.apiOf.bind(access);
  const mayChange = access.mayChange.bind(access);
  const jobs = new Jobs({
    ...core,
    table: store.jobs,
    notes,
    work: { ...core, ...parts, apiOf, noteNew: notes.boardNoted.bind(notes) },
    onUnresolved: journal.changed.bind(journal),
    register: store.papers,
    mayChange,
    appUrlOf: access.appUrlOf.bind(access),
    trouble: (job) => troubleOf(health.state({ connectionId: job.connectionId }), job.kind),
    record: core.activity.record,
    onChange: (change) => publish('jobs.changed', change),
    onLongEnd: (sentence, hasFailures) =>
      void preferences.wantsNotice(hasFailures).then((wants) => wants && announce(sentence)),
  });
  const reviews = new Reviews({
    ...core,
    mirror: {
      facts: (connectionId) => mirror.facts(connectionId),
      rows: async (connectionId, ...args) => {
        const page = await mirror.rows(connectionId, ...args);
        const queued = jobs.beingDeleted.bind(jobs, 'delete-boards');
        return { ...page, rows: await withQueued(queued, connectionId, page.rows) };
      },
    },
    papers,
    jobs,
    mayChange,
    preferences: preferences.read.bind(preferences),
    onListSaved: (fileName) => publish('files.saved', { fileName }),
  });
  const plans = new Plans({
    ...core,
    ...parts.readers,
    reviews,
    notesOf: notes.ofBoards.bind(notes),
    author: () => authorHere(store.settings, { user: core.user, computer: os.hostname() }),
  });
  const results = new JobResults({ ...core, jobs, savePdf: parts.savePdf });
  signals.locked.on(() => {
    jobs.lock();
    reviews.drop();
  });
  signals.readOnly.on((connectionId, why) => jobs.pauseAll(connectionId, 'refused', why));
  signals.connectionGone.on((connectionId) => {
    jobs.connectionEnded(connectionId);
    reviews.forget(connectionId);
  });
  signals.notesChanged.on(jobs.notesChanged.bind(jobs));
  signals.healthChanged.on(jobs.healthChanged.bind(jobs));
  signals.onClose(() => jobs.close());
  parts.presence.onSleep(() => jobs.pauseAll(null, 'sleep'));
  return {
    jobs,
    calls: {
      jobs: jobCalls({
        jobs,
        reviews,
        jobResults: results,
        chooseListFolder: () =>
          orStorage(
            parts
              .chooseListFolder()
              .then((folder) => ok(folder === null ? null : { folder: path.basename(folder) })),
          ),
        readNames: () => chooseNameTable(files, parts.readers.readNameRows),
        paperNames: ({ pattern, count }) => paperNames(pattern, count, now()),
      }),
      plans: planCalls(plans),
      unresolved: unresolvedCalls(journal, boards),
    },
  };
}
