/** Export file with every kind of content. Tests encrypt it with quick-scrypt, because the real scrypt is slow. */
import {
  readExport,
  type ExportBody,
  type ExportedConnection,
} from '../../../../../main/connections/transfer/format.ts';
import { sealKeys } from '../../../../../main/connections/transfer/seal.ts';
import type { RegisteredPaper } from '../../../../../preload/contract/papers.ts';
import { keyOf } from '../../../../support/key-of.ts';
import { must } from '../../../../support/must.ts';

export const PASSPHRASE = 'seven wet Zürich umbrellas';
export const ID = '7b1c3f6e-2f0a-4c55-9a6e-6d2f1f0f8a01';

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
    keys: [],
    papers: [],
    notes: [],
    ...change,
  };
}

export function exportedKey(
  change: Partial<ExportedConnection['keys'][number]> = {},
): ExportedConnection['keys'][number] {
  const about = { note: 'From the safe', remindAt: 1_900_000_000_000 };
  return { slot: 'main', stage: 'current', ...about, ...change };
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

export const body: ExportBody = {
  format: 'easel-connections',
  version: 1,
  exportedAt: '2026-03-01T10:00:00.000Z',
  connections: [
    connection({
      separateBoardKey: true,
      keys: [exportedKey(), exportedKey({ slot: 'board', remindAt: null })],
      papers: [paper()],
      notes: [{ id: 'board-1', label: 'Lesson', note: '', tags: ['a'], customer: '', protected: true }],
    }),
    connection({ id: '0d9e5d2a-64ce-4c3c-8a7f-0c1b2a3d4e5f', name: 'Acme staging', environment: 'staging' }),
  ],
};

export const KEYS = { main: 'key-of-the-papers-0123456789', board: 'key-of-the-boards-0123456789' } as const;

export async function sampleFile(): Promise<object> {
  const about = body.connections[0]?.keys ?? [];
  const keys = about.map((one) => ({ connectionId: ID, about: one, key: keyOf(KEYS[one.slot]) }));
  return { ...body, sealed: await sealKeys(PASSPHRASE, body, keys) };
}

export function openSample(change: object = {}): object {
  return { ...body, connections: [connection(change)] };
}

export function readFile(file: object) {
  return must(readExport(JSON.stringify(file), []));
}
