/**
 * Reads and writes cleanup plans (`.easelplan.json`): lists of boards that one person selects and a second deletes.
 * `digest` is the SHA-256 of the canonical JSON of all other fields. It detects damage and manual edits, but not
 * forgery. To detect forgery, both people compare its first digits (the code) by phone. Later versions must keep
 * `format`, `version` and `digest`, so that older versions of Easel can report "too new".
 */
import * as v from 'valibot';
import { rowQuery } from '../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { digestOf, readDigested } from '../lib/files/digested-file.ts';
import { isMoment } from '../lib/files/json-file.ts';
import { failure } from '../lib/wording/failure.ts';
import { boardId, codeOf } from './plan-boards.ts';

export const FORMAT = 'easel-cleanup-plan';
const VERSION = 1;
const MOST_DAYS = 90;
const DAY = 86_400_000;

const line = v.pipe(v.string(), v.maxLength(4096));
const LONGEST_NAME = 256;
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_NAME));
const moment = v.pipe(v.string(), v.check(isMoment));

const planFile = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** Address of the service's board API. A plan runs on any connection with the same address. */
  connection: v.strictObject({ name: line, boardApi: line }),
  query: v.nullable(rowQuery),
  note: line,
  /** User name and computer name on the author's system. Not verified, because anyone can edit the file. */
  author: v.strictObject({ user: name, computer: name }),
  createdAt: moment,
  expiresAt: moment,
  ids: v.pipe(v.array(boardId), v.minLength(1), v.readonly()),
  digest: v.string(),
});

type Written = Readonly<v.InferOutput<typeof planFile>>;

export type Plan = Omit<Written, 'format' | 'version' | 'digest'>;

export interface ReadPlan {
  readonly plan: Plan;
  readonly code: string;
}

const GET_AGAIN =
  'Don’t run this plan. Ask the author for the file again, and compare the plan’s code with the author.';

const FAULTS = {
  another: {
    message: 'This file is not a cleanup plan.',
    nextStep: 'Choose a file whose name ends in .easelplan.json.',
  },
  damaged: {
    message: 'This plan was changed or damaged: its checksum is wrong.',
    nextStep: GET_AGAIN,
  },
  newer: {
    message: 'This plan was created with a newer version of Easel.',
    nextStep: 'Update Easel, then open the plan again.',
  },
  'too-many': {
    message: 'This plan has more boards than Easel can delete at once.',
    nextStep: 'Ask the author to split the plan into several plans.',
  },
  'not-understood': {
    message: 'This plan contains data that Easel never writes to a plan.',
    nextStep: GET_AGAIN,
  },
  expired: { message: 'This plan has expired.', nextStep: 'Ask the author for a new plan.' },
} as const;

export function writePlan(plan: Plan): { readonly text: string; readonly code: string } {
  const whole = { format: FORMAT, version: VERSION, ...plan };
  const digest = digestOf(whole);
  return { text: `${JSON.stringify({ ...whole, digest }, null, 2)}\n`, code: codeOf(digest) };
}

export function readPlan(
  text: string,
  { mostIds, now }: { readonly mostIds: number; readonly now: number },
): Result<ReadPlan> {
  const refuse = (fault: keyof typeof FAULTS): Result<never> => fail(failure('refused', FAULTS[fault]));
  // The format's name is at the start of every plan file, so that even a truncated plan is recognised.
  if (!text.slice(0, 1000).includes(`"${FORMAT}"`)) return refuse('another');
  const read = readDigested(text, FORMAT, VERSION);
  if (!read.ok) return refuse(read.error);
  const whole = read.value;
  const { ids } = whole;
  if (Array.isArray(ids) && ids.length > mostIds) return refuse('too-many');
  const parsed = v.safeParse(planFile, whole);
  if (!parsed.success || !isConsistent(parsed.output)) return refuse('not-understood');
  const { format: _format, version: _version, digest, ...plan } = parsed.output;
  return Date.parse(plan.expiresAt) <= now ? refuse('expired') : ok({ plan, code: codeOf(digest) });
}

function isConsistent({ ids, createdAt, expiresAt }: Written): boolean {
  const valid = Date.parse(expiresAt) - Date.parse(createdAt);
  return new Set(ids).size === ids.length && valid > 0 && valid <= MOST_DAYS * DAY;
}

export type Author = Plan['author'];

export function authorOf({ user, computer }: Author): Author {
  return { user: named(user), computer: named(computer) };
}

function named(name: string): string {
  return name === '' ? 'unknown' : name.slice(0, LONGEST_NAME);
}
