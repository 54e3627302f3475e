import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readJson } from '../lib/files/json-file.ts';
import { failure } from '../lib/wording/failure.ts';
import { whyUnusableId } from '../service/wire/body.ts';

const MOST_IDS = 100_000;

export const boardId = v.pipe(
  v.string(),
  v.check((id) => whyUnusableId(id) === null),
);
const idList = v.pipe(v.array(boardId), v.minLength(1), v.maxLength(MOST_IDS));

/** Returns a plan's code such as "1a2b 3c4d": the first digits of its SHA-256. Plan files write it as "sha256:…". */
export function codeOf(digest: string): string {
  const hex = digest.slice(-64);
  return `${hex.slice(0, 4)} ${hex.slice(4, 8)}`;
}

/** Returns the boards of a plan that have no result yet. Runs in a worker: 100,000 boards take 0.2 s. */
export function readPlanBoards(ids: string, finished: string, digest: string): Result<readonly string[]> {
  const boards = readJson(idList, ids);
  const known = readJson(v.array(v.string()), finished);
  if (boards === null || known === null) return fail(differs);
  if (createHash('sha256').update(boards.join('\n')).digest('hex') !== digest) return fail(differs);
  const ended = new Set(known);
  return ok(boards.filter((id) => !ended.has(id)));
}

const differs = failure('refused', {
  message: 'The boards in this plan don’t match the boards that its author saved.',
  nextStep: 'Don’t run this plan. Tell your database administrator.',
});
