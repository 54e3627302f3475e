/** A strict schema for the arguments of every channel. A channel without one does not compile. */
import * as v from 'valibot';
import type { ArgsOf, CallName } from '../../preload/contract/calls.ts';
import {
  ACTIVITY_ACTIONS,
  CONNECTION_COLORS,
  ENVIRONMENTS,
  JOB_ITEM_STATES,
  KEY_SLOTS,
} from '../../preload/contract/domain.ts';
import { boardQuery, fieldName } from './board-query.ts';

/** Ids may be whatever the service calls an id; what must not reach a path is refused in `service/`. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(512));
const line = v.pipe(v.string(), v.maxLength(4096));
const displayName = v.pipe(v.string(), v.maxLength(512));

const nothing = v.strictObject({});
const ofConnection = v.strictObject({ connectionId: id });
const ofBoard = v.strictObject({ connectionId: id, boardId: id });
const ofUnknown = v.strictObject({ connectionId: id, unknownId: id });
const secret = v.pipe(v.string(), v.maxLength(512));
const ofPaper = v.strictObject({ connectionId: id, identifier: id });

/** Longer than any key, so that who pastes too much is told so beside the field. */
const typedKey = v.pipe(v.string(), v.maxLength(16_384));

/** The form's fields are read with their own sentences in `connections/draft.ts`; here only their bounds. */
const draft = v.strictObject({
  id: v.nullable(id),
  name: line,
  environment: v.picklist(ENVIRONMENTS),
  color: v.picklist(CONNECTION_COLORS),
  paperApi: line,
  boardApi: line,
  appUrl: line,
  apiKey: v.nullable(typedKey),
  separateBoardKey: v.boolean(),
  boardApiKey: v.nullable(typedKey),
  sessionOnly: v.boolean(),
  readOnly: v.boolean(),
});

const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const aboutKey = { note: line, owner: line, remindAt: v.nullable(moment), useWhenGreen: v.boolean() };
const ofKey = v.strictObject({ connectionId: id, keyId: id });
const slot = v.picklist(KEY_SLOTS);
const ids = v.pipe(v.array(id), v.maxLength(1000), v.readonly());
const passphrase = v.pipe(v.string(), v.maxLength(1024));

const rank = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const few = <T extends v.GenericSchema>(item: T, most: number) =>
  v.pipe(v.array(item), v.maxLength(most), v.readonly());
const words = v.pipe(v.string(), v.maxLength(512));
const boardSelection = v.variant('kind', [
  v.strictObject({ kind: v.literal('ids'), ids: few(id, 1000) }),
  v.strictObject({
    kind: v.literal('ranges'),
    query: boardQuery,
    revision: rank,
    ranges: few(v.pipe(v.tuple([rank, rank]), v.readonly()), 1000),
  }),
  v.strictObject({ kind: v.literal('all'), query: boardQuery, except: few(id, 1000) }),
]);
const localChange = v.strictObject({
  label: v.exactOptional(words),
  note: v.exactOptional(line),
  customer: v.exactOptional(words),
  addTags: v.exactOptional(few(words, 50)),
  removeTags: v.exactOptional(few(words, 50)),
  protected: v.exactOptional(v.boolean()),
});
const fieldNames = few(fieldName, 20);
const fileFormat = v.picklist(['csv', 'json']);
const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));
const ofJob = v.strictObject({ jobId: id });
const ofReview = v.strictObject({ reviewId: id });
const many = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000));
const target = v.strictObject({ kind: v.picklist(['paper', 'board']), id });
const activityFilter = {
  connectionId: v.nullable(id),
  action: v.nullable(v.picklist(ACTIVITY_ACTIONS)),
  find: line,
};

export type ArgsSchemas = { readonly [C in CallName]: v.GenericSchema<unknown, ArgsOf<C>> };

export const ARGS: ArgsSchemas = {
  'app.info': nothing,
  'app.copy': v.strictObject({ text: v.pipe(v.string(), v.maxLength(60_000)) }),
  'app.preferences': nothing,
  'app.prefer': v.strictObject({
    singleKeys: v.boolean(),
    holdSeconds: v.strictObject({ single: holdSeconds, bulk: holdSeconds }),
  }),
  'policy.state': nothing,
  'lock.state': nothing,
  'lock.now': nothing,
  'lock.unlock': v.strictObject({ passphrase: v.nullable(passphrase) }),
  'lock.configure': v.strictObject({
    idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(24 * 60))),
    passphrase: v.nullable(passphrase),
    currentPassphrase: v.nullable(passphrase),
  }),
  'lock.removeKeys': v.strictObject({ typed: line }),
  'keychain.state': nothing,
  'keychain.status': nothing,
  'connections.list': nothing,
  'connections.select': ofConnection,
  'connections.check': draft,
  'connections.checkPaper': v.strictObject({ draft, paper: line }),
  'connections.save': draft,
  'connections.remove': v.strictObject({ connectionId: id, keysMayStay: v.boolean() }),
  'connections.reorder': v.strictObject({ connectionIds: ids }),
  'connections.duplicate': ofConnection,
  'connections.unlockChanges': v.strictObject({ connectionId: id, typedName: line }),
  'connections.lockChanges': ofConnection,
  'connections.practise': nothing,
  'keys.list': ofConnection,
  'keys.chooseFile': nothing,
  'keys.shredFile': v.strictObject({ fileId: id }),
  'keys.stage': v.strictObject({
    connectionId: id,
    slot,
    apiKey: v.nullable(typedKey),
    fileId: v.nullable(id),
    sessionOnly: v.boolean(),
    ...aboutKey,
  }),
  'keys.edit': v.strictObject({ ...ofKey.entries, ...aboutKey }),
  'keys.keep': ofKey,
  'keys.rehearse': v.strictObject({ connectionId: id, paper: line }),
  'keys.useNext': v.strictObject({ connectionId: id, slot, knowingly: v.boolean() }),
  'keys.goBack': v.strictObject({ connectionId: id, slot }),
  'keys.retire': v.strictObject({ ...ofKey.entries, typed: line }),
  'keys.discard': ofKey,
  'keys.leftovers': nothing,
  'keys.removeLeftovers': nothing,
  'transfer.export': v.strictObject({
    connectionIds: ids,
    withPapers: v.boolean(),
    passphrase: v.nullable(passphrase),
  }),
  'transfer.open': nothing,
  'transfer.unlock': v.strictObject({ importId: id, passphrase }),
  'transfer.apply': v.strictObject({
    importId: id,
    entries: v.pipe(v.array(rank), v.maxLength(1000), v.readonly()),
  }),
  'transfer.close': v.strictObject({ importId: id }),
  'boards.list': ofConnection,
  'boards.cancelList': ofConnection,
  'boards.state': ofConnection,
  'boards.window': v.strictObject({
    connectionId: id,
    from: rank,
    count: v.pipe(rank, v.minValue(1), v.maxValue(1000)),
    query: boardQuery,
    fields: fieldNames,
  }),
  'boards.rank': v.strictObject({ connectionId: id, query: boardQuery, idPrefix: id, after: rank }),
  'boards.fields': ofConnection,
  'boards.overview': v.strictObject({ connectionId: id, query: boardQuery }),
  'boards.annotate': v.strictObject({ connectionId: id, selection: boardSelection, change: localChange }),
  'boards.undo': v.strictObject({ connectionId: id, undoId: id }),
  'boards.copy': v.strictObject({
    connectionId: id,
    selection: boardSelection,
    as: v.picklist(['ids', 'rows', 'curl', 'links']),
  }),
  'boards.export': v.strictObject({
    connectionId: id,
    selection: boardSelection,
    format: fileFormat,
    fields: fieldNames,
  }),
  'boards.cancelExport': v.strictObject({ exportId: id }),
  'views.list': ofConnection,
  'views.save': v.strictObject({ connectionId: id, id: v.nullable(id), name: line, query: boardQuery }),
  'views.remove': v.strictObject({ connectionId: id, id }),
  'views.columns': ofConnection,
  'views.setColumns': v.strictObject({
    connectionId: id,
    columns: few(
      v.strictObject({
        id: v.pipe(v.string(), v.minLength(1), v.maxLength(206)),
        width: v.nullable(v.pipe(v.number(), v.minValue(20), v.maxValue(4000))),
      }),
      50,
    ),
  }),
  'notes.export': v.strictObject({ connectionId: id, format: fileFormat }),
  'notes.open': ofConnection,
  'notes.apply': v.strictObject({ importId: id, takeTheirs: few(id, 1000) }),
  'boards.create': ofConnection,
  'boards.view': ofBoard,
  'papers.list': ofConnection,
  'papers.create': v.strictObject({ connectionId: id, name: line, templateId: v.nullable(line) }),
  'papers.add': v.strictObject({ connectionId: id, pasted: line, name: line }),
  'papers.forget': ofPaper,
  'jobs.list': nothing,
  'jobs.deleteOne': v.strictObject({ connectionId: id, target }),
  'jobs.review': v.strictObject({ connectionId: id, selection: boardSelection }),
  'jobs.saveReview': ofReview,
  'jobs.closeReview': ofReview,
  'jobs.deleteReviewed': v.strictObject({ reviewId: id, typed: line, reason: line }),
  'jobs.createBoards': v.strictObject({ connectionId: id, count: many }),
  'jobs.paperNames': v.strictObject({ pattern: line, count: many }),
  'jobs.createPapers': v.strictObject({
    connectionId: id,
    names: few(line, 1000),
    templateId: v.nullable(line),
  }),
  'jobs.mintLinks': v.strictObject({ connectionId: id, identifier: id, names: few(line, 1000) }),
  'jobs.copyLinks': ofJob,
  'jobs.saveLinks': ofJob,
  'jobs.startNow': ofJob,
  'jobs.cancel': ofJob,
  'jobs.pause': ofJob,
  'jobs.resume': ofJob,
  'jobs.stop': ofJob,
  'jobs.retryFailed': ofJob,
  'jobs.dismiss': ofJob,
  'jobs.items': v.strictObject({
    jobId: id,
    from: rank,
    count: many,
    state: v.nullable(v.picklist(JOB_ITEM_STATES)),
  }),
  'jobs.saveItems': ofJob,
  'plans.save': v.strictObject({
    reviewId: id,
    note: line,
    validDays: v.pipe(rank, v.minValue(1), v.maxValue(90)),
  }),
  'plans.open': ofConnection,
  'activity.page': v.strictObject({ ...activityFilter, from: rank, count: many }),
  'activity.check': nothing,
  'activity.export': v.strictObject({ ...activityFilter, format: fileFormat }),
  'unknowns.list': ofConnection,
  'unknowns.check': ofUnknown,
  'unknowns.settle': v.strictObject({ ...ofUnknown.entries, boardId: v.nullable(id) }),
  'health.state': ofConnection,
  'health.tryNow': ofConnection,
  'network.settings': ofConnection,
  'network.chooseCa': ofConnection,
  'network.removeCas': ofConnection,
  'network.signIn': v.strictObject({ proxy: id, user: secret, password: secret }),
  'previews.open': v.strictObject({
    connectionId: id,
    target,
    displayName,
    reason: line,
  }),
  'previews.close': v.strictObject({ previewId: id }),
  'previews.copyLink': v.strictObject({ connectionId: id, identifier: id, displayName }),
};
