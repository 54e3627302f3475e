import type { Connection } from '../../preload/contract/connections.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { RegisteredPaper } from '../../preload/contract/papers.ts';
import type { Core } from '../ipc/core.ts';
import { readApiKey, type ApiKey } from '../service/authorize.ts';
import { failure } from '../lib/wording/failure.ts';
import { BARE_PAPER } from '../store/items.ts';
import type { NoteRecord } from '../store/tables/change-note.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { PictureRow } from '../store/tables/pictures.ts';
import type { Connections } from './connections.ts';
import type { KeyStore } from './key-store.ts';
import { PRACTICE_ID } from './records.ts';

export interface RunningPractice {
  readonly origin: string;
  readonly apiKey: string;
  readonly samplePapers: readonly Pick<RegisteredPaper, 'identifier' | 'name'>[];
  readonly sampleNotes: readonly Omit<NoteRecord, 'updatedAt'>[];
  readonly samplePictures: readonly (Pick<PictureRow, 'id' | 'width' | 'height'> & {
    readonly svg: string;
  })[];
  setOutage(isOn: boolean): Promise<void>;
  issueKey(): Promise<string>;
  keepOnly(key: string): Promise<void>;
  stop(): Promise<void>;
}

export interface PracticeConnectionOptions extends Pick<Core, 'copySecret' | 'store' | 'log' | 'now'> {
  readonly start: () => Promise<RunningPractice>;
  readonly connections: Connections;
  readonly keyStore: Pick<KeyStore, 'keys' | 'fingerprint'>;
  readonly keepPictures: (connectionId: string, pictures: readonly PictureRow[]) => Promise<void>;
}

export class PracticeConnection {
  readonly #options: PracticeConnectionOptions;
  #running: Promise<{ readonly service: RunningPractice; readonly connection: Connection }> | null = null;

  /** API key that the practice service issued for a practice key rotation; otherwise null. */
  #issued: { readonly text: string; readonly key: ApiKey } | null = null;

  constructor(options: PracticeConnectionOptions) {
    this.#options = options;
  }

  /** Removes data that the practice service left in an earlier run of Easel. Rejects on disk errors. */
  async open(): Promise<void> {
    await Promise.all([this.#remove(), this.#options.store.jobs.removeAll(PRACTICE_ID)]);
  }

  /** Starts the practice service if needed, and selects its connection. Fails with `internal` if it doesn't start. */
  async start(): Promise<Result<Connection>> {
    const isFirst = this.#running === null;
    this.#running ??= this.#begin();
    try {
      const { connection } = await this.#running;
      if (isFirst) return ok(connection);
      const selected = await this.#options.connections.select({ connectionId: connection.id });
      if (selected.ok) return ok(connection);
      // Selecting fails if the user removed the practice connection. So restarts the service to add the connection.
      await this.stop();
      return await this.start();
    } catch (error) {
      this.#running = null;
      this.#options.log.error('practice did not start', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
      return fail(failure('internal', { message: 'The practice service didn’t start.' }));
    }
  }

  /** Starts a simulated outage or key rotation; null stops it. Fails with `refused` for real connections. */
  async rehearse({ connectionId, kind }: ArgsOf<'connections.rehearse'>): Promise<Result<null>> {
    const { connections, copySecret, log, now } = this.#options;
    const { access } = connections;
    const running = await this.#running;
    if (connectionId !== PRACTICE_ID || running === null || access.practice === null) {
      const message = 'Only the practice service can simulate an outage or a key rotation.';
      return fail(failure('refused', { message, nextStep: 'Practise with sample data first.' }));
    }
    await running.service.setOutage(kind === 'outage');
    const before = access.practice.rehearsal;
    const continues = kind === 'rotation' && before?.kind === kind;
    if (!continues) {
      this.#forgetIssued();
      access.practice = { ...access.practice, rehearsal: kind && { kind, since: now(), switched: false } };
    }
    if (kind === 'rotation') {
      if (this.#issued === null) {
        const text = await running.service.issueKey();
        const key = readApiKey(text);
        if (!key.ok) throw new Error('the practice service gave no usable key');
        this.#issued = { text, key: key.value };
        log.secrets.add(text);
      }
      const copied = await copySecret(this.#issued.text, { what: 'key' });
      if (!copied.ok) return copied;
    }
    await connections.changed();
    return ok(null);
  }

  #forgetIssued(): void {
    if (this.#issued !== null) this.#options.log.secrets.remove(this.#issued.text);
    this.#issued = null;
  }

  /** After the user has switched to the issued key, makes the practice service refuse the old key. */
  async keysChanged(connectionId: string): Promise<void> {
    const { connections, keyStore } = this.#options;
    const { access } = connections;
    const issued = this.#issued;
    if (connectionId !== PRACTICE_ID || issued === null) return;
    const current = (await keyStore.keys(connectionId)).find(({ stage }) => stage === 'current');
    const rehearsal = access.practice?.rehearsal;
    if (!access.practice || !rehearsal || rehearsal.switched) return;
    if (current?.fingerprint !== keyStore.fingerprint(issued.key)) return;
    // Stores the new key in `access.practice`, from which Easel restores the key after a lock.
    access.practice = { ...access.practice, key: issued.key, rehearsal: { ...rehearsal, switched: true } };
    await (await this.#running)?.service.keepOnly(issued.text);
    await connections.changed();
  }

  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    this.#forgetIssued();
    await (await running).service.stop();
    await this.#remove();
  }

  #remove(): Promise<void> {
    return this.#options.store.connections.remove(PRACTICE_ID);
  }

  async #begin(): Promise<{ readonly service: RunningPractice; readonly connection: Connection }> {
    const { start, connections, store, keepPictures, now } = this.#options;
    const service = await start();
    const key = readApiKey(service.apiKey);
    if (!key.ok) throw new Error('the practice service gave no usable key');
    const id = PRACTICE_ID;
    const rememberedAt = now();
    for (const [at, { identifier, name }] of service.samplePapers.entries()) {
      await store.papers.put(id, {
        ...BARE_PAPER,
        identifier,
        name,
        source: 'app',
        origin: 'sample',
        isTemplate: at === 0,
        rememberedAt,
      });
    }
    const notes = service.sampleNotes.map((note) => ({ ...note, updatedAt: rememberedAt }));
    await store.notes.put(id, notes);
    const { origin } = service;
    const record: ConnectionRecord = {
      id,
      name: 'Practice',
      environment: 'practice',
      color: 'teal',
      paperApi: origin,
      boardApi: origin,
      appUrl: origin,
      separateBoardKey: false,
      readOnly: false,
      createdAt: rememberedAt,
    };
    const connection = await connections.addPractice(record, key.value);
    // Stores the sample thumbnails after `addPractice`, because `addPractice` deletes the connection's thumbnails.
    const seen = service.samplePictures.map(({ svg, ...picture }) => ({
      ...picture,
      type: 'image/svg+xml',
      bytes: Buffer.from(svg),
      takenAt: rememberedAt,
    }));
    await keepPictures(id, seen);
    return { service, connection };
  }
}
