/** The operations of the matrix, asked for as a page does, and what Easel shows of boards and papers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '../../main/practice/endpoints.ts';
import type { RowQuery, BoardRow, BoardsState } from '../../preload/contract/boards.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { deleteNow, type Deletion } from '../support/delete-now.ts';
import type { TestServices } from '../support/services.ts';
import type { Operation, Outcome } from './expectations.ts';

/** Where the operations act. */
export interface Scene {
  readonly services: TestServices;
  readonly connectionId: string;
  /** A board to view, and one to delete. */
  readonly viewed: string;
  readonly doomed: string;
  /** A paper to delete, and one to mint a token for. */
  readonly doomedPaper: string;
  readonly joined: string;
}

/** What an operation came to. */
export interface Ran {
  readonly outcome: Outcome;
  /** Null where it went well, and where all that is said of it stands in the item of a delete. */
  readonly failure: Failure | null;
  /** Identifier of what was made, where something was. */
  readonly made: string | null;
  /** The job of a delete and its item. */
  readonly deletion: Deletion | null;
}

/** The practice service's name of what the operation asks for. */
export const ENDPOINT_OF: Readonly<Record<Operation, Endpoint>> = {
  list: 'listBoards',
  view: 'viewBoard',
  'create board': 'createBoard',
  'create paper': 'createPaper',
  'delete board': 'deleteBoard',
  'delete paper': 'deletePaper',
  mint: 'accessToken',
};

const RUN: Readonly<Record<Operation, (scene: Scene) => Promise<Ran>>> = {
  list: async ({ services, connectionId }) => {
    const { failure } = await listToEnd(services, connectionId);
    return ran(failure === null ? { ok: true, value: null } : { ok: false, error: failure });
  },
  view: async ({ services, connectionId, viewed }) =>
    ran(await services.call('boards.view', { connectionId, boardId: viewed })),
  'create board': async ({ services, connectionId }) =>
    ran(await services.call('boards.create', { connectionId }), ({ id }) => id),
  'create paper': async ({ services, connectionId }) =>
    ran(
      await services.call('papers.create', { connectionId, name: 'Lesson 5', templateId: null }),
      ({ identifier }) => identifier,
    ),
  'delete board': (scene) => deletes(scene, { kind: 'board', id: scene.doomed }),
  'delete paper': (scene) => deletes(scene, { kind: 'paper', id: scene.doomedPaper }),
  mint: async ({ services, connectionId, joined }) =>
    ran(await services.call('previews.copyLink', { connectionId, identifier: joined, displayName: 'Ann' })),
};

function ran<T>(result: Result<T>, madeOf: (value: T) => string | null = () => null): Ran {
  const failure = result.ok ? null : result.error;
  const made = result.ok ? madeOf(result.value) : null;
  return { outcome: failure?.code ?? 'ok', failure, made, deletion: null };
}

async function deletes(scene: Scene, target: RoomTarget): Promise<Ran> {
  const { services, connectionId } = scene;
  const deleted = await deleteNow(services, connectionId, target);
  if (!deleted.ok) return ran(deleted);
  const deletion = deleted.value;
  const { failure } = deletion.job;
  const outcome = failure?.code ?? outcomeOf(deletion);
  if (outcome === 'ok') await leaving(scene, target.id);
  return { outcome, failure, made: null, deletion };
}

/** What is gone leaves what Easel shows in a moment; what has not by then is found by the verdict. */
async function leaving(scene: Scene, id: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const { boards, papers } = await look(scene);
    if (!papers.includes(id) && !boards.some((board) => board.id === id)) return;
    await delay(LOOK_MS);
  }
}

/** What an ended job says of its one item: of one that has failed it has the status and the words, and no code. */
function outcomeOf({ item }: Deletion): Outcome {
  if (item.state === 'done' || item.state === 'already-gone') return 'ok';
  if (item.state === 'unknown') return 'outcome-unknown';
  if (item.state !== 'failed') return 'internal';
  return item.status === 402 || item.status === 403 ? 'not-allowed' : 'refused';
}

/** An operation's end in real time: every deadline of Easel's own is far shorter once timers are quickened. */
const LONGEST_MS = 180_000;

/** Runs one operation to its end. Throws when it has none. */
export async function runOperation(operation: Operation, scene: Scene): Promise<Ran> {
  const watch = new AbortController();
  const late = delay(LONGEST_MS, undefined, { signal: watch.signal }).then(
    () => Promise.reject(new Error(`${operation} did not end`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([RUN[operation](scene), late]);
  } finally {
    watch.abort();
  }
}

/** How often it is looked whether a listing has ended, in ms of real time: the page may not ask much more often. */
const LOOK_MS = 50;
const MOST_LOOKS = 100;

/** Lists all boards and waits for the end of it. */
export async function listToEnd(services: TestServices, connectionId: string): Promise<BoardsState> {
  let state = value(await services.call('boards.list', { connectionId }));
  while (state.phase === 'loading') {
    await delay(LOOK_MS);
    state = value(await services.call('boards.state', { connectionId }));
  }
  return state;
}

/** What Easel shows and remembers. */
export interface Shown {
  readonly boards: readonly BoardRow[];
  /** Identifiers in the register, without those that were seen deleted. */
  readonly papers: readonly string[];
  /** Kinds of the creates whose end is unknown. */
  readonly unresolved: readonly string[];
  readonly clipboard: string;
}

const BY_ID: RowQuery = { find: '', filters: [], order: { by: 'id', descending: false } };

export async function look({
  services,
  connectionId,
}: Pick<Scene, 'services' | 'connectionId'>): Promise<Shown> {
  const papers = value(await services.call('papers.list', { connectionId }));
  const window = { connectionId, from: 0, count: 1000, query: BY_ID, fields: [] };
  return {
    boards: value(await services.call('boards.window', window)).rows,
    papers: papers.filter(({ deletedAt }) => deletedAt === null).map(({ identifier }) => identifier),
    unresolved: value(await services.call('unresolved.list', { connectionId })).map(({ kind }) => kind),
    clipboard: services.clipboard(),
  };
}

/** The value of a call that no fault touches. */
export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.details.join('; ')}`);
  return result.value;
}
