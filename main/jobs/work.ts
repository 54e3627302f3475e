/** What a job of each kind sends for one item, and the result. */
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Boards } from '../boards/boards.ts';
import type { Connections } from '../connections/connections.ts';
import type { Papers } from '../papers/papers.ts';
import type { Previews } from '../previews/previews.ts';
import type { ServiceApi } from '../service/api.ts';
import type { ClaimedItem, JobRecord } from '../store/tables/jobs.ts';
import type { Watched } from '../unresolved/create-journal.ts';
import { isDelete, KINDS } from './kinds.ts';
import type { Sent } from './outcomes.ts';

export interface WorkOptions {
  readonly recordOf: Connections['recordOf'];
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly boards: Pick<Boards, 'create' | 'gone'>;
  readonly papers: Pick<Papers, 'create' | 'gone'>;
  readonly previews: Pick<Previews, 'link'>;
}

/** How one request is sent. */
export interface Sending {
  /** Aborted when it is to be sent no more; what is on its way by then goes on. */
  readonly beforeSending: AbortSignal;
  /** For creates: the result is saved here before the journal drops it. */
  readonly keep: (result: Result<Sent>) => Promise<void>;
  /** A join link was made for this item. */
  readonly onLink: (item: ClaimedItem, address: string) => void;
}

/** How many requests of a kind want to be on their way at once: what creates or mints goes one by one. */
export function mostAtOnce(kind: JobRecord['kind']): number {
  return isDelete(kind) ? 32 : 1;
}

/** Which of a connection's addresses a job's requests go to. */
export function addressFor(
  kind: JobRecord['kind'],
  connection: { readonly boardApi: string; readonly paperApi: string },
): string {
  return KINDS[kind].api === 'board-api' ? connection.boardApi : connection.paperApi;
}

/** Whether the connection is there and leads where it did when the job was made. */
export async function stillLeads(
  { recordOf }: Pick<WorkOptions, 'recordOf'>,
  job: Pick<JobRecord, 'connectionId' | 'kind' | 'address'>,
): Promise<boolean> {
  const record = await recordOf(job.connectionId);
  return record.ok && addressFor(job.kind, record.value) === job.address;
}

/** The journal's name for the create of one item. */
export function intentId(jobId: string, place: number | string): string {
  return `${jobId}:${place}`;
}

/** Sends one item. */
export async function sendItem(
  options: WorkOptions,
  job: JobRecord,
  item: ClaimedItem,
  sending: Sending,
): Promise<Result<Sent>> {
  const { connectionId, kind } = job;
  const { beforeSending } = sending;
  switch (kind) {
    case 'delete-boards':
    case 'delete-papers': {
      const api = await options.apiOf(connectionId);
      if (!api.ok) return api;
      const deleted =
        kind === 'delete-boards'
          ? await api.value.deleteBoard(item.targetId, undefined, beforeSending)
          : await api.value.deletePaper(item.targetId, undefined, beforeSending);
      if (!deleted.ok) return deleted;
      const { outcome, status, serviceMessage } = deleted.value;
      const state = outcome === 'deleted' ? 'done' : 'already-gone';
      return ok({ state, targetId: '', status, message: serviceMessage });
    }
    case 'create-boards': {
      const made = await options.boards.create(
        { connectionId },
        watched(job, item, sending, ({ id }: { readonly id: string }) => id),
      );
      return made.ok ? created(made.value.id) : made;
    }
    case 'create-papers': {
      const made = await options.papers.create(
        { connectionId, name: item.name, templateId: job.templateId },
        watched(job, item, sending, ({ identifier }: { readonly identifier: string }) => identifier),
      );
      return made.ok ? created(made.value.identifier) : made;
    }
    case 'mint-links': {
      const room = await options.previews.link(connectionId, job.about, item.name, beforeSending);
      if (!room.ok) return room;
      sending.onLink(item, room.value.address);
      return created('');
    }
  }
}

function watched<T>(
  job: JobRecord,
  item: ClaimedItem,
  sending: Sending,
  idOf: (made: T) => string,
): Watched<T> {
  return {
    id: intentId(job.id, item.place),
    beforeSending: sending.beforeSending,
    keep: (result) => sending.keep(result.ok ? created(idOf(result.value)) : result),
  };
}

function created(targetId: string): Result<Sent> {
  return ok({ state: 'done', targetId, status: null, message: '' });
}
