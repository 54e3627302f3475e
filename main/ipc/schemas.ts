/** A strict schema for the arguments of every channel. A channel without one does not compile. */
import * as v from 'valibot';
import type { ArgsOf, CallName } from '../../preload/contract/calls.ts';
import { BOARD_SORTS, ENVIRONMENTS } from '../../preload/contract/domain.ts';

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

/** The form's fields are read with their own sentences in `connections/draft.ts`; here only their bounds. */
const draft = v.strictObject({
  id: v.nullable(id),
  name: line,
  environment: v.picklist(ENVIRONMENTS),
  paperApi: line,
  boardApi: line,
  appUrl: line,
  apiKey: v.nullable(v.pipe(v.string(), v.maxLength(16_384))),
  sessionOnly: v.boolean(),
});

const rank = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export type ArgsSchemas = { readonly [C in CallName]: v.GenericSchema<unknown, ArgsOf<C>> };

export const ARGS: ArgsSchemas = {
  'app.info': nothing,
  'app.copy': v.strictObject({ text: v.pipe(v.string(), v.maxLength(60_000)) }),
  'keychain.status': nothing,
  'connections.list': nothing,
  'connections.select': ofConnection,
  'connections.check': draft,
  'connections.checkPaper': v.strictObject({ draft, paper: line }),
  'connections.save': draft,
  'connections.remove': ofConnection,
  'connections.practise': nothing,
  'boards.list': ofConnection,
  'boards.cancelList': ofConnection,
  'boards.state': ofConnection,
  'boards.window': v.strictObject({
    connectionId: id,
    from: rank,
    count: v.pipe(rank, v.minValue(1), v.maxValue(1000)),
    sort: v.picklist(BOARD_SORTS),
    descending: v.boolean(),
    find: v.pipe(v.string(), v.maxLength(512)),
  }),
  'boards.create': ofConnection,
  'boards.view': ofBoard,
  'boards.delete': ofBoard,
  'papers.list': ofConnection,
  'papers.create': v.strictObject({ connectionId: id, name: line, templateId: v.nullable(line) }),
  'papers.add': v.strictObject({ connectionId: id, pasted: line, name: line }),
  'papers.delete': ofPaper,
  'papers.forget': ofPaper,
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
    target: v.strictObject({ kind: v.picklist(['paper', 'board']), id }),
    displayName,
  }),
  'previews.close': v.strictObject({ previewId: id }),
  'previews.copyLink': v.strictObject({ connectionId: id, identifier: id, displayName }),
};
