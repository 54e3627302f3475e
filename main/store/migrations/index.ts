/** All migrations in order. Number n takes a database from version n to n + 1; a landed one never changes. */
import { initial } from './0001-initial.ts';
import { creates } from './0002-creates.ts';
import { keys } from './0003-keys.ts';
import { notes } from './0004-notes.ts';
import { jobs } from './0005-jobs.ts';
import { jobTargets } from './0006-job-targets.ts';
import { jobFloors } from './0007-job-floors.ts';
import { keyOrigins } from './0008-key-origins.ts';

export const MIGRATIONS: readonly string[] = [
  initial,
  creates,
  keys,
  notes,
  jobs,
  jobTargets,
  jobFloors,
  keyOrigins,
];
