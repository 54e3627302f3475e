/** The stored board list in the test's thread. Calls are asynchronous, as in another thread. */
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { BoardStore } from '../../../../main/store/mirror/board-store.ts';
import type { Mirror } from '../../../../main/store/mirror/mirror.ts';
import { openFile } from '../../../../main/store/open.ts';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { done } from '../../../support/steps.ts';
import { ALL } from './board-rows.ts';
import { WAITING } from './read-pages.ts';

type ListingMirror = Pick<
  Mirror,
  'facts' | 'begin' | 'take' | 'finish' | 'abandon' | 'put' | 'remove' | 'rows'
>;

export function localMirror() {
  const folder = freshFolder();
  const mainDatabase = path.join(folder, 'easel.db');
  openFile(mainDatabase, 0).db.close();
  const store = new BoardStore({ folder, mainDatabase });
  onTestFinished(() => store.close());
  const broken = { fault: null as Error | null };
  const call = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    if (broken.fault !== null) throw broken.fault;
    return work();
  };
  const mirror: ListingMirror = {
    facts: (id) => call(() => store.facts(id)),
    begin: (id) => call(() => store.begin(id)),
    take: (id, run, page, when) =>
      call(() => done(store.take(id, run, store.pages.hold(WAITING.take(page)).number, when))),
    finish: (id, run, end) => call(() => store.finish(id, run, end)),
    abandon: (id, run) => call(() => store.abandon(id, run)),
    put: (id, ...items) => call(() => store.put(id, ...items)),
    rows: (...args) => call(() => store.rows(...args)),
    remove: (id, ...boardIds) => call(() => store.remove(id, ...boardIds)),
  };
  const ids = () =>
    store.rows('c', ALL, 0, 5000, []).rows.flatMap(({ id, vanishedAt }) => (vanishedAt === null ? [id] : []));
  return Object.assign(broken, mirror, { ids });
}
