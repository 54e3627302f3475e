/** Papers as this computer remembers them, and the live rooms that are opened of them. */
import * as v from 'valibot';
import {
  call,
  id,
  line,
  list,
  maybeNumber,
  nothing,
  number,
  object,
  ofConnection,
  roomTarget,
  shortText,
  text,
} from './call.ts';
import { field } from './boards.ts';
import { failureSchema } from './failure.ts';

/** A paper as this computer remembers it: the service can't list papers. */
const paper = object({
  identifier: text,
  /** Empty when it was added by identifier and its name is unknown. */
  name: text,
  /** `app` or `api` as sent, or null when unknown. */
  source: v.nullable(text),
  templateId: v.nullable(text),
  /** `not-confirmed`: the service's `template_id` was absent or another one than asked for. */
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  /** How it came into the register. */
  origin: v.picklist(['created', 'added', 'sample']),
  /** Epoch ms when it came into the register. */
  rememberedAt: number,
  /** Fields of the create answer beyond the known ones. */
  otherFields: list(field),
  /** The create answer as it came; null for papers that were added. */
  raw: v.nullable(text),
});
export interface Paper extends v.InferOutput<typeof paper> {}

/** A live room that may be opened once: the `<webview>` starts at `placeholder`, main writes the real address. */
const previewGrant = object({
  previewId: text,
  /** `about:blank#preview-<previewId>` */
  placeholder: text,
  /** The name the others in the room see. */
  displayName: text,
  /** Host of the app address, to show. */
  host: text,
  /** Epoch ms of the token's `exp`; null when the token shows none. */
  expiresAt: maybeNumber,
});
export interface PreviewGrant extends v.InferOutput<typeof previewGrant> {}

export const previewState = object({
  previewId: text,
  state: v.picklist(['loading', 'live', 'failed', 'crashed', 'closed']),
  failure: v.nullable(failureSchema),
});
export interface PreviewState extends v.InferOutput<typeof previewState> {}

/** A join link went to the clipboard; the link itself stays in main. */
const linkCopied = object({ displayName: text, expiresAt: maybeNumber });
export interface LinkCopied extends v.InferOutput<typeof linkCopied> {}

const ofPaper = object({ connectionId: id, identifier: id });

export const papers = {
  list: call({ args: ofConnection, reply: list(paper), effect: 'reads' }),
  create: call({
    args: object({ connectionId: id, name: line, templateId: v.nullable(line) }),
    reply: paper,
    effect: 'changes-service',
    // A template may be named by the address of its room.
    secrets: { templateId: 'token' },
  }),
  /** Remembers a paper by its identifier or its room address; a token in the address is dropped at once. */
  add: call({
    args: object({ connectionId: id, pasted: line, name: line }),
    reply: paper,
    effect: 'changes-computer',
    secrets: { pasted: 'token' },
  }),
  /** Calls a paper something else on this computer; the service is not asked. Fails with `invalid-input` (field `name`). */
  rename: call({
    args: object({ connectionId: id, identifier: id, name: line }),
    reply: paper,
    effect: 'changes-computer',
  }),
  /** Takes it out of the register on this computer; the paper stays at the service. */
  forget: call({ args: ofPaper, reply: nothing, effect: 'changes-computer', consent: 'press' }),
};

export const previews = {
  /** Mints a token for the display name and grants one `<webview>` for it. `reason` may be demanded by policy. */
  open: call({
    args: object({ connectionId: id, target: roomTarget, displayName: shortText, reason: line }),
    reply: previewGrant,
    effect: 'gives-away',
  }),
  close: call({ args: object({ previewId: id }), reply: nothing, effect: 'holds-back' }),
  /** Whether this room may have the keyboard; null says that the page has it. `entering`: by F6 or its button. */
  focus: call({
    args: object({ previewId: v.nullable(id), entering: v.boolean() }),
    reply: v.boolean(),
    effect: 'reads',
  }),
  /** Mints a token for one person and puts the join link on the clipboard. */
  copyLink: call({
    args: object({ connectionId: id, identifier: id, displayName: shortText }),
    reply: linkCopied,
    effect: 'gives-away',
  }),
};
