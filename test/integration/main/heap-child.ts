/**
 * Main in a process of its own, for a look into its memory. It is told what to do step by step.
 *
 * Secrets are kept here as bytes only, which no heap snapshot shows: what is found is then main's.
 */
import { EventEmitter } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { press, draftFor } from '../../support/services.ts';
import { compose } from '../../../main/compose.ts';
import type { Services } from '../../../main/services.ts';
import { createLog, openLogFile } from '../../../main/lib/log/log.ts';
import type { ArgsOf, CallName, ValueOf } from '../../../preload/contract/contract.ts';
import type { BoardsState } from '../../../preload/contract/boards.ts';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { atRest, deleteNow } from '../../support/delete-now.ts';
import { clipboardOf } from '../../support/memory-clipboard.ts';

export type SecretName = 'stored' | 'session' | 'next' | 'refused' | 'export' | 'lock';

/** What this process is told to do. */
export type Step =
  | {
      readonly do: 'start';
      readonly userData: string;
      readonly origin: string;
      /** Where exports are saved, outside the user data; join links in a file of this name and `.links`. */
      readonly exports: string;
      readonly secrets: Readonly<Record<SecretName, string>>;
    }
  | { readonly do: 'fill'; readonly paper: string; readonly hasKeychain: boolean }
  | { readonly do: 'fail' | 'lock' | 'unlock' | 'give up' | 'keys' | 'end' }
  | { readonly do: 'snapshot'; readonly file: string };

/** What it answers. */
export type StepReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

const main = path.join(import.meta.dirname, '../../../main');
const sourceUrl = (file: string): URL => new URL(`file://${path.join(main, file)}`);
/** The entries of the threads, which the build names after them. */
const WORKERS = {
  store: 'store/worker.ts',
  mirror: 'store/mirror/worker.ts',
  practice: 'practice/worker.ts',
};

const secrets = new Map<SecretName, Buffer>();
const secret = (name: SecretName): string => secrets.get(name)?.toString() ?? '';
const state = { origin: '', exports: '', stored: '', session: '' };
/** What main tells, to wait for. */
const heard = new EventEmitter();
type Data = Readonly<Record<string, unknown>>;
/** What it has told of jobs until now. */
const told: Data[] = [];
let services: Services | null = null;

async function call<C extends CallName>(channel: C, args: ArgsOf<C>): Promise<Result<ValueOf<C>>> {
  const reply = await services?.dispatch(channel, true, args, press());
  return reply as Result<ValueOf<C>>;
}

async function must<C extends CallName>(channel: C, args: ArgsOf<C>): Promise<ValueOf<C>> {
  const reply = await call(channel, args);
  if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}

async function start(userData: string): Promise<void> {
  mkdirSync(path.join(userData, 'renderer/room'), { recursive: true });
  writeFileSync(path.join(userData, 'renderer/room/index.html'), '<!doctype html>');
  services = await compose({
    env: { platform: 'linux', isPackaged: true, policyFile: null, isMsi: false },
    version: '0.0.0',
    userData,
    workerOf: (thread) => sourceUrl(WORKERS[thread]),
    rendererFolder: path.join(userData, 'renderer'),
    log: createLog(openLogFile(path.join(userData, 'logs'))),
    publish: (name, data) => {
      if (name === 'jobs.changed') told.push(data);
      heard.emit(name, data);
    },
    // Bytes from here on, as with all secrets of this process.
    clipboard: {
      ...clipboardOf(),
      // In a file: a clipboard in this process's memory would hold it.
      writeSecret: (text) => {
        appendFileSync(`${state.exports}.links`, `${text}\n`);
        return Promise.resolve(ok(null));
      },
    },
    resolveProxy: () => Promise.resolve('DIRECT'),
    confirm: () => Promise.resolve(true),
    files: {
      choose: () => {
        const name = 'export.json';
        const text = readFileSync(state.exports, 'utf8');
        return Promise.resolve(ok({ path: path.join('/nowhere', name), name, text }));
      },
      save: (_purpose, name, text) => {
        writeFileSync(state.exports, text);
        return Promise.resolve(ok(name));
      },
      saveStream: () => Promise.resolve(null),
    },
    presence: { idleSeconds: () => 0, onAway: () => undefined, onSleep: () => undefined, ask: null },
    policy: { kind: 'none' },
  });
}

async function listed(connectionId: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const listen = (state: BoardsState): void => {
    if (state.connectionId === connectionId && state.phase !== 'loading') resolve(state.phase);
  };
  heard.on('boards.changed', listen);
  await must('boards.list', { connectionId });
  const phase = await promise;
  heard.off('boards.changed', listen);
  return phase;
}

/** Waits for something that main tells of jobs, or has told. */
function event(name: string, accept: (data: Data) => boolean): Promise<void> {
  if (told.some(accept)) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (data: Data): void => {
    if (!accept(data)) return;
    heard.off(name, listen);
    resolve();
  };
  heard.on(name, listen);
  return promise;
}

async function mustDelete(connectionId: string, id: string): Promise<void> {
  const deleted = await deleteNow({ call, event }, connectionId, { kind: 'board', id });
  if (!deleted.ok || deleted.value.item.state !== 'done') throw new Error('the board was not deleted');
}

/** All that brings keys, tokens and passphrases into memory; what may be left open is left open. */
async function fill(paper: string, hasKeychain: boolean): Promise<void> {
  const { origin } = state;
  const saved = await must(
    'connections.save',
    draftFor(origin, secret('stored'), { name: 'Stored', sessionOnly: !hasKeychain }),
  );
  state.stored = saved.id;
  state.session = (
    await must('connections.save', draftFor(origin, secret('session'), { name: 'Session' }))
  ).id;
  await must('connections.check', draftFor(origin, secret('refused'), { name: 'Checked' }));
  for (const connectionId of [state.stored, state.session]) {
    await listed(connectionId);
    const { id } = await must('boards.create', { connectionId });
    await must('boards.view', { connectionId, boardId: id });
    await mustDelete(connectionId, id);
    await must('papers.add', { connectionId, pasted: paper, name: 'A paper' });
    await must('papers.create', { connectionId, name: 'Another', templateId: null });
    const target = { kind: 'paper', id: paper } as const;
    await must('previews.open', { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 });
    await must('previews.copyLink', { connectionId, identifier: paper, displayName: 'Ada' });
    const names = ['Ada', 'Ben', 'Cleo'];
    const { id: jobId } = await must('jobs.mintLinks', {
      connectionId,
      identifier: paper,
      names,
    });
    await atRest({ event }, jobId);
    // What is copied is read by the parent; the links stay in memory until the lock.
    await must('jobs.copyLinks', { jobId });
  }
  const about = { note: '', remindAt: null, useWhenGreen: false };
  await must('keys.stage', {
    connectionId: state.stored,
    slot: 'main',
    apiKey: secret('next'),
    sessionOnly: !hasKeychain,
    ...about,
  });
  await must('keys.rehearse', { connectionId: state.stored, paper });
  const connectionIds = [state.stored, state.session];
  const passphrase = secret('export');
  await must('transfer.export', { connectionIds, withPapers: true, passphrase });
  const { importId } = (await must('transfer.open', { connectionId: null })) ?? { importId: '' };
  await must('transfer.unlock', { importId, passphrase });
  await must('lock.configure', { idleMinutes: 5, passphrase: secret('lock'), currentPassphrase: null });
}

/** What falls while connections close and finalisers run is collected as well. */
async function snapshot(file: string): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    globalThis.gc?.();
    await delay(100);
  }
  writeHeapSnapshot(file);
}

async function run(step: Step): Promise<unknown> {
  switch (step.do) {
    case 'start':
      for (const [name, text] of Object.entries(step.secrets)) {
        secrets.set(name as SecretName, Buffer.from(text));
      }
      state.origin = step.origin;
      state.exports = step.exports;
      return start(step.userData);
    case 'fill':
      return fill(step.paper, step.hasKeychain);
    case 'fail':
      // Leaves a part in trouble, with its probe waiting, and a list under way.
      await listed(state.session);
      return must('boards.list', { connectionId: state.stored });
    case 'lock':
      return must('lock.now', {});
    case 'snapshot':
      return snapshot(step.file);
    case 'unlock':
      await must('lock.unlock', { passphrase: secret('lock') });
      return [await listed(state.stored), await listed(state.session)];
    case 'give up':
      return must('lock.removeKeys', {});
    case 'keys': {
      const lists = [state.stored, state.session].map((connectionId) => must('keys.list', { connectionId }));
      const kept = (await Promise.all(lists)).flatMap(({ keys }) => keys);
      const leftovers = await must('keys.leftovers', {});
      return leftovers === 0 ? kept : [...kept, leftovers];
    }
    case 'end':
      return services?.close();
  }
}

process.on('message', (step: Step) => {
  void run(step).then(
    (value) => process.send?.({ ok: true, value: value ?? null } satisfies StepReply),
    (error: unknown) => process.send?.({ ok: false, reason: String(error) } satisfies StepReply),
  );
});
