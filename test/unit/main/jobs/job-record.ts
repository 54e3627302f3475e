import type { JobRecord } from '../../../../main/store/tables/jobs.ts';

/** A held bulk delete. */
export const HELD: JobRecord = {
  id: 'job',
  kind: 'delete-boards',
  connectionId: 'c',
  connectionName: 'Acme boards',
  environment: 'test',
  address: 'https://boards.example',
  state: 'held',
  holdUntil: 300_000,
  startsEarliest: null,
  heldFrom: null,
  heldInFull: null,
  pause: null,
  failure: null,
  about: '',
  aboutName: '',
  tags: [],
  reason: '',
  draftedBy: null,
  templateId: null,
  pattern: '',
  createdAt: 0,
  startedAt: null,
  endedAt: null,
};
