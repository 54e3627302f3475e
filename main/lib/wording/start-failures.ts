import type { Failure } from '../../../preload/contract/failure.ts';
import { failure } from './failure.ts';

export interface StartFailure {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

const FILE_UNUSABLE = {
  why: 'A file is missing or damaged, or other software is blocking it.',
  fix: 'Reinstall Easel. If that doesn’t help, ask your administrator whether security software is blocking one of its files.',
};

const PART_MISSING: StartFailure = { what: 'Part of Easel couldn’t be loaded.', ...FILE_UNUSABLE };

/** Startup failure if the page did not load, was blocked by its content policy, or has no preload script. */
export const PAGE_NOT_SHOWN: StartFailure = { what: 'Easel can’t show its window.', ...FILE_UNUSABLE };

const DATABASE: StartFailure = {
  what: 'Easel’s database can’t be opened.',
  why: 'The disk may be full, or you may not have permission to write to Easel’s folder.',
  fix: 'Free some disk space, or ask for permission to write to Easel’s folder. Then start Easel again.',
};

const BY_KIND: Readonly<Record<string, StartFailure>> = {
  newer: {
    what: 'Easel’s database can’t be opened.',
    why: 'The database was saved by a newer version of Easel.',
    fix: 'Install the newer version again.',
  },
  'in-use': {
    what: 'Another copy of Easel is using the same data folder.',
    why: 'The other copy may be running in another session, or on another computer that shares this folder.',
    fix: 'Close the other copy, then start Easel again.',
  },
  'not-started': PART_MISSING,
};

export function startFailureOf(error: unknown): StartFailure {
  return BY_KIND[kindOf(error)] ?? DATABASE;
}

export function partMissing(error: unknown): Failure | null {
  if (kindOf(error) !== 'not-started') return null;
  const { what, why, fix } = PART_MISSING;
  const detail = error instanceof Error ? error.message : '';
  return failure('storage', { message: `${what} ${why}`, nextStep: fix, details: [`Message: ${detail}`] });
}

/** Reads an error's `kind` without `instanceof`, because importing the class would load worker code at startup. */
export function kindOf(error: unknown): string {
  return error instanceof Error && 'kind' in error ? String(error.kind) : '';
}
