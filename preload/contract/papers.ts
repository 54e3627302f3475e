/** Papers as this computer remembers them, and the live rooms that are opened of them. */
import * as v from 'valibot';
import * as c from './call.ts';
import { field } from './boards.ts';
import { failureSchema } from './failure.ts';

/** A paper as this computer remembers it: the service can't list papers. */
const paper = c.object({
  identifier: c.text,
  /** Empty when it was added by identifier and its name is unknown. */
  name: c.text,
  /** `app` or `api` as sent, or null when unknown. */
  source: v.nullable(c.text),
  templateId: v.nullable(c.text),
  /** `not-confirmed`: the service's `template_id` was absent or another one than asked for. */
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  /** How it came into the register. */
  origin: v.picklist(['created', 'added', 'sample']),
  /** Epoch ms when it came into the register. */
  rememberedAt: c.number,
  /** Fields of the create answer beyond the known ones. */
  otherFields: c.list(field),
  /** The create answer as it came; null for papers that were added. */
  raw: v.nullable(c.text),
});
export interface Paper extends v.InferOutput<typeof paper> {}

/** A live room that may be opened once: the `<webview>` starts at `placeholder`, main writes the real address. */
const previewGrant = c.object({
  previewId: c.text,
  /** `about:blank#preview-<previewId>` */
  placeholder: c.text,
  /** The name the others in the room see. */
  displayName: c.text,
  /** Host of the app address, to show. */
  host: c.text,
  /** Epoch ms of the token's `exp`; null when the token shows none. */
  expiresAt: c.maybeNumber,
});
export interface PreviewGrant extends v.InferOutput<typeof previewGrant> {}

export const previewState = c.object({
  previewId: c.text,
  state: v.picklist(['loading', 'live', 'failed', 'crashed', 'closed']),
  failure: v.nullable(failureSchema),
});
export interface PreviewState extends v.InferOutput<typeof previewState> {}

/** A join link went to the clipboard; the link itself stays in main. */
const linkCopied = c.object({ displayName: c.text, expiresAt: c.maybeNumber });
export interface LinkCopied extends v.InferOutput<typeof linkCopied> {}

const ofPaper = { connectionId: c.id, identifier: c.id };

export const papers = {
  list: c.reads({ args: c.ofConnection, reply: c.list(paper) }),
  create: c.changesService({
    args: { connectionId: c.id, name: c.line, templateId: v.nullable(c.line) },
    reply: paper,
    // A template may be named by the address of its room.
    secrets: { templateId: 'token' },
  }),
  /** Remembers a paper by its identifier or its room address; a token in the address is dropped at once. */
  add: c.changesComputer({
    args: { connectionId: c.id, pasted: c.line, name: c.line },
    reply: paper,
    secrets: { pasted: 'token' },
  }),
  /** Calls a paper something else on this computer; the service is not asked. Fails with `invalid-input` (field `name`). */
  rename: c.changesComputer({ args: { connectionId: c.id, identifier: c.id, name: c.line }, reply: paper }),
  /** Takes it out of the register on this computer; the paper stays at the service. */
  forget: c.changesComputer({ args: ofPaper, consent: 'press' }),
};

export const previews = {
  /** Mints a token for the display name and grants one `<webview>` for it. `reason` may be demanded by policy. */
  open: c.givesAway({
    args: { connectionId: c.id, target: c.roomTarget, displayName: c.shortText, reason: c.line },
    reply: previewGrant,
  }),
  close: c.holdsBack({ args: { previewId: c.id } }),
  /** Whether this room may have the keyboard; null says that the page has it. `entering`: by F6 or its button. */
  focus: c.reads({ args: { previewId: v.nullable(c.id), entering: v.boolean() }, reply: v.boolean() }),
  /** Mints a token for one person and puts the join link on the clipboard. */
  copyLink: c.givesAway({
    args: { connectionId: c.id, identifier: c.id, displayName: c.shortText },
    reply: linkCopied,
  }),
};
