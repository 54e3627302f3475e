/** An export file that a person has opened, held against this computer. Its keys never leave main. */
import { randomUUID } from 'node:crypto';
import type { ImportPlan } from '../../preload/contract/connections.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import type { Notes } from '../notes/notes.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { ExportedConnection, ExportFile } from './format.ts';
import {
  leadsToSameHosts,
  planImport,
  type FileEntry,
  type FileKey,
  type KnownHere,
  type Planned,
} from './plan.ts';
import { placeOf } from './sealed-keys.ts';

export interface OpenFileContext {
  readonly connections: Pick<Connections, 'records' | 'access'>;
  readonly slots: Pick<KeySlots, 'all' | 'fingerprint' | 'hold'>;
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly notes: Pick<Notes, 'ofBoards'>;
  readonly now: () => number;
}

/** The file as it was opened. `targets`: the id that each of its connections has, or would get, here. */
interface Opened {
  readonly name: string;
  readonly file: ExportFile;
  readonly targets: readonly string[];
  readonly around: OpenFileContext;
}

export class OpenFile {
  readonly importId = randomUUID();
  readonly #opened: Opened;
  #keys: ReadonlyMap<string, ApiKey> | null = null;
  #release: readonly (() => void)[] = [];
  #planned: readonly Planned[] = [];

  private constructor(opened: Opened) {
    this.#opened = opened;
  }

  static async begin(name: string, file: ExportFile, around: OpenFileContext): Promise<OpenFile> {
    const records = await around.connections.records();
    const targets: string[] = [];
    for (const connection of file.connections) targets.push(await targetOf(connection, records, around));
    const opened = new OpenFile({ name, file, targets, around });
    await opened.planAnew();
    return opened;
  }

  get file(): ExportFile {
    return this.#opened.file;
  }

  /** What importing would do now, entry by entry. */
  get planned(): readonly Planned[] {
    return this.#planned;
  }

  plan(): ImportPlan {
    const closed = this.file.sealed === undefined ? 'none' : 'sealed';
    return {
      importId: this.importId,
      fileName: this.#opened.name,
      exportedAt: Date.parse(this.file.exportedAt),
      keys: this.#keys === null ? closed : 'open',
      entries: this.#planned.map(({ shown }) => shown),
    };
  }

  /** Takes the keys of the file, by place. */
  unlocked(keys: ReadonlyMap<string, ApiKey>): void {
    this.forget();
    this.#keys = keys;
    this.#release = [...keys.values()].map((key) => this.#opened.around.slots.hold(key));
  }

  /** Lets go of the keys. */
  forget(): void {
    this.#keys = null;
    this.#planned = [];
    for (const release of this.#release) release();
    this.#release = [];
  }

  async planAnew(): Promise<void> {
    const { file, targets, around } = this.#opened;
    const { connections, slots, register, notes, now } = around;
    const records = await connections.records();
    const known = new Map<string, KnownHere>();
    for (const target of new Set(targets)) {
      const keys = await slots.all(target);
      const papers = new Set((await register.ofConnection(target)).map(({ identifier }) => identifier));
      const boards = file.connections.flatMap(({ notes: of = [] }, index) =>
        targets[index] === target ? of.map(({ id }) => id) : [],
      );
      const written = await notes.ofBoards(target, boards);
      known.set(target, { keys, papers, notes: new Map(written.map((one) => [one.boardId, one])) });
    }
    const whyNotAllowed = connections.access.whyNotAllowed.bind(connections.access);
    this.#planned = planImport(this.#entries(), { records, known, whyNotAllowed, now: now() });
  }

  #entries(): readonly FileEntry[] {
    const { file, targets, around } = this.#opened;
    return file.connections.map((connection, index) => ({
      connection,
      target: targets[index] ?? connection.id,
      keys: (connection.keys ?? []).map((about): FileKey => {
        const key = this.#keys?.get(placeOf(connection.id, about)) ?? null;
        const fingerprint = key === null ? about.fingerprint : around.slots.fingerprint(key);
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
