/** An export file with everything in it, cheaply sealed, and ways to change it. */
import { createHash } from 'node:crypto';
import { atOnce, canonicalJson, type NotDigested } from '../../../../main/files/digested-file.ts';
import {
  readExport,
  writeExport,
  type ExportBody,
  type ExportedConnection,
  type Sealed,
  type ExportFile,
} from '../../../../main/transfer/format.ts';
import { isSaneCost, seal, unseal, type Cost } from '../../../../main/transfer/seal.ts';
import { writeKeys } from '../../../../main/transfer/sealed-keys.ts';
import type { RegisteredPaper } from '../../../../preload/contract/papers.ts';
import { fail, type Result } from '../../../../preload/contract/failure.ts';
import { readApiKey, type ApiKey } from '../../../../main/service/api-key.ts';

export const PASSPHRASE = 'seven wet Zürich umbrellas';
/** A guess takes no time: for tests that make hundreds of them. */
const CHEAP: Cost = { N: 2 ** 10, r: 8, p: 1 };

export const ID = '7b1c3f6e-2f0a-4c55-9a6e-6d2f1f0f8a01';
export const OTHER_ID = '0d9e5d2a-64ce-4c3c-8a7f-0c1b2a3d4e5f';

export function apiKey(text: string): ApiKey {
  const read = readApiKey(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

export function connection(change: Partial<ExportedConnection> = {}): ExportedConnection {
  return {
    id: ID,
    name: 'Acme boards',
    environment: 'production',
    color: 'red',
    paperApi: 'https://papers.example.com',
    boardApi: 'https://boards.example.com/eu',
    appUrl: 'https://app.example.com',
    separateBoardKey: false,
    readOnly: true,
    ...change,
  };
}

export function exportedKey(
  change: Partial<NonNullable<ExportedConnection['keys']>[number]> = {},
): NonNullable<ExportedConnection['keys']>[number] {
  const about = { note: 'From the safe', owner: 'Ines', remindAt: 1_900_000_000_000 };
  return { slot: 'main', stage: 'current', fingerprint: 'aaaaaaaa', ...about, ...change };
}

export function paper(change: Partial<RegisteredPaper> = {}): RegisteredPaper {
  return {
    identifier: '123e4567-e89b-42d3-a456-426614174000',
    name: 'Plan “Ärzte”',
    source: 'api',
    templateId: null,
    template: 'none',
    origin: 'created',
    isTemplate: false,
    rememberedAt: 1_700_000_000_000,
    otherFields: [{ name: 'owner', value: 'ines' }],
    raw: '{"identifier":"123e4567"}',
    ...change,
  };
}

const body: ExportBody = {
  format: 'easel-connections',
  version: 1,
  exportedAt: '2026-03-01T10:00:00.000Z',
  connections: [
    connection({
      separateBoardKey: true,
      keys: [exportedKey(), exportedKey({ slot: 'board', fingerprint: 'bbbbbbbb', remindAt: null })],
      papers: [paper()],
    }),
    connection({
      id: OTHER_ID,
      name: 'Acme staging',
      environment: 'staging',
      color: 'orange',
      keys: [],
    }),
  ],
};

export const KEYS = { main: 'key-of-the-papers-0123456789', board: 'key-of-the-boards-0123456789' } as const;

/** The sealed sample, as text. */
export async function sampleText(cost: Cost = CHEAP): Promise<string> {
  return textOf(body, KEYS, cost);
}

export function openSampleText(): string {
  return atOnce(
    writeExport({ ...body, connections: body.connections.map(({ keys: _, ...rest }) => rest) }, null),
  );
}

/** A file of one connection and its keys; `keys` maps slots to their current keys. */
export async function textOf(
  content: ExportBody,
  keys: Readonly<Partial<Record<'main' | 'board', string>>>,
  cost: Cost = CHEAP,
): Promise<string> {
  const moved = (Object.entries(keys) as [keyof typeof keys, string][]).map(([slot, text]) => ({
    connectionId: content.connections[0]?.id ?? '',
    slot,
    stage: 'current' as const,
    key: apiKey(text),
  }));
  return atOnce(writeExport(content, await seal(PASSPHRASE, content, writeKeys(moved), cost)));
}

export function bodyOf(...connections: ExportedConnection[]): ExportBody {
  return { ...body, connections };
}

/** The file with another value, and the digest that fits: what someone does who changes it on purpose. */
export function withDigest(file: object): string {
  const { digest: _, ...rest } = file as { readonly digest?: unknown };
  const digest = createHash('sha256').update(canonicalJson(rest)).digest('hex');
  return JSON.stringify({ ...rest, digest: `sha256:${digest}` });
}

/** Reads a file at once; what no Easel writes is `not-understood`. */
export function readText(text: string): Result<ExportFile, NotDigested | 'not-understood'> {
  const read = atOnce(readExport(text));
  return read.ok ? read : fail(typeof read.error === 'string' ? read.error : 'not-understood');
}

export type Verdict =
  | NotDigested
  | 'not-understood'
  | 'too-costly'
  | 'wrong-passphrase'
  | 'changed'
  | 'opened';

/** Reads and opens a file as an import does. */
export async function verdictOn(text: string, passphrase = PASSPHRASE): Promise<Verdict> {
  const file = readText(text);
  if (!file.ok) return file.error;
  const { sealed, ...rest } = file.value;
  if (sealed === undefined) return 'opened';
  const { N, r, p } = sealed.kdf;
  const isSample = N === CHEAP.N && r === CHEAP.r && p === CHEAP.p;
  if (!isSample && !isSaneCost(sealed.kdf)) return 'too-costly';
  const opened = await unseal(passphrase, { ...rest, sealed: sealed satisfies Sealed });
  return opened.ok ? 'opened' : opened.error;
}
