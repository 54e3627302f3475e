/** An export file that a person has opened, held against this computer. Its keys never leave main. */
import { randomUUID } from 'node:crypto';
import type { ImportPlan } from '../../preload/contract/connections.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import type { Notes } from '../notes/notes.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { ExportedConnection, ExportFile } from './format.ts';
import type { FileKey } from './place-keys.ts';
import { leadsToSameHosts, planImport, type FileEntry, type ImportContext, type Planned } from './plan.ts';
import { placeOf } from './sealed-keys.ts';

export interface OpenFileContext {
  readonly connections: Pick<Connections, 'records' | 'whyNotAllowed'>;
  readonly slots: Pick<KeySlots, 'all' | 'fingerprint' | 'hold'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly notes: Pick<Notes, 'ofBoards'>;
  readonly now: () => number;
}

export class OpenFile {
  readonly importId: string;
  readonly file: ExportFile;
  readonly #name: string;
  readonly #targets: readonly string[];
  readonly #around: OpenFileContext;
  #keys: ReadonlyMap<string, ApiKey> | null = null;
  #release: readonly (() => void)[] = [];
  #planned: readonly Planned[] = [];

  private constructor(
    importId: string,
    name: string,
    file: ExportFile,
    targets: readonly string[],
    around: OpenFileContext,
  ) {
    this.importId = importId;
    this.#name = name;
    this.file = file;
    this.#targets = targets;
    this.#around = around;
  }

  static async begin(
    importId: string,
    name: string,
    file: ExportFile,
    around: OpenFileContext,
  ): Promise<OpenFile> {
    const records = await around.connections.records();
    const targets: string[] = [];
    for (const connection of file.connections) targets.push(await targetOf(connection, records, around));
    const opened = new OpenFile(importId, name, file, targets, around);
    await opened.planAnew();
    return opened;
  }

  /** What importing would do now, entry by entry. */
  get planned(): readonly Planned[] {
    return this.#planned;
  }

  plan(): ImportPlan {
    const closed = this.file.sealed === undefined ? 'none' : 'sealed';
    return {
      importId: this.importId,
      fileName: this.#name,
      exportedAt: Date.parse(this.file.exportedAt),
      keys: this.#keys === null ? closed : 'open',
      entries: this.#planned.map(({ shown }) => shown),
    };
  }

  /** Takes the keys of the file, by place. */
  unlocked(keys: ReadonlyMap<string, ApiKey>): void {
    this.forget();
    this.#keys = keys;
    this.#release = [...keys.values()].map((key) => this.#around.slots.hold(key));
  }

  /** Lets go of the keys. */
  forget(): void {
    this.#keys = null;
    this.#planned = [];
    for (const release of this.#release) release();
    this.#release = [];
  }

  async planAnew(): Promise<void> {
    const { connections, slots, register, notes, now } = this.#around;
    const records = await connections.records();
    const keys: [string, Awaited<ReturnType<KeySlots['all']>>][] = [];
    const papers: [string, ReadonlySet<string>][] = [];
    const written: [string, ReadonlyMap<string, NoteRecord>][] = [];
    for (const target of new Set(this.#targets)) {
      keys.push([target, await slots.all(target)]);
      const known = await register.ofConnection(target);
      papers.push([target, new Set(known.map(({ identifier }) => identifier))]);
      const here = await notes.ofBoards(target, this.#boardsOf(target));
      written.push([target, new Map(here.map((record) => [record.boardId, record]))]);
    }
    const around: ImportContext = {
      records,
      keys: new Map(keys),
      papers: new Map(papers),
      notes: new Map(written),
      whyNotAllowed: connections.whyNotAllowed.bind(connections),
      now: now(),
    };
    this.#planned = planImport(this.#entries(), around);
  }

  /** The boards that the file has notes of. */
  #boardsOf(target: string): readonly string[] {
    const own = this.file.connections.filter((_, index) => this.#targets[index] === target);
    return own.flatMap(({ notes = [] }) => notes.map(({ id }) => id));
  }

  #entries(): readonly FileEntry[] {
    return this.file.connections.map((connection, index) => ({
      connection,
      target: this.#targets[index] ?? connection.id,
      keys: (connection.keys ?? []).map((about): FileKey => {
        const key = this.#keys?.get(placeOf(connection.id, about)) ?? null;
        const fingerprint = key === null ? about.fingerprint : this.#around.slots.fingerprint(key);
        return { about, key, fingerprint };
      }),
    }));
  }
}

/** Its own id, unless that would give a key that is kept here another host: then a new one, the same at every try. */
async function targetOf(
  connection: ExportedConnection,
  records: readonly ConnectionRecord[],
  { slots }: OpenFileContext,
): Promise<string> {
  const known = records.find(({ id }) => id === connection.id);
  if (known !== undefined) return leadsToSameHosts(known, connection) ? connection.id : randomUUID();
  return (await slots.all(connection.id)).length === 0 ? connection.id : randomUUID();
}
