/** Moves connections between computers by way of a file: what goes along, what it would change, and the change. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Exported, Imported, ImportPlan } from '../../preload/contract/connections.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import { linksLedElsewhere } from '../connections/strictness.ts';
import { KeyedMutex } from '../connections/keyed-mutex.ts';
import { savedAs, type Files } from '../files/files.ts';
import type { Notes } from '../notes/notes.ts';
import type { Policy } from '../policy/policy.ts';
import type { Question } from '../ipc/implementation.ts';
import { failure, unreadFile, wrongFields } from '../wording/failure.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { applyEntry, changedMeanwhile, importedOf, type Applied } from './apply.ts';
import { exportQuestion, exportText } from './export.ts';
import {
  leadsToSameHosts,
  planImport,
  type FileEntry,
  type FileKey,
  type KnownHere,
  type Planned,
} from './plan.ts';
import { isSaneCost, unseal } from './seal.ts';
import { placeOf, readKeys } from './sealed-keys.ts';
import { readExport, type ExportFile, type Unreadable } from './format.ts';
import { dayOf } from '../wording/format.ts';

export interface TransferOptions {
  readonly connections: Pick<
    Connections,
    'records' | 'recordOf' | 'access' | 'importRecord' | 'remove' | 'inTurn'
  >;
  readonly slots: Pick<KeySlots, 'all' | 'keys' | 'get' | 'store' | 'remove' | 'fingerprint' | 'hold'>;
  readonly register: Pick<Store['papers'], 'ofConnection' | 'put' | 'remove'>;
  readonly notes: Pick<Notes, 'count' | 'all' | 'ofBoards' | 'take'>;
  readonly files: Files;
  readonly policy: Pick<Policy, 'allowKeyExport'>;
  readonly now: () => number;
}

/** Whatever is done with the file that is open happens one after another. */
const FILE = 'file';

export class Transfer {
  readonly #options: TransferOptions;
  readonly #mutex = new KeyedMutex();
  #open: OpenFile | null = null;

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  /**
   * Writes an export where the person says; null when they chose nowhere. On any failure nothing is written.
   *
   * Fails with `invalid-input` (field `passphrase`, or a connection that stays here), `policy`, `not-found`, `storage`,
   * and as the keychain does.
   */
  async export(request: ArgsOf<'transfer.export'>): Promise<Result<Exported | null>> {
    const { files, now } = this.#options;
    const exported = await exportText(this.#options, request);
    if (!exported.ok) return exported;
    const { text, ...counts } = exported.value;
    const saved = await files.save('connections', `easel-connections-${dayOf(now())}.json`, text);
    return savedAs(saved, counts, 'Export the connections again.');
  }

  /** What main asks before keys leave in a file. Fails as `export` does. */
  exportQuestion(request: ArgsOf<'transfer.export'>): Promise<Result<Question | null>> {
    return exportQuestion(this.#options, request);
  }

  /** Fails with `invalid-input` for a file that can't be used, `refused` for one that asks for absurd work. */
  async open(): Promise<Result<ImportPlan | null>> {
    const chosen = await this.#options.files.choose('connections');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const file = readExport(chosen.value.text);
    if (!file.ok) return fail(unreadable(file.error));
    if (file.value.sealed !== undefined && !isSaneCost(file.value.sealed.kdf)) return fail(tooCostly);
    const opened = new OpenFile(chosen.value.name, file.value, this.#options);
    await opened.planAnew();
    this.drop();
    this.#open = opened;
    return ok(opened.plan());
  }

  /** Opens the keys. Fails with `invalid-input` (field `passphrase`), `refused` for a file that was changed. */
  unlock({ importId, passphrase }: ArgsOf<'transfer.unlock'>): Promise<Result<ImportPlan>> {
    return this.#withFile(importId, async (opened) => {
      const { sealed, ...rest } = opened.file;
      if (sealed === undefined) return ok(opened.plan());
      const text = await unseal(passphrase, { ...rest, sealed });
      if (!text.ok) return fail(notUnlocked(text.error));
      const keys = readKeys(text.value, opened.file.connections);
      if (keys === null) return fail(unreadable('not-understood'));
      // Locked or closed while the passphrase was tried.
      if (this.#open !== opened) return fail(fileGone);
      opened.unlocked(keys);
      await opened.planAnew();
      return ok(opened.plan());
    });
  }

  /** Imports entries; those that fail are left as they were, and can be tried again. Without unlocking, without keys. */
  apply({ importId, entries }: ArgsOf<'transfer.apply'>): Promise<Result<Imported>> {
    return this.#withFile(importId, async (opened) => {
      const shown = opened.planned;
      if (entries.some((index) => shown[index] === undefined)) return fail(failure('bad-request'));
      await opened.planAnew();
      const done: { readonly planned: Planned; readonly result: Result<Applied> }[] = [];
      // The keychain’s failure at an earlier entry: it would make the person wait for each further key.
      let keychain: Failure | null = null;
      for (const planned of pick(opened.planned, entries)) {
        const result = await this.#apply(opened, planned, shown[planned.shown.index], keychain);
        if (!result.ok && result.error.code.startsWith('keychain-')) keychain = result.error;
        done.push({ planned, result });
      }
      await opened.planAnew();
      return ok(importedOf(done));
    });
  }

  /** What main asks before entries are imported: whether links of known connections may lead elsewhere. */
  applyQuestion({ importId, entries }: ArgsOf<'transfer.apply'>): Promise<Result<Question | null>> {
    return this.#withFile(importId, async (opened) => {
      const known = new Map((await this.#options.connections.records()).map((one) => [one.id, one]));
      const facts = pick(opened.planned, entries).flatMap(({ record, shown }) => {
        const here = record === null ? undefined : known.get(record.id);
        if (record === null || here === undefined || here.appUrl === record.appUrl) return [];
        return [`“${shown.name}”: ${linksLedElsewhere(here, record.appUrl)}`];
      });
      if (facts.length === 0) return ok(null);
      const message = 'Change where join links open?';
      return ok({ message, detail: facts.join('\n\n'), yes: 'Import' });
    });
  }

  close({ importId }: ArgsOf<'transfer.close'>): null {
    if (this.#open?.importId === importId) this.drop();
    return null;
  }

  /** Forgets everything read, with its keys. */
  drop(): void {
    this.#open?.forget();
    this.#open = null;
  }

  async #apply(
    opened: OpenFile,
    planned: Planned,
    shown: Planned | undefined,
    keychain: Failure | null,
  ): Promise<Result<Applied>> {
    // Locked or closed in the meantime: the person is gone.
    if (this.#open !== opened) return fail(fileGone);
    if (JSON.stringify(planned.shown) !== JSON.stringify(shown?.shown)) return fail(changedMeanwhile);
    const needsKeychain = planned.keys.some(({ file }) => file.key !== null);
    return keychain !== null && needsKeychain ? fail(keychain) : applyEntry(this.#options, planned);
  }

  #withFile<T>(importId: string, work: (opened: OpenFile) => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(FILE, async () => {
      const opened = this.#open;
      return opened?.importId === importId ? work(opened) : fail(fileGone);
    });
  }
}

/** In the file's order, each once. */
function pick(planned: readonly Planned[], entries: readonly number[]): readonly Planned[] {
  const wanted = new Set(entries);
  return planned.filter((_, index) => wanted.has(index));
}

/** An export file that a person has opened, held against this computer. Its keys never leave main. */
class OpenFile {
  readonly importId = randomUUID();
  readonly file: ExportFile;
  readonly #name: string;
  readonly #options: TransferOptions;
  /** The id that each connection of the file has, or would get, here. */
  #targets: readonly string[] | null = null;
  #keys: ReadonlyMap<string, ApiKey> | null = null;
  #release: readonly (() => void)[] = [];
  /** What importing would do now, entry by entry. */
  planned: readonly Planned[] = [];

  constructor(name: string, file: ExportFile, options: TransferOptions) {
    this.#name = name;
    this.file = file;
    this.#options = options;
  }

  plan(): ImportPlan {
    const closed = this.file.sealed === undefined ? 'none' : 'sealed';
    return {
      importId: this.importId,
      fileName: this.#name,
      exportedAt: Date.parse(this.file.exportedAt),
      keys: this.#keys === null ? closed : 'open',
      entries: this.planned.map(({ shown }) => shown),
    };
  }

  /** Takes the keys of the file, by place. */
  unlocked(keys: ReadonlyMap<string, ApiKey>): void {
    this.forget();
    this.#keys = keys;
    this.#release = [...keys.values()].map((key) => this.#options.slots.hold(key));
  }

  /** Lets go of the keys. */
  forget(): void {
    this.#keys = null;
    this.planned = [];
    for (const release of this.#release) release();
    this.#release = [];
  }

  async planAnew(): Promise<void> {
    const { file } = this;
    const { connections, slots, register, notes, now } = this.#options;
    const records = await connections.records();
    const targets = this.#targets ?? (await targetsOf(file, records, slots));
    this.#targets = targets;
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
    this.planned = planImport(this.#entries(targets), { records, known, whyNotAllowed, now: now() });
  }

  #entries(targets: readonly string[]): readonly FileEntry[] {
    return this.file.connections.map((connection, index) => ({
      connection,
      target: targets[index] ?? connection.id,
      keys: (connection.keys ?? []).map((about): FileKey => {
        const key = this.#keys?.get(placeOf(connection.id, about)) ?? null;
        const fingerprint = key === null ? about.fingerprint : this.#options.slots.fingerprint(key);
        return { about, key, fingerprint };
      }),
    }));
  }
}

/** Its own id, unless that would give a key that is kept here another host: then a new one, the same at every try. */
async function targetsOf(
  file: ExportFile,
  records: readonly ConnectionRecord[],
  slots: TransferOptions['slots'],
): Promise<readonly string[]> {
  const targets: string[] = [];
  for (const connection of file.connections) {
    const { id } = connection;
    const known = records.find((record) => record.id === id);
    const isFree =
      known === undefined ? (await slots.all(id)).length === 0 : leadsToSameHosts(known, connection);
    targets.push(isFree ? id : randomUUID());
  }
  return targets;
}

// What is said when a file can’t be used.

const COPY_AGAIN = 'Copy or export the file again.';

const UNREADABLE: Readonly<Record<Unreadable, { readonly message: string; readonly nextStep: string }>> = {
  damaged: { message: 'The file is damaged or incomplete.', nextStep: COPY_AGAIN },
  another: {
    message: 'This file contains no connections exported by Easel.',
    nextStep: 'Choose a file exported by Easel.',
  },
  newer: {
    message: 'The file was exported by a newer version of Easel.',
    nextStep: 'Update Easel, then open the file again.',
  },
  'not-understood': {
    message: 'Easel doesn’t write files like this.',
    nextStep: 'Ask whoever sent it how it was made.',
  },
};

function unreadable(reason: Unreadable): Failure {
  return failure('invalid-input', UNREADABLE[reason]);
}

const tooCostly = failure('refused', {
  message: 'Opening this file would take too much computing power.',
  nextStep: COPY_AGAIN,
});

/** Why the keys of a file stay closed. */
function notUnlocked(reason: 'wrong-passphrase' | 'changed' | 'too-costly'): Failure {
  if (reason === 'too-costly') return tooCostly;
  if (reason === 'wrong-passphrase') {
    return wrongFields({ passphrase: 'Wrong passphrase. Case and spaces matter.' });
  }
  return failure('refused', {
    message: 'The file was changed after it was exported, so Easel won’t unlock its keys.',
    nextStep:
      'Don’t use its addresses. Get the file again from the person who exported it, in a way you trust.',
  });
}

const fileGone = failure('not-found', {
  message: 'Easel has closed this file.',
  nextStep: 'Open the file again.',
});
