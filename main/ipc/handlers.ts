/** One line per channel: which use case answers it. */
import type { AppInfo, Connection, PolicyState } from '../../preload/contract/domain.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Activity } from '../activity/activity.ts';
import type { Boards } from '../boards/boards.ts';
import type { BoardCopies } from '../boards/copies.ts';
import type { BoardExports } from '../boards/exports.ts';
import type { Connections } from '../connections/connections.ts';
import type { Keys } from '../connections/keys.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Plans } from '../jobs/plans.ts';
import type { JobResults } from '../jobs/results.ts';
import type { Reviews } from '../jobs/reviews.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Lock } from '../lock/lock.ts';
import type { Notes } from '../notes/notes.ts';
import type { Views } from '../notes/views.ts';
import type { Network } from '../network/network.ts';
import type { Papers } from '../papers/papers.ts';
import type { Preferred } from '../preferences/preferences.ts';
import type { Previews } from '../previews/previews.ts';
import type { Transfer } from '../transfer/transfer.ts';
import type { Unknowns } from '../unknowns/unknowns.ts';
import type { Handlers } from './dispatch.ts';

export interface UseCases {
  readonly info: AppInfo;
  readonly copyText: (text: string) => void;
  readonly keychain: Keychain;
  readonly policy: PolicyState;
  readonly preferred: Preferred;
  readonly lock: Lock;
  readonly connections: Connections;
  readonly keys: Keys;
  readonly transfer: Transfer;
  readonly practise: () => Promise<Result<Connection>>;
  readonly boards: Boards;
  readonly boardCopies: BoardCopies;
  readonly boardExports: BoardExports;
  readonly notes: Notes;
  readonly views: Views;
  readonly papers: Papers;
  readonly previews: Previews;
  readonly unknowns: Unknowns;
  readonly health: HealthWatch;
  readonly network: Network;
  readonly jobs: Jobs;
  readonly reviews: Reviews;
  readonly plans: Plans;
  readonly jobResults: JobResults;
  readonly paperNames: (pattern: string, count: number) => Result<readonly string[]>;
  readonly activity: Activity;
}

export function createHandlers(use: UseCases): Handlers {
  const { boardCopies, boardExports, boards, connections, health, keychain } = use;
  const { keys, lock, network, notes, papers } = use;
  const { preferred, previews, transfer, unknowns, views } = use;
  const { activity, jobResults, jobs, plans, reviews } = use;
  return {
    'app.info': () => ok(use.info),
    'app.copy': ({ text }) => {
      use.copyText(text);
      return ok(null);
    },
    'app.preferences': () => preferred.read(),
    'app.prefer': (preferences) => preferred.write(preferences),

    'policy.state': () => ok(use.policy),

    'lock.state': () => ok(lock.state()),
    'lock.now': () => lock.lockNow(),
    'lock.unlock': ({ passphrase }) => lock.unlock(passphrase),
    'lock.configure': (settings) => lock.configure(settings),
    'lock.removeKeys': ({ typed }) => lock.removeKeys(typed),

    'keychain.state': () => ok(keychain.state()),
    'keychain.status': async () => ok(await keychain.status()),

    'connections.list': async () => ok(await connections.list()),
    'connections.select': ({ connectionId }) => connections.select(connectionId),
    'connections.check': (draft) => connections.check(draft),
    'connections.checkPaper': ({ draft, paper }) => connections.checkPaper(draft, paper),
    'connections.save': (draft) => connections.save(draft),
    'connections.remove': ({ connectionId, keysMayStay }) => connections.remove(connectionId, keysMayStay),
    'connections.reorder': ({ connectionIds }) => connections.reorder(connectionIds),
    'connections.duplicate': ({ connectionId }) => connections.duplicate(connectionId),
    'connections.unlockChanges': ({ connectionId, typedName }) =>
      connections.unlockChanges(connectionId, typedName),
    'connections.lockChanges': ({ connectionId }) => connections.lockChanges(connectionId),
    'connections.practise': () => use.practise(),

    'keys.list': ({ connectionId }) => keys.list(connectionId),
    'keys.chooseFile': () => keys.chooseFile(),
    'keys.shredFile': ({ fileId }) => keys.shredFile(fileId),
    'keys.stage': (staged) => keys.stage(staged),
    'keys.edit': (edited) => keys.edit(edited),
    'keys.keep': ({ connectionId, keyId }) => keys.keep(connectionId, keyId),
    'keys.rehearse': ({ connectionId, paper }) => keys.rehearse(connectionId, paper),
    'keys.useNext': ({ connectionId, slot, knowingly }) => keys.useNext(connectionId, slot, knowingly),
    'keys.goBack': ({ connectionId, slot }) => keys.goBack(connectionId, slot),
    'keys.retire': ({ connectionId, keyId, typed }) => keys.retire(connectionId, keyId, typed),
    'keys.discard': ({ connectionId, keyId }) => keys.discard(connectionId, keyId),
    'keys.leftovers': () => keys.leftovers(),
    'keys.removeLeftovers': () => keys.removeLeftovers(),

    'transfer.export': (request) => transfer.export(request),
    'transfer.open': () => transfer.open(),
    'transfer.unlock': ({ importId, passphrase }) => transfer.unlock(importId, passphrase),
    'transfer.apply': ({ importId, entries }) => transfer.apply(importId, entries),
    'transfer.close': ({ importId }) => ok(transfer.close(importId)),

    'boards.list': ({ connectionId }) => boards.list(connectionId),
    'boards.cancelList': ({ connectionId }) => boards.cancelList(connectionId),
    'boards.state': ({ connectionId }) => boards.state(connectionId),
    'boards.window': (request) => boards.window(request),
    'boards.rank': (request) => boards.rank(request),
    'boards.fields': ({ connectionId }) => boards.fields(connectionId),
    'boards.overview': ({ connectionId, query }) => boards.overview(connectionId, query),
    'boards.annotate': ({ connectionId, selection, change }) =>
      notes.annotate(connectionId, selection, change),
    'boards.undo': ({ connectionId, undoId }) => notes.undo(connectionId, undoId),
    'boards.copy': ({ connectionId, selection, as }) => boardCopies.copy(connectionId, selection, as),
    'boards.export': (request) => boardExports.start(request),
    'boards.cancelExport': ({ exportId }) => ok(boardExports.cancel(exportId)),

    'views.list': ({ connectionId }) => views.list(connectionId),
    'views.save': (view) => views.save(view),
    'views.remove': ({ connectionId, id }) => views.remove(connectionId, id),
    'views.columns': ({ connectionId }) => views.columns(connectionId),
    'views.setColumns': ({ connectionId, columns }) => views.setColumns(connectionId, columns),

    'notes.export': ({ connectionId, format }) => notes.export(connectionId, format),
    'notes.open': ({ connectionId }) => notes.open(connectionId),
    'notes.apply': ({ importId, takeTheirs }) => notes.apply(importId, takeTheirs),

    'boards.create': ({ connectionId }) => boards.create(connectionId),
    'boards.view': ({ connectionId, boardId }) => boards.view(connectionId, boardId),

    'papers.list': ({ connectionId }) => papers.list(connectionId),
    'papers.create': (paper) => papers.create(paper),
    'papers.add': ({ connectionId, pasted, name }) => papers.add(connectionId, pasted, name),
    'papers.forget': ({ connectionId, identifier }) => papers.forget(connectionId, identifier),

    'jobs.list': () => jobs.list(),
    'jobs.deleteOne': ({ connectionId, target }) => jobs.deleteOne(connectionId, target),
    'jobs.review': ({ connectionId, selection }) => reviews.review(connectionId, selection),
    'jobs.saveReview': ({ reviewId }) => reviews.save(reviewId),
    'jobs.closeReview': ({ reviewId }) => ok(reviews.close(reviewId)),
    'jobs.deleteReviewed': ({ reviewId, typed, reason }) => reviews.deleteReviewed(reviewId, typed, reason),
    'jobs.createBoards': ({ connectionId, count }) => jobs.createBoards(connectionId, count),
    'jobs.paperNames': ({ pattern, count }) => use.paperNames(pattern, count),
    'jobs.createPapers': ({ connectionId, names, templateId }) =>
      jobs.createPapers(connectionId, names, templateId),
    'jobs.mintLinks': ({ connectionId, identifier, names }) =>
      jobs.mintLinks(connectionId, identifier, names),
    'jobs.copyLinks': ({ jobId }) => jobResults.copyLinks(jobId),
    'jobs.saveLinks': ({ jobId }) => jobResults.saveLinks(jobId),
    'jobs.startNow': ({ jobId }) => jobs.startNow(jobId),
    'jobs.cancel': ({ jobId }) => jobs.cancel(jobId),
    'jobs.pause': ({ jobId }) => jobs.pause(jobId),
    'jobs.resume': ({ jobId }) => jobs.resume(jobId),
    'jobs.stop': ({ jobId }) => jobs.stop(jobId),
    'jobs.retryFailed': ({ jobId }) => jobs.retryFailed(jobId),
    'jobs.dismiss': ({ jobId }) => jobs.dismiss(jobId),
    'jobs.items': ({ jobId, from, count, state }) => jobs.items(jobId, from, count, state),
    'jobs.saveItems': ({ jobId }) => jobResults.saveItems(jobId),

    'plans.save': ({ reviewId, note, validDays }) => plans.save(reviewId, note, validDays),
    'plans.open': ({ connectionId }) => plans.open(connectionId),

    'activity.page': ({ from, count, ...filter }) => activity.page(filter, from, count),
    'activity.check': () => activity.check(),
    'activity.export': ({ format, ...filter }) => activity.export(filter, format),

    'unknowns.list': ({ connectionId }) => unknowns.list(connectionId),
    'unknowns.check': ({ connectionId, unknownId }) => unknowns.check(connectionId, unknownId),
    'unknowns.settle': ({ connectionId, unknownId }) => unknowns.settle(connectionId, unknownId),

    'health.state': ({ connectionId }) => ok(health.state(connectionId)),
    'health.tryNow': async ({ connectionId }) => ok(await health.tryNow(connectionId)),

    'network.settings': ({ connectionId }) => network.settings(connectionId),
    'network.chooseCa': ({ connectionId }) => network.chooseCa(connectionId),
    'network.removeCas': ({ connectionId }) => network.removeCas(connectionId),
    'network.signIn': ({ proxy, user, password }) => network.signIn(proxy, user, password),

    'previews.open': ({ connectionId, target, displayName, reason }) =>
      previews.open(connectionId, target, displayName, reason),
    'previews.close': ({ previewId }) => ok(previews.close(previewId)),
    'previews.copyLink': ({ connectionId, identifier, displayName }) =>
      previews.copyLink(connectionId, identifier, displayName),
  };
}
