/** Runs the main process and takes heap snapshots. Keeps secrets as bytes, which snapshots do not contain. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeHeapSnapshot } from 'node:v8';
import { draftFor, fileOf, startServices, type TestServices } from '../../support/services.ts';
import { createLog, openLogFile } from '../../../main/lib/log/log.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { atRest, deleteNow } from '../../support/delete-now.ts';
import { clipboardOf } from '../../support/memory-clipboard.ts';

export type SecretName = 'stored' | 'session' | 'next' | 'refused' | 'export' | 'lock';

export type Step =
  | {
      readonly do: 'start';
      readonly userData: string;
      readonly origin: string;
      /** Path of the exported connection file. The file with this path plus `.links` contains the copied join links. */
      readonly exports: string;
      readonly secrets: Readonly<Record<SecretName, string>>;
    }
  | { readonly do: 'fill'; readonly paper: string; readonly hasKeychain: boolean }
  | { readonly do: 'fail' | 'lock' | 'end' }
  | { readonly do: 'snapshot'; readonly file: string };

export type StepReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

const secrets = new Map<SecretName, Buffer>();
const secret = (name: SecretName): string => secrets.get(name)?.toString() ?? '';
const state = { origin: '', exports: '', stored: '', session: '' };
let services: TestServices;

async function start(userData: string): Promise<void> {
  services = await startServices(userData, {
    files: {
      choose: () => Promise.resolve(ok(fileOf(readFileSync(state.exports, 'utf8'), 'export.json'))),
      save: (_purpose, name, text) => {
        writeFileSync(state.exports, text);
        return Promise.resolve(ok(name));
      },
    },
    more: {
      env: { platform: 'linux', isPackaged: true, policyFile: null, isMsi: false },
      log: createLog(openLogFile(path.join(userData, 'logs'))),
      clipboard: {
        ...clipboardOf(),
        // Writes copied links to a file, because an in-memory clipboard would put them into the heap snapshot.
        writeSecret: (text) => {
          appendFileSync(`${state.exports}.links`, `${text}\n`);
          return Promise.resolve(ok(null));
        },
      },
    },
  });
}

const must: TestServices['must'] = (channel, args) => services.must(channel, args);

async function list(connectionId: string): Promise<void> {
  await must('boards.list', { connectionId });
  while ((await must('boards.state', { connectionId })).phase === 'loading') await delay(100);
}

async function mustDelete(connectionId: string, id: string): Promise<void> {
  const deleted = await deleteNow(services, connectionId, { kind: 'board', id });
  if (!deleted.ok || deleted.value.item.state !== 'done') throw new Error('the board was not deleted');
}

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
    await list(connectionId);
    const { id } = await must('boards.create', { connectionId });
    await must('boards.view', { connectionId, boardId: id });
    await mustDelete(connectionId, id);
    await must('papers.add', { connectionId, pasted: paper, name: 'A paper' });
    await must('papers.create', { connectionId, name: 'Another', templateId: null });
    const target = { kind: 'paper', id: paper } as const;
    await must('previews.open', { connectionId, target, displayName: 'Ada', reason: '', minutes: 10 });
    await must('previews.copyLink', { connectionId, target, displayName: 'Ada' });
    await must('previews.copyBrowserLink', { connectionId, target, displayName: 'Ada', reason: 'T-7' });
    const names = ['Ada', 'Ben', 'Cleo'];
    const { id: jobId } = await must('jobs.mintLinks', { connectionId, identifier: paper, names });
    await atRest(services, jobId);
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

/** Collects garbage several times, so that finalisers run and connections close before the snapshot. */
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
      // Runs a listing that fails and one that never finishes, because each could keep secrets in memory.
      await list(state.session);
      return must('boards.list', { connectionId: state.stored });
    case 'lock':
      return must('lock.now', {});
    case 'snapshot':
      return snapshot(step.file);
    case 'end':
      return services.release();
  }
}

process.on('message', (step: Step) => {
  void run(step).then(
    (value) => process.send?.({ ok: true, value: value ?? null } satisfies StepReply),
    (error: unknown) => process.send?.({ ok: false, reason: String(error) } satisfies StepReply),
  );
});
