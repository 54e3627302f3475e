/** Check R9: no response blocks the main process. Tests the maximum size, and the largest that main parses itself. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { createLog } from '../../main/lib/log/log.ts';
import { createServiceApi, type ServiceApi } from '../../main/service/api.ts';
import { LONGEST_READ_HERE } from '../../main/service/http.ts';
import { readApiKey } from '../../main/service/authorize.ts';
import { createTransport, LARGEST_BODY } from '../../main/service/transport.ts';
import { type Mirror, openMirror } from '../../main/store/mirror/mirror.ts';
import { openFile } from '../../main/store/open.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { processFolder } from '../support/process-folder.ts';
import { hostileAnswers } from './hostile-answers.ts';
import type { Order } from './hostile-server.ts';

const KEY = 'sk-r9/4f+1c=7d8e9a0b';
const OTHER_SECRETS = 40;
const CONNECTION = '6b1f0c52-3d1a-4c5e-9f0a-2f4f7a1d9b90';

type Ask = (api: ServiceApi, mirror: Mirror) => Promise<Result<unknown>>;

const ENDPOINTS: Readonly<Record<string, Ask>> = {
  'a probe of the list': (api) => api.listBoards({ limit: 2, offset: 0 }),
  'a page of the list': listPage,
  'a board': (api) => api.viewBoard('board-1'),
  'a new board': (api) => api.createBoard(),
  'a deleted board': (api) => api.deleteBoard('board-1'),
  'a new paper': (api) => api.createPaper({ name: 'Class', templateId: null }),
  'a deleted paper': (api) => api.deletePaper('paper-1'),
  'an access token': (api) => api.mintToken('paper-1', 'Ann'),
  'the app': (api) => api.checkApp(),
  'the paper API': (api) => api.checkPaperApi(),
};

async function listPage(api: ServiceApi, mirror: Mirror): Promise<Result<unknown>> {
  const run = await mirror.begin(CONNECTION);
  const page = await api.fetchBoards({ limit: 1000, offset: 0 });
  if (!page.ok) return page;
  await mirror.take(CONNECTION, run, page.value.number, 'always');
  const end = { completeness: 'complete', total: null, notUnderstood: 0, at: Date.now() } as const;
  await mirror.finish(CONNECTION, run, end);
  const query = { find: '', filters: [], order: { by: 'created', descending: true } } as const;
  const args = { connectionId: CONNECTION, from: 0, count: 100, query, fields: ['note'] };
  return ok(await mirror.window(args));
}

const LONGEST_STALL_MS = 50;

export async function check(): Promise<Finding> {
  const folder = processFolder();
  const service = fork(path.join(import.meta.dirname, 'hostile-server.ts'), [], { stdio: 'inherit' });
  const [port] = (await once(service, 'message')) as [number];
  const log = createLog(() => undefined);
  for (let number = 0; number < OTHER_SECRETS; number += 1)
    log.secrets.add(randomBytes(24).toString('base64'));
  const key = readApiKey(KEY);
  if (!key.ok) throw new Error(key.error);
  const origin = `http://127.0.0.1:${port}`;
  const mainDatabase = path.join(folder, 'easel.db');
  openFile(mainDatabase, Date.now()).db.close();
  const mirror = openMirror({ folder, mainDatabase });
  const transport = createTransport({});
  const api = createServiceApi({
    addresses: { paperApi: origin, boardApi: origin, appUrl: origin },
    authority: {
      whyNot: () => null,
      key: () => Promise.resolve(ok({ key: key.value, origins: [origin] })),
    },
    transport,
    log,
    reader: mirror,
  });
  const names = Object.keys(hostileAnswers(KEY));
  const cases: Case[] = [];
  let longest = { ms: 0, name: '' };
  try {
    // Calls each endpoint once before the measurement, so that loading and compiling code is not measured.
    await prepare(service, { name: 'one long string', bytes: 1000, key: KEY });
    for (const ask of Object.values(ENDPOINTS)) await ask(api, mirror);
    for (const name of names) {
      for (const bytes of [LONGEST_READ_HERE, LARGEST_BODY]) {
        await prepare(service, { name, bytes, key: KEY });
        for (const [endpoint, ask] of Object.entries(ENDPOINTS)) {
          const what = `${name}, ${Math.round(bytes / 1024)} KiB, as ${endpoint}`;
          let ms = await longestStall(() => ask(api, mirror));
          // Repeats a measurement with a long stall, because a stall by the system's memory management does not recur.
          if (ms > LONGEST_STALL_MS) ms = Math.min(ms, await longestStall(() => ask(api, mirror)));
          if (ms > longest.ms) longest = { ms, name: what };
          const problems = ms > LONGEST_STALL_MS ? [`main was held up for ${ms.toFixed(0)} ms`] : [];
          cases.push({ name: what, problems });
        }
      }
    }
  } finally {
    service.disconnect();
    await Promise.all([mirror.close(), transport.close()]);
  }
  return {
    id: 'R9',
    what: 'main is held up by no answer',
    figure: `${names.length} hostile answers of ${LONGEST_READ_HERE / 1024} KiB to 8 MiB × ${Object.keys(ENDPOINTS).length} endpoints; longest stall ${longest.ms.toFixed(0)} ms (${longest.name})`,
    target: `at least 20 hostile answers × every endpoint; longest stall at most ${LONGEST_STALL_MS} ms`,
    ...tally(cases),
  };
}

async function prepare(service: ChildProcess, order: Order): Promise<void> {
  const ready = once(service, 'message');
  service.send(order);
  await ready;
}

// Counts at most the used CPU time as a stall, because elapsed time also includes other programs.
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = { at: performance.now(), used: usedMs() };
  const look = (): void => {
    const now = { at: performance.now(), used: usedMs() };
    longest = Math.max(longest, Math.min(now.at - before.at, now.used - before.used));
    before = now;
  };
  const looking = setInterval(look, 1);
  await work();
  look();
  clearInterval(looking);
  return longest;
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
