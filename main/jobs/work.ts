/** What a job of each kind sends for one item, and its result. */
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { RegisteredPaper } from '../../preload/contract/papers.ts';
import { ACCEPTED_MS, type Boards } from '../boards/boards.ts';
import type { Found } from '../boards/look-for.ts';
import type { Clock } from '../clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Notes } from '../notes/notes.ts';
import type { Papers } from '../papers/papers.ts';
import type { Previews } from '../previews/previews.ts';
import type { DeleteAnswer, ServiceApi } from '../service/api.ts';
import { isSuccess } from '../service/read-answer.ts';
import type { ClaimedItem, JobRecord } from '../store/tables/jobs.ts';
import { failure, saidFirst } from '../wording/failure.ts';
import type { Watched } from '../unresolved/create-journal.ts';
import { shortDisplayName } from '../tokens/tokens.ts';
import { isDelete, KINDS } from './kinds.ts';
import { packPaperName } from './paper-names.ts';
import type { MadeLink } from './results.ts';

export interface WorkOptions extends Pick<Clock, 'after'> {
  readonly recordOf: Connections['recordOf'];
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly boards: Pick<Boards, 'create' | 'gone' | 'hasDeleted' | 'lookFor'>;
  readonly papers: Pick<Papers, 'create' | 'gone'>;
  readonly previews: Pick<Previews, 'gone' | 'link'>;
  /** Writes what a new board is called and tagged, as well as it can. */
  readonly noteNew: Notes['boardNoted'];
}

/** The result of a successful request. */
export interface Sent {
  readonly state: 'done' | 'accepted' | 'already-gone';
  /** The id of what it created; empty when that is known already. */
  readonly targetId: string;
  readonly status: number | null;
  readonly message: string;
}

/** How one request is sent. */
export interface Sending {
  /** Aborted when it is to be sent no more; what is on its way by then goes on. */
  readonly beforeSending: AbortSignal;
  /** It was sent before, and the outcome was not seen. */
  readonly doubtful: boolean;
  /** For creates: the result is saved here before the journal drops it. */
  readonly keep: (result: Result<Sent>) => Promise<void>;
  /** A join link was made for this item. */
  readonly onLink: (item: ClaimedItem, link: MadeLink) => void;
  /** Papers of a pack that are made already, by the place of their items. */
  readonly papers: ReadonlyMap<number, string>;
  /** One more is: written down before the journal drops it. */
  readonly onPaper: (item: ClaimedItem, identifier: string) => Promise<void>;
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
    case 'delete-boards': {
      const api = await options.apiOf(connectionId);
      if (!api.ok) return api;
      const deleted = await api.value.deleteBoard(item.targetId, undefined, beforeSending);
      // Of one that was deleted a moment ago a refusal says no more than that it is gone, whatever its words.
      const isRefused = !deleted.ok && deleted.error.code === 'refused';
      const isGone =
        isRefused && (sending.doubtful || options.boards.hasDeleted(connectionId, item.targetId));
      const isAccepted = deleted.ok && deleted.value.outcome === 'accepted';
      if (!isGone && !isAccepted && !seemsUnknown(deleted)) return sentDelete(deleted);
      if (isAccepted) await new Promise<void>((resolve) => void options.after(ACCEPTED_MS, resolve));
      return afterLook(deleted, await options.boards.lookFor(connectionId, item.targetId));
    }
    case 'delete-papers': {
      const api = await options.apiOf(connectionId);
      if (!api.ok) return api;
      const deleted = await api.value.deletePaper(item.targetId, undefined, beforeSending);
      // Papers can't be looked for. Only of one that was to be deleted before is it plain what became of it.
      const isRepeated = sending.doubtful || (deleted.ok && deleted.value.repeated === true);
      if (!seemsMissing(deleted)) return sentDelete(deleted);
      // A web page may be of another host, and says the same each time: it proves nothing.
      if (!deleted.ok && deleted.error.code === 'web-page') return deleted;
      if (isRepeated) return missing(deleted);
      if (!deleted.ok) return deleted;
      await options.papers.gone(connectionId, [item.targetId], 'not-found');
      return fail(
        notKnown(UNKNOWN_PAPER, 'Find it among the deleted papers. You can restore it there.', deleted),
      );
    }
    case 'create-boards': {
      const made = await options.boards.create({ connectionId }, watching(job, item, sending, createdBoard));
      if (made.ok) await options.noteNew(connectionId, made.value.id, item.name, job.tags);
      return createdBoard(made);
    }
    case 'create-papers': {
      const paper = { connectionId, name: item.name, templateId: job.templateId };
      return createdPaper(await options.papers.create(paper, watching(job, item, sending, createdPaper)));
    }
    case 'create-pack': {
      const paperName = packPaperName(job, item);
      const known = sending.papers.get(item.place) ?? item.targetId;
      const paper = { connectionId, name: paperName, templateId: job.templateId };
      const made =
        known === ''
          ? await options.papers.create(paper, {
              ...watching(job, item, sending, createdPaper),
              keep: (answer) =>
                answer.ok ? sending.onPaper(item, answer.value.identifier) : sending.keep(answer),
            })
          : ok({ identifier: known });
      if (!made.ok) return made;
      // Its paper is there: it goes on to its end, though the job is stopped meanwhile.
      return linked(options, item, { ...sending, beforeSending: undefined }, connectionId, {
        paper: made.value.identifier,
        paperName,
      });
    }
    case 'mint-links':
      return linked(options, item, sending, connectionId, { paper: job.about, paperName: job.aboutName });
  }
}

/** Makes the link of one person. */
async function linked(
  { previews }: Pick<WorkOptions, 'previews'>,
  item: ClaimedItem,
  { beforeSending, onLink }: Pick<Sending, 'onLink'> & { readonly beforeSending: AbortSignal | undefined },
  connectionId: string,
  of: Pick<MadeLink, 'paper' | 'paperName'>,
): Promise<Result<Sent>> {
  const { name } = item;
  const room = await previews.link(connectionId, of.paper, shortDisplayName(name), beforeSending);
  if (!room.ok) return room;
  onLink(item, { ...of, name, link: room.value.address, expiresAt: room.value.expiresAt });
  return created(of.paper);
}

/** Whether only a look-up can tell what a delete has done. */
function seemsUnknown(deleted: Result<DeleteAnswer>): boolean {
  if (seemsMissing(deleted)) return true;
  const { code, status = 0 } = deleted.ok ? { code: null } : deleted.error;
  return (
    (code === 'outcome-unknown' && isSuccess({ status })) || (code === 'service-problem' && status === 500)
  );
}

/** Whether a delete was answered as one of what is not there may be. */
function seemsMissing(deleted: Result<DeleteAnswer>): boolean {
  if (deleted.ok) return deleted.value.outcome === 'already-gone';
  const { code, status } = deleted.error;
  return (code === 'not-found' || code === 'web-page') && (status === 404 || status === 410);
}

function sentDelete(deleted: Result<DeleteAnswer>): Result<Sent> {
  if (!deleted.ok) return deleted;
  const { outcome, status, serviceMessage } = deleted.value;
  return ok({
    state: outcome === 'deleted' ? 'done' : outcome,
    targetId: '',
    status,
    message: serviceMessage,
  });
}

/** What a delete was about is not there. */
function missing(deleted: Result<DeleteAnswer>): Result<Sent> {
  const { status = null, serviceMessage = '' } = deleted.ok ? deleted.value : deleted.error;
  return ok({ state: 'already-gone', targetId: '', status, message: serviceMessage });
}

/** A delete whose board was looked for: told by what was found. */
function afterLook(deleted: Result<DeleteAnswer>, found: Found): Result<Sent> {
  const { status = null, serviceMessage = '' } = deleted.ok ? deleted.value : deleted.error;
  const isAccepted = deleted.ok && deleted.value.outcome === 'accepted';
  if (found.kind === 'gone' && !isAccepted) return missing(deleted);
  if (found.kind === 'gone') return ok({ state: 'done', targetId: '', status, message: serviceMessage });
  // What was accepted, or denied, may still have been done; no repetition would tell more.
  if (isAccepted) return fail(notDoneYet(deleted.value));
  if (!deleted.ok && deleted.error.code === 'outcome-unknown')
    return found.kind === 'unsure' ? deleted : fail(stillThere(deleted.error));
  if (found.kind === 'unsure' && found.why !== null) return fail(found.why);
  // An error of the service, or a page of somebody else's: that is not about this board.
  // A list may show for a while what is gone.
  const isOpen =
    found.kind === 'unsure' || (found.kind === 'listed' && !deleted.ok && deleted.error.status === 500);
  if (!deleted.ok && isOpen) return fail({ ...deleted.error, code: 'outcome-unknown' });
  if (!deleted.ok && deleted.error.status === 500) return deleted;
  return fail(notKnown(BOARD_SENTENCES[found.kind], 'Refresh the list, then try again.', deleted));
}

function notDoneYet({ status, serviceMessage }: DeleteAnswer): Failure {
  return failure('outcome-unknown', {
    message: 'The service accepted the delete and still had the board 5 seconds later.',
    nextStep: 'Refresh the list later. If the board is still there, delete it again.',
    status,
    ...(serviceMessage !== '' && { serviceMessage }),
  });
}

/** The service denied the delete inside a success, and still shows the board. */
function stillThere({ serviceMessage = '', status, details }: Failure): Failure {
  const message = saidFirst(serviceMessage, 'The service didn’t delete this board. It is still there.');
  return failure('refused', {
    message,
    details,
    ...(status !== undefined && { status }),
    ...(serviceMessage !== '' && { serviceMessage }),
  });
}

const BOARD_SENTENCES = {
  shown: 'The service says that it doesn’t know this board, and still shows it.',
  listed: 'The service doesn’t know this id. The board is still in the list.',
  unsure: 'The service doesn’t know this id. Easel couldn’t find out whether the board is gone.',
} as const;

const UNKNOWN_PAPER =
  'The service doesn’t know this paper. It may be gone, or this key may not see it: papers can’t be looked up.';

function notKnown(sentence: string, nextStep: string, deleted: Result<DeleteAnswer>): Failure {
  const { status, serviceMessage = '' } = deleted.ok ? deleted.value : deleted.error;
  return failure('not-found', {
    message: saidFirst(serviceMessage, sentence),
    nextStep,
    ...(status === undefined ? {} : { status }),
    ...(deleted.ok ? {} : { details: deleted.error.details }),
  });
}

function watching<T>(
  job: JobRecord,
  item: ClaimedItem,
  { beforeSending, keep }: Sending,
  sentOf: (made: Result<T>) => Result<Sent>,
): Watched<T> {
  return { id: intentId(job.id, item.place), beforeSending, keep: (made) => keep(sentOf(made)) };
}

function createdBoard(made: Result<{ readonly id: string }>): Result<Sent> {
  return made.ok ? created(made.value.id) : made;
}

function createdPaper(made: Result<Pick<RegisteredPaper, 'identifier' | 'standing'>>): Result<Sent> {
  if (!made.ok) return made;
  const { identifier, standing } = made.value;
  return created(identifier, standing === 'accepted' ? 'accepted' : 'done');
}

function created(targetId: string, state: Sent['state'] = 'done'): Result<Sent> {
  return ok({ state, targetId, status: null, message: '' });
}
