/** The whole of main behind the border, on real parts: SQLite, sockets, the practice service. Only Electron is absent. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compose } from '../../main/compose.ts';
import type { ComposeOptions, Services } from '../../main/services.ts';
import type { ChosenFile, Files, SavePdf } from '../../main/lib/files/files.ts';
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

const main = path.join(import.meta.dirname, '../../main');
export const sourceUrl = (file: string): URL => new URL(`file://${path.join(main, file)}`);
/** The entries of the threads, which the build names after them. */
const WORKERS = {
  store: 'store/worker.ts',
  mirror: 'store/mirror/worker.ts',
  practice: 'practice/worker.ts',
};
export const workerOf: ComposeOptions['workerOf'] = (thread) => sourceUrl(WORKERS[thread]);

export interface TestServices {
  /** With a press of its own. */
  readonly call: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;
  /** The same where it must succeed: the value, or the test ends here. */
  readonly must: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<ValueOf<C>>;
  /** As a script calls that nobody has pressed anything for. */
  readonly callAlone: <C extends CallName>(channel: C, args: ArgsOf<C>) => Promise<Result<ValueOf<C>>>;
  /** Calls of a script that have all the same press: this one, or a new one. */
  readonly pressOnce: (one?: Press) => TestServices['call'];
  /** Everything that left main so far: replies, events, log lines, the clipboard apart. */
  readonly said: () => string;
  readonly clipboard: () => string;
  /** Waits for an event that `accept` takes, from now on or already told. */
  readonly event: (
    name: string,
    accept: (data: Readonly<Record<string, unknown>>) => boolean,
  ) => Promise<void>;
  /** The person is away by the system's word: its screen was locked, or it goes to sleep. */
  readonly goAway: () => void;
  readonly fallAsleep: () => void;
  readonly files: () => Promise<string>;
  readonly folder: string;
  /** Ends it and leaves its folder. */
  readonly release: () => Promise<void>;
  readonly restart: () => Promise<TestServices>;
  readonly close: () => Promise<void>;
}

/** What the system around main would answer. */
export interface ServicesOptions {
  /** The file that a person chooses, as text; null for none. */
  readonly caFile?: string | null;
  /** What the person does in file dialogs, in place of choosing `caFile` or nothing. */
  readonly files?: Partial<Files>;
  /** Where it has pages printed to; nowhere by default. */
  readonly savePdf?: SavePdf;
  /** What the system knows of the person, in place of one who never leaves and is never asked. */
  readonly presence?: Partial<Presence>;
  /** None by default. */
  readonly policy?: PolicyReading;
  /** What the person answers to main's own questions; yes by default. */
  readonly confirm?: Confirm;
  /** The system's own by default. */
  readonly keychain?: Keychain;
  /** The system's way to an address; direct by default. */
  readonly route?: string;
  /** As `compose` takes them. */
  readonly more?: Partial<ComposeOptions>;
}

/** Starts main over a folder of its own, or `folder`. */
export async function startServices(folder?: string, around: ServicesOptions = {}): Promise<TestServices> {
  const userData = folder ?? (await mkdtemp(path.join(tmpdir(), 'easel-services-')));
  const lines: string[] = [];
  const events: { name: string; data: Readonly<Record<string, unknown>> }[] = [];
  const waiting = new Set<() => void>();
  let clipboard = '';
  const away = new Set<() => void>();
  const sleepers = new Set<() => void>();
  const services: Services = await compose({
    env: { platform: 'linux', isPackaged: false, policyFile: null, isMsi: false },
    version: '0.0.0',
    userData,
    workerOf,
    rendererFolder: await emptyRoom(userData),
    log: createLog({ write: (line) => lines.push(line) }),
    publish: (name, data) => {
      events.push({ name, data });
      lines.push(JSON.stringify(data));
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
    ...(around.savePdf === undefined ? {} : { savePdf: around.savePdf }),
    confirm: around.confirm ?? (() => Promise.resolve(true)),
    presence: {
      idleSeconds: () => 0,
      onAway: (listener) => void away.add(listener),
      onSleep: (listener) => void sleepers.add(listener),
      ask: null,
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
    pressOnce:
      (one = press()) =>
      async (channel, args) =>
        (await services.dispatch(channel, true, args, one)) as Result<ValueOf<typeof channel>>,
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
    goAway: () => {
      for (const leave of away) leave();
    },
    fallAsleep: () => {
      for (const sleep of sleepers) sleep();
    },
    folder: userData,
    files: () => textBelow(userData),
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

export function policyOf(rules: Partial<Policy>): PolicyReading {
  return { kind: 'active', source: '/etc/easel/policy.json', policy: { ...NO_POLICY, ...rules } };
}

/** A built renderer as far as the practice service needs one to start: rooms are looked at in the e2e specs. */
export async function emptyRoom(userData: string): Promise<string> {
  const folder = path.join(userData, 'renderer');
  await mkdir(path.join(folder, 'room'), { recursive: true });
  await writeFile(path.join(folder, 'room/index.html'), '<!doctype html><title>Room</title>');
  return folder;
}

export async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
  );
  return texts.join('\n');
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
