import type { Failure } from '../../../preload/contract/failure.ts';
import { failure } from './failure.ts';

export interface StartFailure {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

const REINSTALL =
  'Install Easel again. If that doesn’t help, ask your administrator whether security software blocks a file of Easel.';

const PART_MISSING: StartFailure = {
  what: 'A part of Easel can’t be loaded.',
  why: 'Its file is missing or damaged, or something on this computer blocks it.',
  fix: REINSTALL,
};

/** Failure at the start: the page did not load, was blocked by its content policy, or lacks its preload script. */
export const PAGE_NOT_SHOWN: StartFailure = {
  what: 'Easel can’t show its window.',
  why: 'A file of its page is missing or damaged, or something on this computer blocks it.',
  fix: REINSTALL,
};

const DATABASE: StartFailure = {
  what: 'The database can’t be opened.',
  why: 'The disk may be full, or you may not be allowed to write to Easel’s folder.',
  fix: 'Make room on the disk, or ask for the right to write to that folder. Then start Easel again.',
};

const BY_KIND: Readonly<Record<string, StartFailure>> = {
  newer: {
    what: 'The database can’t be opened.',
    why: 'A newer version of Easel wrote it.',
    fix: 'Install that version again.',
  },
  'in-use': {
    what: 'Another Easel uses the same folder.',
    why: 'It may run in another session, or on another computer that shares this folder.',
    fix: 'Close it there. Then start Easel again.',
  },
  'not-started': PART_MISSING,
};

export function startFailureOf(error: unknown): StartFailure {
  return BY_KIND[kindOf(error)] ?? DATABASE;
}

/** Returns the failure if the code of a worker thread could not be loaded while Easel runs; otherwise null. */
export function partMissing(error: unknown): Failure | null {
  if (kindOf(error) !== 'not-started') return null;
  const { what, why, fix } = PART_MISSING;
  const detail = error instanceof Error ? error.message : '';
  return failure('storage', { message: `${what} ${why}`, nextStep: fix, details: [`Message: ${detail}`] });
}

/** Reads an error's `kind`. Importing the error's class would load the threads' code before the window. */
export function kindOf(error: unknown): string {
  return error instanceof Error && 'kind' in error ? String(error.kind) : '';
}
