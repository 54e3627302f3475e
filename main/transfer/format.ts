/**
 * The export file: JSON, version 2 where local notes travel along, else version 1, which older Easels read too. This
 * schema is its documentation.
 *
 * `digest` is over everything else in the file. It finds what happens to files by accident: a part that is missing, a
 * flipped bit, a changed letter. Who changes a file on purpose can work it out anew, so a fitting digest proves nothing
 * about who wrote the file: only `sealed` does, to who knows its passphrase (see seal.ts).
 *
 * Later versions keep the meaning of `format`, `version` and `digest`, so that an old Easel can say that it is too old.
 */
import * as v from 'valibot';
import { CONNECTION_COLORS, ENVIRONMENTS } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, KEY_STAGES } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readLine, readNoteText, readTags } from '../notes/read-note.ts';
import { canonicalJson, digestOf, isMoment, readDigested, type NotDigested } from '../files/json-file.ts';

export const FORMAT = 'easel-connections';
const VERSION = 1;
const VERSION_WITH_NOTES = 2;
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

/** What reading it does not change. */
const asRead = <T>(schema: v.GenericSchema<T>, read: (written: T) => Result<T, string>) =>
  v.pipe(
    schema,
    v.check((written) => {
      const said = read(written);
      return said.ok && canonicalJson(said.value) === canonicalJson(written);
    }),
  );

/** What is written about one board, within the limits of who writes it. */
const note = v.strictObject({
  id: identifier,
  label: asRead(v.string(), (text) => readLine('label', text)),
  note: asRead(v.string(), readNoteText),
  tags: asRead(v.pipe(v.array(v.string()), v.readonly()), readTags),
  customer: asRead(v.string(), (text) => readLine('customer', text)),
  protected: v.boolean(),
  updatedAt: moment,
});

const connection = v.strictObject({
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
  /** Absent where the register did not travel along. */
  papers: v.exactOptional(v.pipe(v.array(paper), v.readonly())),
  /** Absent in version 1, and where the notes did not travel along. */
  notes: v.exactOptional(v.pipe(v.array(note), v.readonly())),
  /** Absent where the keys did not travel along. One for each slot and stage at most. */
  keys: v.exactOptional(v.pipe(v.array(key), v.readonly())),
});

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
  version: v.picklist([VERSION, VERSION_WITH_NOTES]),
  /** ISO 8601, UTC. */
  exportedAt: v.pipe(v.string(), v.check(isMoment)),
  connections: v.pipe(v.array(connection), v.maxLength(MOST_CONNECTIONS), v.readonly()),
  sealed: v.exactOptional(sealed),
  /** `sha256:` and hex digits. */
  digest: v.string(),
});

export type ExportedConnection = Readonly<v.InferOutput<typeof connection>>;
export type ExportedNote = Readonly<v.InferOutput<typeof note>>;
export type ExportedKey = Readonly<v.InferOutput<typeof key>>;
export type Sealed = Readonly<v.InferOutput<typeof sealed>>;
export type ExportFile = Readonly<v.InferOutput<typeof exportFile>>;
/** Everything but the sealed keys and the digest. */
export type ExportBody = Omit<ExportFile, 'sealed' | 'digest'>;

/** Why a file can't be used; `not-understood`: no Easel has written one like that. */
export type Unreadable = NotDigested | 'not-understood';

/** The lowest version that says all of it. */
export function versionFor(connections: readonly ExportedConnection[]): ExportFile['version'] {
  return connections.some(({ notes }) => notes !== undefined) ? VERSION_WITH_NOTES : VERSION;
}

/** The text of a file. */
export function writeExport(body: ExportBody, sealedKeys: Sealed | null): string {
  const whole = sealedKeys === null ? body : { ...body, sealed: sealedKeys };
  return JSON.stringify({ ...whole, digest: digestOf(whole) }, null, 2);
}

/** Reads the text of a file; never throws. */
export function readExport(text: string): Result<ExportFile, Unreadable> {
  const whole = readDigested(text, FORMAT, VERSION_WITH_NOTES);
  if (!whole.ok) return whole;
  const read = v.safeParse(exportFile, whole.value);
  return read.success && isConsistent(read.output) ? ok(read.output) : fail('not-understood');
}

/** Keys are named where they are sealed, and only there; notes only where the version knows of them. */
function isConsistent({ version, connections, sealed: sealedKeys }: ExportFile): boolean {
  return (
    version >= versionFor(connections) &&
    connections.every((one) => isEachOnce(one) && (one.keys === undefined) === (sealedKeys === undefined))
  );
}

/** Each key, each paper and each board once, and keys only for slots that there are. */
function isEachOnce({ keys = [], papers = [], notes = [], separateBoardKey }: ExportedConnection): boolean {
  const places = new Set(keys.map(({ slot, stage }) => `${slot} ${stage}`));
  const identifiers = new Set(papers.map((one) => one.identifier));
  return (
    places.size === keys.length &&
    identifiers.size === papers.length &&
    new Set(notes.map((one) => one.id)).size === notes.length &&
    (separateBoardKey || keys.every(({ slot }) => slot === 'main'))
  );
}
