/** Format of export files. Later versions must keep `format` and `version`, so that older versions report "too new". */
import * as v from 'valibot';
import {
  CONNECTION_COLORS,
  IMPORTED_ENVIRONMENTS,
  type Environment,
} from '../../../preload/contract/connections.ts';
import { KEY_SLOTS, KEY_STAGES } from '../../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import { slotsOf } from '../key-origins.ts';
import { isMoment, isObject } from '../../lib/files/json-file.ts';
import { MOST_NOTES } from '../../notes/notes-file.ts';
import { fileNote, type FileNote } from '../../notes/read-note.ts';
import { ACCESS_TOKEN, Secrets } from '../../lib/log/redact.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { failure } from '../../lib/wording/failure.ts';
import { epochMs } from '../../store/read-item.ts';

export const FORMAT = 'easel-connections';
export const VERSION = 1;
const MOST_CONNECTIONS = 1000;

const line = v.pipe(v.string(), v.maxLength(4096));

const bytes = (length: number) =>
  v.pipe(
    v.string(),
    v.base64(),
    v.check((text) => Buffer.from(text, 'base64').length === length),
  );

const paper = v.strictObject({
  identifier: v.pipe(v.string(), v.minLength(1), v.maxLength(512)),
  name: v.pipe(line, v.transform(cleanLine)),
  source: v.nullable(line),
  templateId: v.nullable(line),
  template: v.picklist(['none', 'confirmed', 'not-confirmed']),
  origin: v.picklist(['created', 'added', 'sample']),
  rememberedAt: epochMs,
  otherFields: v.pipe(v.array(v.strictObject({ name: v.string(), value: v.string() })), v.readonly()),
  raw: v.nullable(v.string()),
  isTemplate: v.boolean(),
});

const key = v.strictObject({
  slot: v.picklist(KEY_SLOTS),
  stage: v.picklist(KEY_STAGES),
  note: line,
  remindAt: v.nullable(epochMs),
});

const list = v.pipe(v.array(v.unknown()), v.maxLength(MOST_NOTES), v.readonly());
const connection = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u)),
  name: v.pipe(line, v.transform(cleanLine)),
  environment: v.picklist(IMPORTED_ENVIRONMENTS),
  color: v.picklist(CONNECTION_COLORS),
  paperApi: line,
  boardApi: line,
  appUrl: line,
  separateBoardKey: v.boolean(),
  readOnly: v.boolean(),
  keys: v.pipe(v.array(key), v.readonly()),
  papers: list,
  notes: list,
});

const sealed = v.strictObject({
  salt: bytes(16),
  iv: bytes(12),
  tag: bytes(16),
  data: v.pipe(v.string(), v.base64()),
});

const exportFile = v.strictObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  exportedAt: v.pipe(v.string(), v.check(isMoment)),
  connections: v.pipe(v.array(connection), v.maxLength(MOST_CONNECTIONS), v.readonly()),
  sealed: v.exactOptional(sealed),
});

export type ExportedPaper = Readonly<v.InferOutput<typeof paper>>;
export type ExportedKey = Readonly<v.InferOutput<typeof key>>;
export type Sealed = Readonly<v.InferOutput<typeof sealed>>;
export interface ExportedConnection extends Readonly<
  Omit<v.InferOutput<typeof connection>, 'environment' | 'papers' | 'notes'>
> {
  readonly environment: Environment;
  readonly papers: readonly ExportedPaper[];
  readonly notes: readonly FileNote[];
}
export interface ExportBody {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly exportedAt: string;
  readonly connections: readonly ExportedConnection[];
}

export interface ExportFile extends Pick<ExportBody, 'exportedAt' | 'connections'> {
  readonly sealed: Sealed | null;
  /** Content of the export file except `sealed` (the encrypted keys). Decryption fails if this content was changed. */
  readonly body: object;
}

/** Parses an export file. Refuses a file with an access token or one of the `secrets` in plain text. */
export function readExport(text: string, secrets: readonly string[]): Result<ExportFile> {
  if (ACCESS_TOKEN.test(text) || new Secrets(secrets).isIn(text)) return fail(hasSecret);
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return fail(damaged);
  }
  if (!isObject(whole) || whole['format'] !== FORMAT) return fail(damaged);
  if (typeof whole['version'] === 'number' && whole['version'] > VERSION) return fail(newerVersion);
  const read = v.safeParse(exportFile, whole, { abortEarly: true });
  if (!read.success) return fail(damaged);
  const { exportedAt, sealed: sealedKeys = null } = read.output;
  const connections: ExportedConnection[] = [];
  for (const connection of read.output.connections) {
    const papers = readList(connection.papers, paper, ({ identifier }) => identifier);
    const notes = readList(connection.notes, fileNote, ({ id }) => id);
    if (papers === null || notes === null) return fail(damaged);
    connections.push({ ...connection, papers, notes });
  }
  const hasKeys = connections.some(({ keys }) => keys.length > 0);
  if (!isEachOnce(connections) || (hasKeys && sealedKeys === null)) return fail(damaged);
  const { sealed: _, ...body } = whole;
  return ok({ exportedAt, connections, sealed: sealedKeys, body });
}

function readList<T>(
  items: readonly unknown[],
  schema: v.GenericSchema<unknown, T>,
  idOf: (item: T) => string,
): readonly T[] | null {
  const all = new Map<string, T>();
  for (const item of items) {
    const read = v.safeParse(schema, item);
    if (!read.success) return null;
    all.set(idOf(read.output), read.output);
  }
  return all.size === items.length ? [...all.values()] : null;
}

/** False if the export file contains a connection or key twice, or a key for a slot that its connection doesn't use. */
function isEachOnce(connections: readonly ExportedConnection[]): boolean {
  const ids = new Set(connections.map(({ id }) => id));
  return (
    ids.size === connections.length &&
    connections.every((connection) => {
      const places = new Set(connection.keys.map(({ slot, stage }) => `${slot} ${stage}`));
      const hasSlots = connection.keys.every(({ slot }) => slotsOf(connection).includes(slot));
      return places.size === connection.keys.length && hasSlots;
    })
  );
}

const damaged = failure('invalid-input', {
  message: 'The file is damaged or wasn’t exported by Easel.',
  nextStep: 'Choose another file, or export the file again.',
});
const hasSecret = failure('invalid-input', {
  message: 'The file contains an API key or access token that isn’t encrypted.',
  nextStep: 'Remove the key or access token from the file, then open the file again.',
});
const newerVersion = failure('invalid-input', {
  message: 'The file was exported by a newer version of Easel.',
  nextStep: 'Update Easel, then open the file again.',
});
