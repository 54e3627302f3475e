/**
 * The export file: JSON, version 5 where views of papers travel along, 4 where papers are marked as templates, 3 where saved views travel along, 2 where local
 * notes do, else version 1, which older Easels read too. This schema is its documentation.
 *
 * `digest` is over everything else in the file. It finds what happens to files by accident: a part that is missing, a
 * flipped bit, a changed letter. Who changes a file on purpose can work it out anew, so a fitting digest proves nothing
 * about who wrote the file: only `sealed` does, to who knows its passphrase (see seal.ts).
 *
 * Later versions keep the meaning of `format`, `version` and `digest`, so that an old Easel can say that it is too old.
 */
import * as v from 'valibot';
import { boardQuery } from '../../preload/contract/boards.ts';
import { CONNECTION_COLORS, ENVIRONMENTS } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, KEY_STAGES } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readLine, readNoteText, readTags } from '../notes/read-note.ts';
import { MOST_LINES } from '../notes/notes-file.ts';
import { cleanLine, cleanLines } from '../wording/clean.ts';
import { formatNumber } from '../wording/format.ts';
import { readViewName } from '../notes/views.ts';
import { digestSteps, readDigested, type NotDigested, type Steps } from '../files/digested-file.ts';
import { isMoment } from '../files/json-file.ts';

export const FORMAT = 'easel-connections';
const VERSION = 1;
const VERSION_WITH_NOTES = 2;
const VERSION_WITH_VIEWS = 3;
const VERSION_WITH_TEMPLATES = 4;
const VERSION_WITH_PAPER_VIEWS = 5;
/** As many as one call of the border may name. */
const MOST_CONNECTIONS = 1000;

const line = v.pipe(v.string(), v.maxLength(4096));
const identifier = v.pipe(v.string(), v.minLength(1), v.maxLength(512));
/** Epoch ms. */
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Base64 of a length in bytes, written as Easel writes it: several spellings of one value would hide a change. */
const bytes = (length: number) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const read = Buffer.from(text, 'base64');
      return read.toString('base64') === text && (length === 0 || read.length === length);
    }),
  );
const anyBytes = bytes(0);

/** One paper of the register, as domain.ts describes it. */
const paper = v.strictObject({
  identifier,
  name: line,
  source: v.nullable(line),
  templateId: v.nullable(line),
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  origin: v.picklist(['created', 'added', 'sample']),
  rememberedAt: moment,
  otherFields: v.pipe(v.array(v.strictObject({ name: v.string(), value: v.string() })), v.readonly()),
  raw: v.nullable(v.string()),
  /** Absent where it is none. */
  isTemplate: v.exactOptional(v.boolean()),
});

/** What may be known of a key without it; `fingerprint` is salted by the computer that wrote the file. */
const key = v.strictObject({
  slot: v.picklist(KEY_SLOTS),
  stage: v.picklist(KEY_STAGES),
  fingerprint: v.pipe(v.string(), v.maxLength(64)),
  note: line,
  owner: line,
  remindAt: v.nullable(moment),
});

/** What reading it only cleans. */
const asRead = <T>(
  schema: v.GenericSchema<T>,
  read: (written: T) => Result<T, string>,
  clean: (written: T) => T,
) =>
  v.pipe(
    schema,
    v.check((written) => {
      const said = read(written);
      return said.ok && JSON.stringify(said.value) === JSON.stringify(clean(written));
    }),
  );

/** What is written about one board, within the limits of who writes it. */
const note = v.strictObject({
  id: identifier,
  label: asRead(v.string(), (text) => readLine('label', text), cleanLine),
  note: asRead(v.string(), readNoteText, cleanLines),
  tags: asRead(v.pipe(v.array(v.string()), v.readonly()), readTags, (tags) => tags.map(cleanLine)),
  customer: asRead(v.string(), (text) => readLine('customer', text), cleanLine),
  protected: v.boolean(),
  updatedAt: moment,
});

/** A question with a name, of a person’s own. */
const view = v.strictObject({
  /** Absent where it is of boards. */
  of: v.exactOptional(v.literal('paper')),
  name: v.pipe(
    line,
    v.check((name) => readViewName(name).ok),
  ),
  query: boardQuery,
});

/** A connection without what there may be much of. */
const head = {
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u)),
  name: line,
  environment: v.picklist(ENVIRONMENTS),
  color: v.picklist(CONNECTION_COLORS),
  paperApi: line,
  boardApi: line,
  appUrl: line,
  /** The board API has a separate key. */
  separateBoardKey: v.boolean(),
  readOnly: v.boolean(),
  /** Absent where the keys did not travel along. One for each slot and stage at most. */
  keys: v.exactOptional(v.pipe(v.array(key), v.readonly())),
};

/** What there may be much of; each absent where it did not travel along, or the version does not know of it. */
const LISTS = { papers: paper, notes: note, views: view } as const;

const many = v.exactOptional(v.pipe(v.array(v.unknown()), v.readonly()));
const connection = v.strictObject({ ...head, papers: many, notes: many, views: many });

/** The keys, encrypted; see seal.ts. All bytes are base64. */
const sealed = v.strictObject({
  kdf: v.strictObject({ name: v.literal('scrypt'), N: count, r: count, p: count, salt: bytes(16) }),
  check: bytes(32),
  cipher: v.literal('aes-256-gcm'),
  iv: bytes(12),
  tag: bytes(16),
  data: anyBytes,
});

const exportFile = v.strictObject({
  format: v.literal(FORMAT),
  version: v.picklist([
    VERSION,
    VERSION_WITH_NOTES,
    VERSION_WITH_VIEWS,
    VERSION_WITH_TEMPLATES,
    VERSION_WITH_PAPER_VIEWS,
  ]),
  /** ISO 8601, UTC. */
  exportedAt: v.pipe(v.string(), v.check(isMoment)),
  connections: v.pipe(v.array(connection), v.maxLength(MOST_CONNECTIONS), v.readonly()),
  sealed: v.exactOptional(sealed),
  /** `sha256:` and hex digits. */
  digest: v.string(),
});

export interface ExportedConnection extends Readonly<
  Omit<v.InferOutput<typeof connection>, keyof typeof LISTS>
> {
  readonly papers?: readonly ExportedPaper[];
  readonly notes?: readonly ExportedNote[];
  readonly views?: readonly ExportedView[];
}
export type ExportedPaper = Readonly<v.InferOutput<typeof paper>>;
export type ExportedNote = Readonly<v.InferOutput<typeof note>>;
export type ExportedView = Readonly<v.InferOutput<typeof view>>;
export type ExportedKey = Readonly<v.InferOutput<typeof key>>;
export type Sealed = Readonly<v.InferOutput<typeof sealed>>;
export interface ExportFile extends Omit<Readonly<v.InferOutput<typeof exportFile>>, 'connections'> {
  readonly connections: readonly ExportedConnection[];
}
/** Everything but the sealed keys and the digest. */
export type ExportBody = Omit<ExportFile, 'sealed' | 'digest'>;

/** Why a file can't be used; `wrong`: no Easel has written one like that, and what is wrong in it, as a sentence. */
export type Unreadable = NotDigested | { readonly wrong: string };

/** The lowest version that says all of it. */
export function versionFor(connections: readonly ExportedConnection[]): ExportFile['version'] {
  if (connections.some(({ views = [] }) => views.some(({ of }) => of === 'paper')))
    return VERSION_WITH_PAPER_VIEWS;
  if (connections.some(({ papers = [] }) => papers.some(({ isTemplate }) => isTemplate === true)))
    return VERSION_WITH_TEMPLATES;
  if (connections.some(({ views }) => views !== undefined)) return VERSION_WITH_VIEWS;
  return connections.some(({ notes }) => notes !== undefined) ? VERSION_WITH_NOTES : VERSION;
}

/** The text of a file, in steps: each paper, note and view on a line. */
export function* writeExport(body: ExportBody, sealedKeys: Sealed | null): Steps<string> {
  const whole = sealedKeys === null ? body : { ...body, sealed: sealedKeys };
  const digest = yield* digestSteps(whole);
  const { connections, ...about } = { ...whole, digest };
  const pieces: string[] = [`${JSON.stringify(about, null, 2).slice(0, -2)},\n  "connections": [`];
  for (const [index, one] of connections.entries()) {
    const { papers, notes, views, ...rest } = one;
    pieces.push(`${index === 0 ? '' : ','}\n${JSON.stringify(rest, null, 2).slice(0, -2)}`);
    for (const [name, list] of Object.entries({ papers, notes, views })) {
      if (list === undefined) continue;
      pieces.push(`,\n  "${name}": [`);
      for (const [at, item] of list.entries()) {
        pieces.push(`${at === 0 ? '' : ','}\n${JSON.stringify(item)}`);
        if (at % AT_A_TIME === 0) yield;
      }
      pieces.push(']');
    }
    pieces.push('\n}');
  }
  pieces.push('\n]}\n');
  return pieces.join('');
}

/** A few milliseconds of work. */
const AT_A_TIME = 200;

/** Reads the text of a file, in steps; never throws. */
export function* readExport(text: string): Steps<Result<ExportFile, Unreadable>> {
  const whole = yield* readDigested(text, FORMAT, VERSION_WITH_PAPER_VIEWS);
  if (!whole.ok) return whole;
  const read = v.safeParse(exportFile, whole.value);
  if (!read.success) return fail({ wrong: `The file has a wrong ${placeOf(read.issues[0].path)}.` });
  for (const [index, one] of read.output.connections.entries()) {
    const where = `connection ${index + 1}`;
    for (const [name, schema] of Object.entries(LISTS)) {
      const against = yield* whyNotRead(one[name as keyof typeof LISTS] ?? [], schema, name);
      if (against !== null) return fail({ wrong: `In ${where}: ${against}` });
    }
    const against = whyInconsistent(one as ExportedConnection);
    if (against !== null) return fail({ wrong: `In ${where}: ${against}` });
  }
  // What stands in the lists was read just now.
  const file = read.output as ExportFile;
  if (file.version < versionFor(file.connections))
    return fail({ wrong: 'It has parts that its version doesn’t know.' });
  const isMixed = file.connections.some((one) => (one.keys === undefined) !== (file.sealed === undefined));
  return isMixed ? fail({ wrong: 'It names keys that are not in it, or the other way round.' }) : ok(file);
}

/** Of papers, of notes and of views of one connection. */
const MOST = MOST_LINES;

/** Each item as its schema says, and each once. */
function* whyNotRead(
  items: readonly unknown[],
  schema: v.GenericSchema<unknown, object>,
  name: string,
): Steps<string | null> {
  if (items.length > MOST) return `more than ${formatNumber(MOST)} ${name}.`;
  const seen = new Set<unknown>();
  const what = name.slice(0, -1);
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === 0) yield;
    const read = v.safeParse(schema, item);
    if (!read.success) return `${what} ${index + 1} has a wrong ${placeOf(read.issues[0].path)}.`;
    const id = idOf(read.output);
    if (seen.has(id)) return `${what} ${index + 1} is there twice.`;
    seen.add(id);
  }
  return null;
}

function idOf(item: object): unknown {
  if ('identifier' in item) return item.identifier;
  if ('id' in item) return item.id;
  return 'name' in item && `${'of' in item ? 'paper ' : ''}${String(item.name).toLowerCase()}`;
}

/** “connections 2 name”: where a schema found the first fault, without anything that is not a name of ours. */
function placeOf(path: readonly v.IssuePathItem[] | undefined): string {
  const steps = (path ?? []).map(({ key: step }) => (typeof step === 'number' ? step + 1 : String(step)));
  const known = steps.filter((step) => /^\w{1,20}$/u.test(String(step)));
  return known.length === 0 ? 'form' : `“${known.join(' ')}”`;
}

/** Each key once, and only for slots that there are. */
function whyInconsistent({ keys = [], separateBoardKey }: ExportedConnection): string | null {
  const places = new Set(keys.map(({ slot, stage }) => `${slot} ${stage}`));
  if (places.size !== keys.length) return 'a key is there twice.';
  const hasSlots = separateBoardKey || keys.every(({ slot }) => slot === 'main');
  return hasSlots ? null : 'there is a board API key, and no place for it.';
}
