/** The schemas that replies about jobs and activity are made of. */
import * as v from 'valibot';
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_OUTCOMES,
  ENVIRONMENTS,
  JOB_ITEM_STATES,
  JOB_KINDS,
  JOB_PAUSES,
  JOB_STATES,
} from '../../preload/contract/domain.ts';
import { boardRow, failureSchema, list, maybeNumber, number, text, time } from './reply-parts.ts';

export const job = v.strictObject({
  id: text,
  kind: v.picklist(JOB_KINDS),
  connectionId: text,
  connectionName: text,
  environment: v.picklist(ENVIRONMENTS),
  state: v.picklist(JOB_STATES),
  holdUntil: maybeNumber,
  pause: v.nullable(v.picklist(JOB_PAUSES)),
  failure: v.nullable(failureSchema),
  counts: v.strictObject({
    total: number,
    waiting: number,
    sending: number,
    done: number,
    alreadyGone: number,
    failed: number,
    unknown: number,
    skipped: number,
    untouched: number,
  }),
  perSecond: maybeNumber,
  secondsLeft: maybeNumber,
  about: text,
  reason: text,
  createdAt: number,
  startedAt: maybeNumber,
  endedAt: maybeNumber,
  links: number,
});

export const jobItems = v.strictObject({
  from: number,
  items: list(
    v.strictObject({
      index: number,
      targetId: text,
      name: text,
      state: v.picklist(JOB_ITEM_STATES),
      status: maybeNumber,
      message: text,
      at: maybeNumber,
    }),
  ),
  matching: number,
});

const plan = v.strictObject({
  fileName: text,
  author: text,
  note: text,
  createdAt: number,
  expiresAt: number,
  boards: number,
  code: text,
  filter: text,
  changes: v.strictObject({ vanished: number, newlyProtected: number, notListed: number }),
});

export const jobReview = v.strictObject({
  reviewId: text,
  connectionId: text,
  boards: number,
  skipped: list(
    v.strictObject({
      why: v.picklist(['protected', 'vanished', 'undated', 'without-id', 'queued']),
      boards: number,
    }),
  ),
  oldest: v.nullable(time),
  newest: v.nullable(time),
  samples: list(boardRow),
  mustType: v.boolean(),
  holdSeconds: number,
  completeness: v.picklist(['complete', 'maybe-incomplete']),
  asOf: maybeNumber,
  refusal: v.nullable(failureSchema),
  plan: v.nullable(plan),
});

export const fileWritten = v.strictObject({ fileName: text, items: number });

export const activityPage = v.strictObject({
  from: number,
  entries: list(
    v.strictObject({
      number,
      at: number,
      user: text,
      connectionId: text,
      connectionName: text,
      action: v.picklist(ACTIVITY_ACTIONS),
      target: text,
      outcome: v.picklist(ACTIVITY_OUTCOMES),
      status: maybeNumber,
      detail: text,
      reason: text,
    }),
  ),
  matching: number,
});
