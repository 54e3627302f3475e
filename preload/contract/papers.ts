/** Contract of papers, previews and join links. */
import * as v from 'valibot';
import * as c from './call.ts';
import { rowNotes, field } from './boards.ts';
import { failureSchema } from './failure.ts';

/** A paper in this computer's register: the service can't list papers. */
const registered = {
  identifier: c.text,
  name: c.text,
  /** `app` or `api`. */
  source: v.nullable(c.text),
  templateId: v.nullable(c.text),
  /** `not-confirmed`: the response's `template_id` was missing or different. */
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  origin: v.picklist(['created', 'added', 'sample']),
  isTemplate: v.boolean(),
  rememberedAt: c.time,
  otherFields: c.list(field),
  /** Response of the create; null for added papers. */
  raw: v.nullable(c.text),
  /** `accepted`, `delete-accepted`: the service answered 202 and has not confirmed it. `not-found`: a delete found none. */
  standing: v.exactOptional(v.picklist(['accepted', 'delete-accepted', 'not-found'])),
};
const registeredPaper = c.object(registered);
export interface RegisteredPaper extends v.InferOutput<typeof registeredPaper> {}

const paper = c.object({
  ...registered,
  /** When a job found it deleted. */
  deletedAt: c.maybeTime,
  /** When a visit last allowed input, which may have changed it. */
  inputAt: c.maybeTime,
  /** The label is unused, because papers have names. */
  local: v.nullable(rowNotes),
  queued: v.exactOptional(v.literal(true)),
});
export interface Paper extends v.InferOutput<typeof paper> {}

/** Expiry of a token. */
const expiry = {
  /** From its `exp`, by the service's clock. */
  expiresAt: c.maybeTime,
  /** By this computer's clock, for countdowns. */
  expiresHere: v.exactOptional(c.time),
  /** `expiresHere` is estimated. */
  isAbout: v.exactOptional(v.literal(true)),
};

/** Allows opening one `<webview>` at `placeholder`; main replaces the address. */
const previewGrant = c.object({
  previewId: c.text,
  /** `about:blank#preview-<previewId>` */
  placeholder: c.text,
  displayName: c.text,
  host: c.text,
  ...expiry,
  endsAt: c.time,
});
export interface PreviewGrant extends v.InferOutput<typeof previewGrant> {}

export const previewState = c.object({
  previewId: c.text,
  state: v.picklist(['loading', 'live', 'failed', 'crashed', 'closed']),
  failure: v.nullable(failureSchema),
  /** The shield is lifted: input reaches the room. */
  lifted: v.boolean(),
});
export interface PreviewState extends v.InferOutput<typeof previewState> {}

/** `asks`: a picture (`data:` URL), if the user has yet to decide about keeping pictures. */
const previewLeft = c.object({ asks: v.nullable(c.text) });
export interface PreviewLeft extends v.InferOutput<typeof previewLeft> {}

const visitMinutes = v.picklist([5, 10, 20, 30, 60]);
export type VisitMinutes = v.InferOutput<typeof visitMinutes>;

export const visitReceipt = c.object({
  previewId: c.text,
  connectionId: c.text,
  target: c.roomTarget,
  displayName: c.text,
  minutes: c.number,
  seconds: c.number,
  lifted: v.boolean(),
  /** `page`: the room's web page was gone. */
  endedBy: v.picklist(['person', 'time', 'lock', 'page']),
  /** The room was displayed; else the others may not have noticed the visit. */
  opened: v.boolean(),
  text: c.text,
});
export interface VisitReceipt extends v.InferOutput<typeof visitReceipt> {}

/** `at`: the value as a time, if it is one. */
const claim = c.object({ name: c.text, value: c.text, at: c.maybeTime });

/** The link stays in main until `goneAt`. */
const linkCopied = c.object({
  linkId: c.text,
  displayName: c.text,
  ...expiry,
  /** Not verified. */
  claims: c.list(claim),
  goneAt: c.time,
});
export interface LinkCopied extends v.InferOutput<typeof linkCopied> {}

/** Path of the dark modules in a square of `size` units, without the quiet zone. */
const linkQrCode = c.object({ size: c.number, path: c.text });
export interface LinkQrCode extends v.InferOutput<typeof linkQrCode> {}

/** `completed`: known, but missing fields were filled in. */
const addedLine = c.object({
  line: c.number,
  outcome: v.picklist(['added', 'completed', 'known', 'not-understood']),
  why: c.text,
});
export interface AddedLine extends v.InferOutput<typeof addedLine> {}

const whichPapers = v.union([c.list(c.id, 1000), v.literal('all')]);

export const papers = {
  list: c.reads({ args: c.ofConnection, reply: c.list(paper) }),
  create: c.changesService({
    args: { connectionId: c.id, name: c.line, templateId: v.nullable(c.line) },
    reply: paper,
    // May be a room address.
    secrets: { templateId: 'token' },
  }),
  /** Registers a paper by identifier or room address. Drops a token in the address. */
  add: c.changesComputer({
    args: { connectionId: c.id, pasted: c.line, name: c.line },
    reply: paper,
    secrets: { pasted: 'token' },
  }),
  /**
   * Registers a list of papers piece by piece; pieces end at line ends. `pastedHead`: the list's first line, after
   * the first piece. Fills in missing fields only. Fails with `storage`.
   */
  addMany: c.changesComputer({
    args: { connectionId: c.id, pasted: c.listPiece, pastedHead: c.listPiece },
    reply: c.list(addedLine),
    rate: 'read',
    secrets: { pasted: 'token', pastedHead: 'token' },
  }),
  readList: c.opensFile({}, c.object({ fileName: c.text, text: c.text }), 'change'),
  export: c.savesFile({ connectionId: c.id, which: whichPapers, format: c.fileFormat }, c.fileWritten),
  /** Copies ids, rows (tab-separated) or cURL commands that mint a token. */
  copy: c.givesAway({
    args: { connectionId: c.id, which: c.list(c.id, 1000), as: v.picklist(['ids', 'rows', 'curl']) },
    consent: 'none',
  }),
  /** Renames a paper on this computer only. Fails with `invalid-input` (field `name`). */
  rename: c.changesComputer({ args: { connectionId: c.id, identifier: c.id, name: c.line }, reply: paper }),
  markTemplates: c.changesComputer({
    args: { connectionId: c.id, which: c.list(c.id, 1000), isTemplate: v.boolean() },
  }),
  /** Removes papers from the register only. `deleted`: all deleted ones. */
  forget: c.changesComputer({
    args: { connectionId: c.id, which: v.union([c.list(c.id, 1000), v.literal('deleted')]) },
    consent: 'press',
  }),
};

export const previews = {
  /**
   * Mints a token and grants one `<webview>`. The policy may require `reason`. The shield blocks input; the visit
   * ends after `minutes`.
   */
  open: c.givesAway({
    args: {
      connectionId: c.id,
      target: c.roomTarget,
      displayName: c.shortText,
      reason: c.line,
      minutes: visitMinutes,
    },
    reply: previewGrant,
  }),
  /** Fails with `read-only` like a change. */
  liftShield: c.givesAway({ args: { previewId: c.id }, consent: 'dialog' }),
  raiseShield: c.holdsBack({ args: { previewId: c.id } }),
  close: c.holdsBack({ args: { previewId: c.id }, reply: previewLeft }),
  capture: c.savesFile({ previewId: c.id }, c.object({ fileName: c.text })),
  /** Lets a room have the keyboard; null gives it to the page. `entering`: by F6 or its button. */
  focus: c.reads({ args: { previewId: v.nullable(c.id), entering: v.boolean() }, reply: v.boolean() }),
  /** Mints a token and copies the join link. `displayName` may be empty. */
  copyLink: c.givesAway({
    args: { connectionId: c.id, identifier: c.id, displayName: c.shortText },
    reply: linkCopied,
  }),
};

export const links = {
  copy: c.givesAway({ args: { linkId: c.id, as: v.picklist(['link', 'token']) } }),
  qrCode: c.givesAway({ args: { linkId: c.id }, reply: linkQrCode }),
  close: c.holdsBack({ args: { linkId: c.id } }),
};
