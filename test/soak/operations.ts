/** Random operations and service faults of the soak test. The operations use the same IPC calls as Easel's page. */
import type { RowQuery } from '../../preload/contract/boards.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Endpoint } from '../../main/practice/endpoints.ts';
import type { CommonFault } from '../practice/faults.ts';
import { jobAtRest, listEnd, type Scene } from './scene.ts';

type Operation = (scene: Scene) => Promise<Result<unknown>>;

const NEWEST: RowQuery = { find: '', filters: [], order: { by: 'created', descending: true } };

async function someBoards({ call, connectionId, below }: Scene, most: number): Promise<readonly string[]> {
  const from = below(400);
  const shown = await call('boards.window', { connectionId, from, count: most, query: NEWEST, fields: [] });
  return shown.ok ? shown.value.rows.flatMap(({ id }) => (id === null ? [] : [id])) : [];
}

const somePaper = ({ papers, below }: Scene): string => papers[below(papers.length)] ?? '';

async function waitForJob(scene: Scene, made: Result<Job>): Promise<Result<unknown>> {
  if (!made.ok) return made;
  const { call } = scene;
  const jobId = made.value.id;
  const job = await jobAtRest(scene, jobId);
  if (job?.state === 'paused') {
    if (scene.below(2) === 0) await call('jobs.resume', { jobId });
    else await call('jobs.stop', { jobId });
    await jobAtRest(scene, jobId);
    await call('jobs.stop', { jobId });
  }
  // Cancels a delayed delete whose countdown an outage has stopped. Otherwise it would wait for the user.
  if ((await jobAtRest(scene, jobId))?.state === 'held') await call('jobs.cancel', { jobId });
  await call('jobs.items', { jobId, from: 0, count: 100, state: null });
  return call('jobs.dismiss', { jobId });
}

async function heldDelete(scene: Scene, made: Result<Job>): Promise<Result<unknown>> {
  if (!made.ok) return made;
  const { call, below } = scene;
  const jobId = made.value.id;
  const choice = below(4);
  if (choice === 0) await call('jobs.cancel', { jobId });
  else if (choice < 3) await call('jobs.startNow', { jobId });
  if (choice === 2) {
    await call('jobs.pause', { jobId });
    await call('jobs.resume', { jobId });
  }
  return waitForJob(scene, made);
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'list boards': async (scene) => {
    const { call, connectionId, below } = scene;
    const begun = await call('boards.list', { connectionId });
    if (!begun.ok) return begun;
    return below(8) === 0 ? call('boards.cancelList', { connectionId }) : ok(await listEnd(scene));
  },
  'find boards': ({ call, connectionId, below }) => {
    const query = { ...NEWEST, find: ['', 'a', 'b7', 'c3f'][below(4)] ?? '' };
    return call('boards.window', { connectionId, from: 0, count: 100, query, fields: [] });
  },
  'view a board': async (scene) => {
    const [boardId = 'none'] = await someBoards(scene, 1);
    return scene.call('boards.view', { connectionId: scene.connectionId, boardId });
  },
  'create a board': ({ call, connectionId }) => call('boards.create', { connectionId }),
  'create boards': async (scene) => {
    const { call, connectionId, below } = scene;
    const wanted = { connectionId, count: 1 + below(4), label: 'Room {n}', tags: ['soak'] };
    return waitForJob(scene, await call('jobs.createBoards', wanted));
  },
  'delete a board': async (scene) => {
    const [id = 'none'] = await someBoards(scene, 1);
    scene.doomed.add(id);
    const target = { kind: 'board', id } as const;
    const { connectionId } = scene;
    return heldDelete(scene, await scene.call('jobs.deleteOne', { connectionId, target }));
  },
  'delete boards': async (scene) => {
    const { call, connectionId } = scene;
    const ids = await someBoards(scene, 2 + scene.below(4));
    const selection = { kind: 'ids', ids } as const;
    const review = await call('jobs.review', { connectionId, selection });
    if (!review.ok) return review;
    const { reviewId, boards } = review.value;
    if (scene.below(4) === 0) return call('jobs.closeReview', { reviewId });
    for (const id of ids) scene.doomed.add(id);
    const made = await call('jobs.deleteReviewed', { reviewId, typed: String(boards), reason: 'Soak' });
    return heldDelete(scene, made);
  },
  'create a paper': async ({ call, connectionId, papers }) => {
    const made = await call('papers.create', { connectionId, name: 'Lesson', templateId: null });
    if (made.ok) papers.push(made.value.identifier);
    return made;
  },
  'delete a paper': async (scene) => {
    const { call, connectionId, papers } = scene;
    // Keeps 20 papers, because other operations create links for them. If only 20 are left, deletes an invented paper.
    const id = papers.length > 20 ? (papers.splice(10, 1)[0] ?? '') : 'none';
    const target = { kind: 'paper', id } as const;
    return heldDelete(scene, await call('jobs.deleteOne', { connectionId, target }));
  },
  'mint links': async (scene) => {
    const { call, connectionId } = scene;
    const wanted = { connectionId, identifier: somePaper(scene), names: ['Ann', 'Ben', 'Cem'] };
    const made = await call('jobs.mintLinks', wanted);
    if (made.ok) await call('jobs.saveLinks', { jobId: made.value.id });
    return waitForJob(scene, made);
  },
  'copy a link': async (scene) => {
    const { call, connectionId } = scene;
    const target = { kind: 'paper', id: somePaper(scene) } as const;
    const wanted = { connectionId, target, displayName: 'Ann' };
    const copied = await call('previews.copyLink', wanted);
    if (copied.ok) await call('links.close', { linkId: copied.value.linkId });
    return copied;
  },
  'change notes': async (scene) => {
    const { call, connectionId } = scene;
    const selection = { kind: 'ids', ids: await someBoards(scene, 5) } as const;
    const change = { label: `Group ${scene.below(9)}`, addTags: ['soak'] };
    const changed = await call('boards.annotate', { connectionId, selection, change });
    if (!changed.ok || changed.value.undoId === null) return changed;
    return call('boards.undo', { connectionId, undoId: changed.value.undoId });
  },
  'export boards': ({ call, connectionId }) => {
    const selection = { kind: 'all', query: NEWEST, except: [] } as const;
    return call('boards.export', { connectionId, selection, format: 'csv', fields: [] });
  },
  'read the activity log': ({ call, below }) => {
    const all = { connectionId: null, action: null, user: null, since: null, until: null, open: [] };
    const find = ['', 'board', 'soak'][below(3)] ?? '';
    return call('activity.page', { ...all, find, from: 0, count: 100 });
  },
  'settle what is unresolved': async ({ call, connectionId }) => {
    const known = await call('unresolved.list', { connectionId });
    const [first] = known.ok ? known.value : [];
    if (first === undefined) return known;
    const ofIt = { connectionId, unresolvedId: first.id };
    await call('unresolved.check', ofIt);
    return call('unresolved.settle', { ...ofIt, boardId: null });
  },
  health: ({ call, connectionId }) => call('health.tryNow', { connectionId }),
};

export function drawOperation(below: Scene['below']): readonly [name: string, run: Operation] {
  const all = Object.entries(OPERATIONS);
  return all[below(all.length)] ?? ['none', () => Promise.resolve(ok(null))];
}

const ENDPOINTS: readonly Endpoint[] = [
  'listBoards',
  'viewBoard',
  'createBoard',
  'deleteBoard',
  'createPaper',
  'deletePaper',
  'accessToken',
];

const FAULTS: readonly CommonFault[] = [
  { kind: 'latency', ms: 200 },
  { kind: 'silence' },
  { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
  { kind: 'status', status: 502, processed: true },
  { kind: 'status', status: 401 },
  { kind: 'html' },
  { kind: 'cut', at: 'before-headers' },
  { kind: 'cut', at: 'after-processing' },
  { kind: 'cut', at: 'mid-body' },
  { kind: 'malformed-json' },
  { kind: 'drip', part: 'body', bytes: 200, everyMs: 5 },
  { kind: 'huge-header', bytes: 80_000 },
  { kind: 'gzip-bomb', bytes: 20_000_000 },
];

/** Sets a fault for the next one to three requests of an endpoint. It replaces the endpoint's earlier fault. */
export async function setFault({ practice, below }: Scene): Promise<void> {
  const fault = FAULTS[below(FAULTS.length)];
  const endpoint = ENDPOINTS[below(ENDPOINTS.length)];
  if (fault === undefined || endpoint === undefined) return;
  await practice.faults.set(endpoint, { ...fault, times: 1 + below(3) });
}
