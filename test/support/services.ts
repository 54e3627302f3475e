/** Runs Easel's main process without Electron, but with real SQLite files and sockets. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '../../main/store/database.ts';
import { compose, type ComposeOptions, type Services } from '../../main/compose.ts';
import type { ChosenFile, FileInWriting, Files, SavePdf } from '../../main/lib/files/files.ts';
import type { Confirm } from '../../main/ipc/consent.ts';
import type { Keychain } from '../../main/connections/keychain/keychain.ts';
import type { Presence } from '../../main/ipc/lock/lock.ts';
import { createLog } from '../../main/lib/log/log.ts';
import { NO_POLICY, type Policy, type PolicyReading } from '../../main/ipc/policy/policy.ts';
import type { Press } from '../../preload/contract/call.ts';
import type { ArgsOf, CallName, ValueOf } from '../../preload/contract/contract.ts';
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';

import { clipboardOf } from './memory-clipboard.ts';
import { must } from './must.ts';
import { filesBelow } from './planted-secrets.ts';

const main = path.join(import.meta.dirname, '../../main');
const WORKERS = {
  store: 'store/worker.ts',
  mirror: 'store/mirror/worker.ts',
  practice: 'practice/worker.ts',
  file: 'file-worker.ts',
};
export const workerOf = (thread: keyof typeof WORKERS): URL =>
  new URL(`file://${path.join(main, WORKERS[thread])}`);

export interface TestServices {
  /** Calls the main process with a user gesture, which many calls require. */
  readonly call: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;
  /** Like `call`, but returns only the value of a successful result. Throws if the call fails. */
  readonly must: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<ValueOf<C>>;
  /** Calls the main process without a user gesture, as a malicious script in the page could. */
  readonly callAlone: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;
  /** Like `call`, but does not add the reply to `said`, because a long test would fill the memory. */
  readonly callSilently: TestServices['call'];
  /** Returns all IPC replies, events and log lines so far as one text, to search it for secrets. */
  readonly said: () => string;
  readonly clipboard: () => string;
  /** Waits for an IPC event that `accept` accepts. An earlier event counts too. */
  readonly event: (
    name: string,
    accept: (data: Readonly<Record<string, unknown>>) => boolean,
  ) => Promise<void>;
  readonly fallAsleep: () => void;
  readonly wake: () => void;
  readonly files: () => Promise<string>;
  readonly folder: string;
  readonly release: () => Promise<void>;
  readonly restart: () => Promise<TestServices>;
  readonly close: () => Promise<void>;
}

export interface ServicesOptions {
  /** Content of the certificate file that the user chooses. With null, the user cancels the file dialog. */
  readonly caFile?: string | null;
  readonly files?: Partial<Files>;
  readonly savePdf?: SavePdf;
  /** The user's idle time, and an unlock prompt. By default the user is never idle, and no prompt appears. */
  readonly presence?: Partial<Presence>;
  readonly policy?: PolicyReading;
  readonly confirm?: Confirm;
  readonly keychain?: Keychain;
  readonly route?: string;
  /** Starts the worker threads; by default from the TypeScript sources. */
  readonly threads?: typeof workerOf;
  readonly more?: Partial<ComposeOptions>;
}

export async function startServices(folder?: string, around: ServicesOptions = {}): Promise<TestServices> {
  const userData = folder ?? (await mkdtemp(path.join(tmpdir(), 'easel-services-')));
  const { threads = workerOf } = around;
  const lines: string[] = [];
  const events: { name: string; data: Readonly<Record<string, unknown>> }[] = [];
  const waiting = new Set<() => void>();
  let clipboard = '';
  const sleepers = new Set<() => void>();
  const wakers = new Set<() => void>();
  const services: Services = await compose({
    env: { platform: 'linux', isPackaged: false, policyFile: null, isMsi: false },
    version: '0.0.0',
    userData,
    stores: openStores(userData, threads),
    workerOf: threads,
    rendererFolder: await emptyRoom(userData),
    log: createLog((line) => lines.push(line)),
    publish: (name, data) => {
      events.push({ name, data });
      lines.push(`${name} ${JSON.stringify(data)}`);
      for (const look of waiting) look();
    },
    clipboard: clipboardOf((text) => {
      clipboard = text;
    }),
    resolveProxy: () => Promise.resolve(around.route ?? 'DIRECT'),
    files: {
      choose: () => Promise.resolve(around.caFile == null ? null : ok(fileOf(around.caFile))),
      save: () => Promise.resolve(null),
      saveStream: () => Promise.resolve(null),
      ...around.files,
    },
    folders: {
      chooseFolder: () => Promise.resolve(null),
      saveIn: () => Promise.reject(new Error('no folder')),
      showFile: () => Promise.resolve(false),
    },
    savePdf: around.savePdf ?? (() => Promise.resolve(null)),
    savePicture: () => Promise.resolve(null),
    announce: () => false,
    onTheme: () => undefined,
    variables: {},
    loadSelfUpdater: null,
    confirm: around.confirm ?? (() => Promise.resolve(true)),
    presence: {
      idleSeconds: () => 0,
      onAway: () => undefined,
      onSleep: (listener) => void sleepers.add(listener),
      onWake: (listener) => void wakers.add(listener),
      ask: null,
      canAsk: false,
      ...around.presence,
    },
    policy: around.policy ?? { kind: 'none' },
    ...(around.keychain === undefined ? {} : { keychain: around.keychain }),
    ...around.more,
  });
  const self: TestServices = {
    call: async (channel, args) => {
      const reply = await services.dispatch(channel, true, args, press());
      lines.push(JSON.stringify(reply));
      return reply as Result<ValueOf<typeof channel>>;
    },
    must: async (channel, args) => must(await self.call(channel, args)),
    callAlone: async (channel, args) =>
      (await services.dispatch(channel, true, args, undefined)) as Result<ValueOf<typeof channel>>,
    callSilently: async (channel, args) =>
      (await services.dispatch(channel, true, args, press())) as Result<ValueOf<typeof channel>>,
    said: () => lines.join('\n'),
    clipboard: () => clipboard,
    event: (name, accept) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!events.some((event) => event.name === name && accept(event.data))) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    fallAsleep: () => {
      for (const sleep of sleepers) sleep();
    },
    wake: () => {
      for (const wake of wakers) wake();
    },
    folder: userData,
    files: () => {
      const texts = filesBelow(userData).map(({ bytes }) => bytes.toString('latin1'));
      return Promise.resolve(texts.join('\n'));
    },
    release: () => services.close(),
    restart: async () => {
      await services.close();
      return startServices(userData, around);
    },
    close: async () => {
      await services.close();
      await rm(userData, { recursive: true, force: true });
    },
  };
  return self;
}

let presses = 0;

export function press(): Press {
  presses += 1;
  return { page: '6b0a1c52-7a1e-4f0e-9d0f-1f6f6a7d3c11', number: presses, msAgo: 0 };
}

export function fileOf(text: string, name = 'chosen.txt'): ChosenFile {
  return { path: path.join(tmpdir(), name), name, text };
}

export function fileInMemory(name: string, finished: (content: string) => void): FileInWriting {
  const pieces: Uint8Array[] = [];
  return {
    name,
    write: (part) => Promise.resolve(ok((pieces.push(Buffer.from(part)), null))),
    finish: () => Promise.resolve(ok((finished(Buffer.concat(pieces).toString()), null))),
    abort: () => Promise.resolve(),
  };
}

export function policyOf(rules: Partial<Policy>): PolicyReading {
  return { kind: 'active', source: '/etc/easel/policy.json', policy: { ...NO_POLICY, ...rules } };
}

/** Writes a minimal room page, without which the practice service does not start. Returns the page's folder. */
export async function emptyRoom(userData: string): Promise<string> {
  const folder = path.join(userData, 'renderer');
  await mkdir(path.join(folder, 'room'), { recursive: true });
  await writeFile(path.join(folder, 'room/index.html'), '<!doctype html><title>Room</title>');
  return folder;
}

export function draftFor(
  origin: string,
  apiKey: string | null,
  change: Partial<ConnectionDraft> = {},
): ConnectionDraft {
  return {
    id: null,
    name: 'Acme boards',
    environment: 'test',
    color: 'blue',
    paperApi: origin,
    boardApi: origin,
    appUrl: origin,
    apiKey,
    separateBoardKey: false,
    boardApiKey: null,
    sessionOnly: true,
    readOnly: false,
    ...change,
  };
}
