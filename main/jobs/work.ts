/** Sends the request for one item of a job, and interprets the response. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { JobItemState } from '../../preload/contract/jobs.ts';
import { ACCEPTED_MS, type Boards, type Found } from '../boards/boards.ts';
import type { Core } from '../ipc/core.ts';
import type { Notes } from '../notes/notes.ts';
import type { Papers } from '../papers/papers.ts';
import type { Previews } from '../previews/previews.ts';
import type { DeleteAnswer, MadeBoard, ServiceApi } from '../service/api.ts';
import type { Addresses } from '../service/types.ts';
import { isSuccess } from '../service/read-answer.ts';
import type { ClaimedItem, JobRecord } from '../store/tables/jobs.ts';
import { failure, saidFirst } from '../lib/wording/failure.ts';
import { shortened } from '../lib/wording/format.ts';
import type { SheetLink } from '../papers/tokens/qr.ts';
import { LONGEST_DISPLAY_NAME } from '../papers/tokens/tokens.ts';
import { isDelete, KINDS } from './kinds.ts';
import { packPaperName } from './names.ts';

export interface WorkOptions extends Pick<Core, 'recordOf' | 'after'> {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly boards: Pick<Boards, 'ask' | 'gone' | 'hasDeleted' | 'lookFor' | 'made' | 'sendCreate'>;
  readonly papers: Pick<Papers, 'create' | 'gone'>;
  readonly previews: Pick<Previews, 'gone' | 'link'>;
  readonly noteNew: Notes['boardNoted'];
}

export interface Sent {
  readonly state: 'done' | 'accepted' | 'already-gone';
  readonly targetId: string;
  readonly status: number | null;
  readonly message: string;
  readonly board?: MadeBoard;
}

export interface ItemResult extends Omit<Sent, 'state'> {
  readonly state: Exclude<JobItemState, 'waiting' | 'sending'>;
}

export interface EndedItem {
  readonly item: ClaimedItem;
  readonly result: ItemResult;
}

export interface SendOptions {
  /** Cancels the request while it waits in the rate limiter, but not after it was sent. */
  readonly beforeSending: AbortSignal;
  readonly doubtful: boolean;
  readonly links: Map<number, SheetLink>;
  readonly papers: Map<number, string>;
}

export function addressFor(kind: JobRecord['kind'], connection: Omit<Addresses, 'appUrl'>): string {
  return KINDS[kind].api === 'board-api' ? connection.boardApi : connection.paperApi;
}

export async function hasSameAddress(
  { recordOf }: Pick<WorkOptions, 'recordOf'>,
  job: Pick<JobRecord, 'connectionId' | 'kind' | 'address'>,
): Promise<boolean> {
  const record = await recordOf(job.connectionId);
  return record.ok && addressFor(job.kind, record.value) === job.address;
}

/**
 * Returns `options` for one item. Fails with `connectionMoved` if the connection's address changed. A delete gets its
 * API client before this check, because a later client could send the delete to the new address.
 */
export async function optionsAt(options: WorkOptions, job: JobRecord): Promise<Result<WorkOptions>> {
  const api = isDelete(job.kind) ? await options.apiOf(job.connectionId) : null;
  if (!(await hasSameAddress(options, job))) return fail(connectionMoved);
  return ok(api === null ? options : { ...options, apiOf: () => Promise.resolve(api) });
}

export const connectionMoved = failure('refused', {
  message: 'This connection’s addresses changed after your review.',
  nextStep: 'Select the items again, then choose “Delete…”.',
});

export async function sendItem(
  options: WorkOptions,
  job: JobRecord,
  item: ClaimedItem,
  sending: SendOptions,
): Promise<Result<Sent>> {
  const { connectionId, kind } = job;
  const { beforeSending } = sending;
  switch (kind) {
    case 'delete-boards': {
      const api = await options.apiOf(connectionId);
      if (!api.ok) return api;
      const deleted = await api.value.deleteBoard(item.targetId, undefined, beforeSending);
      // Looks for the board if a repeated delete is refused, because the board may already be deleted.
      const isRefused = !deleted.ok && deleted.error.code === 'refused';
      const isGone =
        isRefused && (sending.doubtful || options.boards.hasDeleted(connectionId, item.targetId));
      const isAccepted = deleted.ok && deleted.value.outcome === 'accepted';
      if (!isGone && !isAccepted && !needsLookUp(deleted)) return deleteResult(deleted);
      if (isAccepted) await new Promise<void>((resolve) => void options.after(ACCEPTED_MS, resolve));
      const found = await options.boards.lookFor(api.value, connectionId, item.targetId);
      return lookUpResult(deleted, found);
    }
    case 'delete-papers': {
      const api = await options.apiOf(connectionId);
      if (!api.ok) return api;
      const deleted = await api.value.deletePaper(item.targetId, undefined, beforeSending);
      // "Not found" means deleted only after an earlier delete request, because the service can't look up papers.
      const isRepeated = sending.doubtful || (deleted.ok && deleted.value.repeated === true);
      if (!mayBeMissing(deleted)) return deleteResult(deleted);
      // An HTML page may come from a proxy instead of the service, so the paper may still exist.
      if (!deleted.ok && deleted.error.code === 'web-page') return deleted;
      if (isRepeated) return deleteEnded('already-gone', deleted);
      if (!deleted.ok) return deleted;
      // Keeps the failure even after a disk error. Otherwise a repeated delete would treat the next 404 as “deleted”.
      await options.papers.gone(connectionId, [item.targetId], 'not-found').catch(() => undefined);
      return fail(
        notKnown(UNKNOWN_PAPER, 'To find and restore the paper, filter the papers by “Deleted”.', deleted),
      );
    }
    case 'create-boards': {
      const made = await options.boards.sendCreate(connectionId, beforeSending);
      if (!made.ok) return made;
      await options.noteNew(connectionId, made.value.id, item.name, job.tags);
      return created(made.value.id, { board: made.value });
    }
    case 'create-papers': {
      const paper = { connectionId, name: item.name, templateId: job.templateId };
      const made = await options.papers.create(paper, beforeSending);
      if (!made.ok) return made;
      const state = made.value.standing === 'accepted' ? 'accepted' : 'done';
      return created(made.value.identifier, { state });
    }
    case 'create-pack': {
      const paperName = packPaperName(job, item);
      let paper = sending.papers.get(item.place) ?? item.targetId;
      if (paper === '') {
        const request = { connectionId, name: paperName, templateId: job.templateId };
        const made = await options.papers.create(request, beforeSending);
        if (!made.ok) return made;
        paper = made.value.identifier;
      }
      sending.papers.set(item.place, paper);
      // The paper exists, so its join link is requested even if the job stops meanwhile.
      const unstoppable = { ...sending, beforeSending: undefined };
      return makeLink(options, item, unstoppable, connectionId, { paper, paperName });
    }
    case 'mint-links':
      return makeLink(options, item, sending, connectionId, { paper: job.about, paperName: job.aboutName });
  }
}

async function makeLink(
  { previews }: Pick<WorkOptions, 'previews'>,
  { place, name }: ClaimedItem,
  { beforeSending, links }: Pick<SendOptions, 'links'> & { readonly beforeSending: AbortSignal | undefined },
  connectionId: string,
  { paper, paperName }: { readonly paper: string; readonly paperName: string },
): Promise<Result<Sent>> {
  const target = { kind: 'paper', id: paper } as const;
  const displayName = shortened(name, LONGEST_DISPLAY_NAME);
  const room = await previews.link({ connectionId, target, displayName }, beforeSending);
  if (!room.ok) return room;
  links.set(place, { paperName, name, link: room.value.address, expiresAt: room.value.expiresAt });
  return created(paper);
}

/** Removes deleted boards and papers from the local lists, and adds new boards. Rejects on disk errors. */
export async function updateLists(
  options: Pick<WorkOptions, 'recordOf' | 'boards' | 'papers' | 'previews'>,
  job: Pick<JobRecord, 'connectionId' | 'kind' | 'address'>,
  ended: readonly EndedItem[],
): Promise<void> {
  const { boards, papers, previews } = options;
  const { connectionId, kind, address } = job;
  // Skips boards if the connection's address changed, because the same id is then another board.
  if (KINDS[kind].api === 'board-api' && !(await hasSameAddress(options, job))) return;
  const made = ended.flatMap(({ result }) => result.board ?? []);
  if (made.length > 0) await boards.made(connectionId, made, address);
  if (!isDelete(kind)) return;
  const idsOf = (...ends: readonly JobItemState[]): readonly string[] =>
    ended.filter(({ result }) => ends.includes(result.state)).map(({ item }) => item.targetId);
  const gone = idsOf('done', 'already-gone');
  if (kind === 'delete-boards' && gone.length > 0) await boards.gone(connectionId, gone);
  if (kind === 'delete-papers') {
    await papers.gone(connectionId, idsOf('done'));
    await papers.gone(connectionId, idsOf('already-gone'), 'not-found');
    await papers.gone(connectionId, idsOf('accepted'), 'delete-accepted');
  }
  if (gone.length > 0) await previews.gone(connectionId, gone);
}

function needsLookUp(deleted: Result<DeleteAnswer>): boolean {
  if (mayBeMissing(deleted)) return true;
  const { code, status = 0 } = deleted.ok ? { code: null } : deleted.error;
  return (
    (code === 'outcome-unknown' && isSuccess({ status })) || (code === 'service-problem' && status === 500)
  );
}

function mayBeMissing(deleted: Result<DeleteAnswer>): boolean {
  if (deleted.ok) return deleted.value.outcome === 'already-gone';
  const { code, status } = deleted.error;
  return (code === 'not-found' || code === 'web-page') && (status === 404 || status === 410);
}

function deleteResult(deleted: Result<DeleteAnswer>): Result<Sent> {
  if (!deleted.ok) return deleted;
  return deleteEnded(deleted.value.outcome === 'deleted' ? 'done' : deleted.value.outcome, deleted);
}

function deleteEnded(state: Sent['state'], deleted: Result<DeleteAnswer>): Result<Sent> {
  const { status = null, serviceMessage = '' } = deleted.ok ? deleted.value : deleted.error;
  return ok({ state, targetId: '', status, message: serviceMessage });
}

function lookUpResult(deleted: Result<DeleteAnswer>, found: Found): Result<Sent> {
  const isAccepted = deleted.ok && deleted.value.outcome === 'accepted';
  if (found === 'gone') return deleteEnded(isAccepted ? 'done' : 'already-gone', deleted);
  // Not repeated, because the service accepted the delete and may execute it later.
  if (isAccepted) return fail(notDoneYet(deleted.value, found));
  if (!deleted.ok) {
    const { code, status } = deleted.error;
    if (code === 'refused') return deleted;
    if (code === 'outcome-unknown') return found === 'shown' ? fail(stillThere(deleted.error)) : deleted;
    // A service error, a proxy's web page or an outdated list does not prove that the delete failed.
    const isOpen = found === 'unsure' || (found === 'listed' && status === 500);
    if (isOpen) return fail({ ...deleted.error, code: 'outcome-unknown' });
    if (status === 500) return deleted;
  }
  return fail(notKnown(BOARD_SENTENCES[found], 'Refresh the list, then try again.', deleted));
}

function notDoneYet({ status, serviceMessage }: DeleteAnswer, found: Found): Failure {
  return failure('outcome-unknown', {
    message:
      found === 'shown'
        ? 'The service accepted the delete, but the board still existed 5 seconds later.'
        : 'The service accepted the delete, but Easel couldn’t check whether the board was deleted.',
    nextStep: 'Refresh the list later. If the board is still there, delete it again.',
    status,
    serviceMessage,
  });
}

function stillThere({ serviceMessage = '', status, details }: Failure): Failure {
  const message = saidFirst(serviceMessage, 'The service didn’t delete this board. The board still exists.');
  return failure('refused', { message, details, status, serviceMessage });
}

const BOARD_SENTENCES = {
  shown: 'The service says that this board doesn’t exist, but still returns the board.',
  listed: 'The service couldn’t find this board, but the board is still in the service’s list.',
  unsure: 'The service couldn’t find this board. Easel couldn’t check whether the board was deleted.',
} as const;

const UNKNOWN_PAPER =
  'The service couldn’t find this paper. The paper may have been deleted, or this key may not have access to it. Easel can’t tell which.';

function notKnown(sentence: string, nextStep: string, deleted: Result<DeleteAnswer>): Failure {
  const { status, serviceMessage = '' } = deleted.ok ? deleted.value : deleted.error;
  return failure('not-found', {
    message: saidFirst(serviceMessage, sentence),
    nextStep,
    status,
    ...(deleted.ok ? {} : { details: deleted.error.details }),
  });
}

function created(targetId: string, more: Partial<Pick<Sent, 'state' | 'board'>> = {}): Result<Sent> {
  return ok({ state: 'done', targetId, status: null, message: '', ...more });
}
