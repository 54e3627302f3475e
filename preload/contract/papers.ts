import * as v from 'valibot';
import * as c from './call.ts';
import { rowNotes, field } from './boards.ts';
import { failureSchema } from './failure.ts';

/** A paper in Easel's own list of papers. The service can't list papers. */
const registered = {
  identifier: c.text,
  name: c.text,
  source: v.nullable(c.text),
  templateId: v.nullable(c.text),
  /** Status of the template. `not-confirmed`: the response had no `template_id`, or the id of another template. */
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  origin: v.picklist(['created', 'added', 'sample']),
  isTemplate: v.boolean(),
  rememberedAt: c.time,
  otherFields: c.list(field),
  /** The service's response when the paper was created; null for papers that the user added. */
  raw: v.nullable(c.text),
  /** Set if the service accepted a create or delete without confirming it (202), or did not find the deleted paper. */
  standing: v.exactOptional(v.picklist(['accepted', 'delete-accepted', 'not-found'])),
};
const registeredPaper = c.object(registered);
export interface RegisteredPaper extends v.InferOutput<typeof registeredPaper> {}

const paper = c.object({
  ...registered,
  deletedAt: c.maybeTime,
  /** Epoch ms at which a live preview last allowed input, which may have changed the paper. */
  inputAt: c.maybeTime,
  /** The user's notes about the paper. The field `label` is unused, because papers have names. */
  local: v.nullable(rowNotes),
  queued: v.exactOptional(v.literal(true)),
});
export interface Paper extends v.InferOutput<typeof paper> {}

const expiry = {
  /** The token's claim `exp` in epoch ms, by the service's clock. */
  expiresAt: c.maybeTime,
  /** The token's expiry in epoch ms by this computer's clock, for countdowns. */
  expiresHere: v.exactOptional(c.time),
  isAbout: v.exactOptional(v.literal(true)),
};

/** Permission to open one `<webview>`. Main replaces `placeholder` by the address of the room. */
const previewGrant = c.object({
  previewId: c.text,
  /** Placeholder URL of the form `about:blank#preview-<previewId>`. */
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
  lifted: v.boolean(),
});
export interface PreviewState extends v.InferOutput<typeof previewState> {}

/** Result of closing a live preview. `asks`: thumbnail (`data:` URL) that the page offers to store, or null. */
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
  /** Reason why a visit ended. `page`: the room's web page in the live preview closed itself or crashed. */
  endedBy: v.picklist(['person', 'time', 'lock', 'page', 'connection']),
  text: c.text,
});
export interface VisitReceipt extends v.InferOutput<typeof visitReceipt> {}

const claim = c.object({ name: c.text, value: c.text, at: c.maybeTime });

/** Facts about a copied join link. The link itself stays in main until `goneAt` (epoch ms). */
const linkCopied = c.object({
  linkId: c.text,
  displayName: c.text,
  ...expiry,
  /** Claims of the link's token. Easel can't verify the token's signature. */
  claims: c.list(claim),
  goneAt: c.time,
});
export interface LinkCopied extends v.InferOutput<typeof linkCopied> {}

/** A QR code as an SVG path of its dark modules. `size`: width in modules, without the white border. */
const linkQrCode = c.object({ size: c.number, path: c.text });
export interface LinkQrCode extends v.InferOutput<typeof linkQrCode> {}

/** Result for one line of a pasted list. `completed`: Easel added missing fields to a paper that it already knew. */
const addedLine = c.object({
  line: c.number,
  outcome: v.picklist(['added', 'completed', 'known', 'not-understood']),
  why: c.text,
});
export interface AddedLine extends v.InferOutput<typeof addedLine> {}

const entering = { connectionId: c.id, target: c.roomTarget, displayName: c.shortText };
const whichPapers = v.union([c.list(c.id, 1000), v.literal('all')]);

export const papers = {
  list: c.reads({ args: c.ofConnection, reply: c.list(paper) }),
  create: c.changesService({
    args: { connectionId: c.id, name: c.line, templateId: v.nullable(c.line), startedAt: c.startedAt },
    reply: paper,
    // Allows a token in `templateId`, because it may be a paper's URL. Main rejects tokens in fields not listed here.
    secrets: { templateId: 'token' },
  }),
  /** Adds a paper to Easel's list, by its identifier or address. Removes a token from the address. */
  add: c.changesComputer({
    args: { connectionId: c.id, pasted: c.line, name: c.line },
    reply: paper,
    secrets: { pasted: 'token' },
  }),
  /** Adds papers from one part of a pasted list. `pastedHead`: the list's first line; empty for the first part. */
  addMany: c.changesComputer({
    args: { connectionId: c.id, pasted: c.listPiece, pastedHead: c.listPiece },
    reply: c.list(addedLine),
    rate: 'read',
    secrets: { pasted: 'token', pastedHead: 'token' },
  }),
  readList: c.opensFile({}, c.object({ fileName: c.text, text: c.text }), 'change'),
  export: c.savesFile({ connectionId: c.id, which: whichPapers, format: c.fileFormat }, c.fileWritten),
  /** Copies papers as ids, as tab-separated rows (these need a press), or as cURL commands that request a token. */
  copy: c.givesAway({
    args: { connectionId: c.id, which: c.list(c.id, 1000), as: v.picklist(['ids', 'rows', 'curl']) },
    consent: ({ as }) => (as === 'rows' ? 'press' : 'none'),
  }),
  /** Renames a paper in Easel's list only. `seen`: name before the user's edit. Can fail with `invalid-input`. */
  rename: c.changesComputer({
    args: { connectionId: c.id, identifier: c.id, name: c.line, seen: v.exactOptional(c.line) },
    reply: paper,
  }),
  markTemplates: c.changesComputer({
    args: { connectionId: c.id, which: c.list(c.id, 1000), isTemplate: v.boolean() },
  }),
  /** Removes papers from Easel's list only. `deleted`: all deleted papers, except recent unconfirmed deletes. */
  forget: c.changesComputer({
    args: { connectionId: c.id, which: v.union([c.list(c.id, 1000), v.literal('deleted')]) },
    consent: 'press',
  }),
};

export const previews = {
  /** Opens a live preview for `minutes`, with input blocked at first. The policy may require a `reason`. */
  open: c.givesAway({
    args: {
      ...entering,
      reason: c.line,
      minutes: visitMinutes,
    },
    reply: previewGrant,
  }),
  /** Allows input in a live preview. Fails with `read-only` if the connection allows no changes. */
  liftShield: c.givesAway({ args: { previewId: c.id }, consent: 'dialog' }),
  raiseShield: c.holdsBack({ args: { previewId: c.id } }),
  close: c.holdsBack({ args: { previewId: c.id }, reply: previewLeft }),
  capture: c.savesFile({ previewId: c.id }, c.object({ fileName: c.text })),
  /** Returns whether a preview gets key presses. `entering`: requests them for it. Null sends them to Easel's page. */
  focus: c.reads({ args: { previewId: v.nullable(c.id), entering: v.boolean() }, reply: v.boolean() }),
  /** Creates a token, and copies the join link of a board or paper. `displayName` may be empty. */
  copyLink: c.givesAway({ args: entering, reply: linkCopied }),
  /** Copies a link for a browser. Fails in read-only mode, because Easel can't block input in a browser. */
  copyBrowserLink: c.givesAway({ args: { ...entering, reason: c.line } }),
};

export const links = {
  copy: c.givesAway({ args: { linkId: c.id, as: v.picklist(['link', 'token']) } }),
  qrCode: c.givesAway({ args: { linkId: c.id }, reply: linkQrCode }),
  close: c.holdsBack({ args: { linkId: c.id } }),
};
