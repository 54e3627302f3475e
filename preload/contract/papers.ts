/** Papers as this computer remembers them, and the live rooms that are opened of them. */
import * as v from 'valibot';
import * as c from './call.ts';
import { rowNotes, field } from './boards.ts';
import { failureSchema } from './failure.ts';

/** A paper as the register on this computer keeps it: the service can't list papers. */
const registered = {
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
  /** The person has marked it as one that others are made from. */
  isTemplate: v.boolean(),
  /** Epoch ms when it came into the register. */
  rememberedAt: c.number,
  /** Fields of the create answer beyond the known ones. */
  otherFields: c.list(field),
  /** The create answer as it came; null for papers that were added. */
  raw: v.nullable(c.text),
  /**
   * `accepted`, `delete-accepted`: the service accepted the create or delete (202) and has not confirmed it. `not-found`:
   * the service did not know it when it was to be deleted. Absent for all others.
   */
  standing: v.exactOptional(v.picklist(['accepted', 'delete-accepted', 'not-found'])),
};
const registeredPaper = c.object(registered);
export interface RegisteredPaper extends v.InferOutput<typeof registeredPaper> {}

/** A paper with what people have written about it; both are on this computer only. */
const paper = c.object({
  ...registered,
  /** Epoch ms when a job of this computer saw it deleted, or not found; null while neither. */
  deletedAt: c.maybeNumber,
  /** Epoch ms when a visit from this computer last let input into its room: it may look otherwise since. Null for never. */
  inputAt: c.maybeNumber,
  /** Its label is nothing of a paper's: that is its name. Null when there are no notes. */
  local: v.nullable(rowNotes),
  /** There where a job is about to delete it. */
  queued: v.exactOptional(v.literal(true)),
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
  /** Epoch ms when Easel leaves the room by itself. */
  endsAt: c.number,
});
export interface PreviewGrant extends v.InferOutput<typeof previewGrant> {}

export const previewState = c.object({
  previewId: c.text,
  state: v.picklist(['loading', 'live', 'failed', 'crashed', 'closed']),
  failure: v.nullable(failureSchema),
  /** The person's input reaches the room: its shield is lifted. */
  lifted: v.boolean(),
});
export interface PreviewState extends v.InferOutput<typeof previewState> {}

/** `asks`: a picture (`data:` address) of what was left, where the person is still to say whether such are kept. */
const previewLeft = c.object({ asks: v.nullable(c.text) });
export interface PreviewLeft extends v.InferOutput<typeof previewLeft> {}

/** How long a visit lasts. */
const visitMinutes = v.picklist([5, 10, 20, 30, 60]);
export type VisitMinutes = v.InferOutput<typeof visitMinutes>;

/** A visit that is over. */
export const visitReceipt = c.object({
  previewId: c.text,
  connectionId: c.text,
  target: c.roomTarget,
  displayName: c.text,
  minutes: c.number,
  seconds: c.number,
  /** Input was let into the room at some time. */
  lifted: v.boolean(),
  /** `page`: the room's own page was gone. */
  endedBy: v.picklist(['person', 'time', 'lock', 'page']),
  /** The room was on show at some time; else nobody need have seen anyone. */
  opened: v.boolean(),
  /** All of it in lines, for a ticket; the last one quotes its entry in the activity log. */
  text: c.text,
});
export interface VisitReceipt extends v.InferOutput<typeof visitReceipt> {}

/** What a token says of itself, as text; `at`: epoch ms where that is a moment. */
const claim = c.object({ name: c.text, value: c.text, at: c.maybeNumber });

/** A join link went to the clipboard; the link itself stays in main, until `goneAt` (epoch ms) under `linkId`. */
const linkCopied = c.object({
  linkId: c.text,
  displayName: c.text,
  expiresAt: c.maybeNumber,
  /** Nobody has checked the token's signature. Empty where they can't be read. */
  claims: c.list(claim),
  goneAt: c.number,
});
export interface LinkCopied extends v.InferOutput<typeof linkCopied> {}

/** A QR code: the path of its dark modules in a square of `size` units, without the border that it needs. */
const linkQrCode = c.object({ size: c.number, path: c.text });
export interface LinkQrCode extends v.InferOutput<typeof linkQrCode> {}

/** A line of a list of papers, and what it came to. `completed`: known already, with something that was missing. */
const addedLine = c.object({
  /** Within the piece that was sent, from 1. */
  line: c.number,
  outcome: v.picklist(['added', 'completed', 'known', 'not-understood']),
  /** Why it was not understood; else empty. */
  why: c.text,
});
export interface AddedLine extends v.InferOutput<typeof addedLine> {}

/** Some of the register's papers, or all of those that were not deleted. */
const whichPapers = v.union([c.list(c.id, 1000), v.literal('all')]);

export const papers = {
  /** Newest first, those that were deleted too. */
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
  /**
   * Remembers the papers of a list: a piece of it that ends with a line, and the list's first line where that is in an
   * earlier piece. What is known stays as it is; only what is missing is filled in. Fails with `storage`.
   */
  addMany: c.changesComputer({
    args: { connectionId: c.id, pasted: c.listPiece, pastedHead: c.listPiece },
    reply: c.list(addedLine),
    rate: 'read',
    secrets: { pasted: 'token', pastedHead: 'token' },
  }),
  /** Lets the person choose a list of papers, and gives its text without tokens; null when they chose none. */
  readList: c.opensFile({}, c.object({ fileName: c.text, text: c.text }), 'change'),
  /** Writes papers to a file that the person chooses; null when they chose none. */
  export: c.savesFile({ connectionId: c.id, which: whichPapers, format: c.fileFormat }, c.fileWritten),
  /** Puts ids, rows (tab-separated) or cURL lines that make a token (the key as `$EASEL_API_KEY`) on the clipboard. */
  copy: c.givesAway({
    args: { connectionId: c.id, which: c.list(c.id, 1000), as: v.picklist(['ids', 'rows', 'curl']) },
    consent: 'none',
  }),
  /** Calls a paper something else on this computer; the service is not asked. Fails with `invalid-input` (field `name`). */
  rename: c.changesComputer({ args: { connectionId: c.id, identifier: c.id, name: c.line }, reply: paper }),
  /** Marks papers as templates, or no longer as such, on this computer. */
  markTemplates: c.changesComputer({
    args: { connectionId: c.id, which: c.list(c.id, 1000), isTemplate: v.boolean() },
  }),
  /** Takes papers out of the register on this computer: these, or all that were deleted. At the service nothing happens. */
  forget: c.changesComputer({
    args: { connectionId: c.id, which: v.union([c.list(c.id, 1000), v.literal('deleted')]) },
    consent: 'press',
  }),
};

export const previews = {
  /**
   * Mints a token for the display name and grants one `<webview>` for it. `reason` may be demanded by policy. No input
   * reaches the room until its shield is lifted, and Easel leaves it by itself after so many minutes.
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
  /** Lets the person's input into the room, until it is blocked again. Fails with `read-only` as a change does. */
  liftShield: c.givesAway({ args: { previewId: c.id }, consent: 'dialog' }),
  /** Blocks the person's input. */
  raiseShield: c.holdsBack({ args: { previewId: c.id } }),
  close: c.holdsBack({ args: { previewId: c.id }, reply: previewLeft }),
  /** Lets the person save a picture of what is in view of a room; null where they chose nowhere. */
  capture: c.savesFile({ previewId: c.id }, c.object({ fileName: c.text })),
  /** Whether this room may have the keyboard; null says that the page has it. `entering`: by F6 or its button. */
  focus: c.reads({ args: { previewId: v.nullable(c.id), entering: v.boolean() }, reply: v.boolean() }),
  /** Mints a token for one person, by name or (blank) without, and puts the join link on the clipboard. */
  copyLink: c.givesAway({
    args: { connectionId: c.id, identifier: c.id, displayName: c.shortText },
    reply: linkCopied,
  }),
};

/** A join link that was just made, while its panel is open. */
export const links = {
  /** Puts it on the clipboard once more: the link, its token, or a frame for a page. */
  copy: c.givesAway({ args: { linkId: c.id, as: v.picklist(['link', 'token', 'embed']) } }),
  /** To be scanned from the screen: whoever sees it can join. */
  qrCode: c.givesAway({ args: { linkId: c.id }, reply: linkQrCode }),
  /** Forgets it. */
  close: c.holdsBack({ args: { linkId: c.id } }),
};
