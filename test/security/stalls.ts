/** Check R9: no response and no file blocks the main process, even at the largest size that Easel reads or parses. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { FORMAT as EXPORT } from '../../main/connections/transfer/format.ts';
import { FORMAT as PLAN } from '../../main/jobs/plan-file.ts';
import { LARGEST_BYTES, type FilePurpose } from '../../main/lib/files/files.ts';
import { readChosen } from '../../main/lib/files/read-text.ts';
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
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { filled, hostileAnswers } from './hostile-answers.ts';
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

/** Allowed outcomes of requests whose response was read to the end. */
const READ = ['ok', 'not-understood', 'outcome-unknown', 'refused', 'service-problem', 'web-page'];

type ReadFile = (services: TestServices, connectionId: string) => Promise<Result<unknown>>;

const AUTHORITY = `${rootCertificates[0] ?? ''}\n`;
const importFile: ReadFile = ({ callSilently }, connectionId) =>
  callSilently('transfer.open', { connectionId });
const openPlan: ReadFile = ({ callSilently }, connectionId) => callSilently('plans.open', { connectionId });
const chooseCa: ReadFile = ({ callSilently }, connectionId) =>
  callSilently('network.chooseCa', { connectionId });

/** One file of each kind that Easel can read, with the expected outcome. `content`: the part to repeat, start and end. */
const FILES: readonly (readonly [
  name: string,
  purpose: FilePurpose,
  due: string,
  read: ReadFile,
  content: readonly [piece: string, head?: string, tail?: string],
])[] = [
  ['notes', 'import', 'ok', importFile, [`board-#,Label,${'A note. '.repeat(50)}\n`, 'id,label,note\n']],
  [
    'an export',
    'import',
    'invalid-input',
    importFile,
    ['{"name":"#"},', `{"format":"${EXPORT}","connections":[`, '{}]}'],
  ],
  ['a plan', 'plan', 'refused', openPlan, ['"board-#",', `{"format":"${PLAN}","ids":[`, '"x"]}']],
  [
    'papers',
    'papers',
    'ok',
    ({ callSilently }) => callSilently('papers.readList', {}),
    ['paper-#,Lesson\n', 'id,name\n'],
  ],
  [
    'names',
    'names',
    'invalid-input',
    ({ callSilently }) => callSilently('jobs.readNames', {}),
    ['Ada #,Room 7\n'],
  ],
  ['certificates', 'certificates', 'ok', chooseCa, [AUTHORITY]],
  [
    'a client certificate',
    'identity',
    'invalid-input',
    ({ callSilently }) => callSilently('team.chooseCertificate', {}),
    [AUTHORITY],
  ],
];

async function fileCases(folder: string): Promise<readonly Case[]> {
  const file = path.join(folder, 'chosen');
  const files = { choose: (purpose: FilePurpose) => readChosen(file, purpose) };
  const services = await startServices(path.join(folder, 'of-files'), { files });
  const cases: Case[] = [];
  const draft = draftFor('http://127.0.0.1:9', KEY);
  const { id: connectionId } = await services.must('connections.save', draft);
  for (const [name, purpose, due, read, content] of FILES) {
    const bytes = Math.min(LARGEST_BODY, LARGEST_BYTES[purpose]);
    await writeFile(file, filled(bytes, ...content));
    const what = `a file of ${name}, ${bytes / 1024} KiB`;
    cases.push(await stallCase(what, () => read(services, connectionId), [due]));
  }
  await services.close();
  return cases;
}

async function stallCase(
  name: string,
  ask: () => Promise<Result<unknown>>,
  due: readonly string[],
): Promise<Case> {
  let outcome = '';
  const work = async (): Promise<void> => {
    const result = await ask();
    outcome = result.ok ? 'ok' : result.error.code;
  };
  let ms = await longestStall(work);
  if (ms > LONGEST_STALL_MS) {
    // Repeats the measurement, because a stall caused by the system's memory management does not recur.
    await delay(BETWEEN_READS_MS);
    ms = Math.min(ms, await longestStall(work));
  }
  if (ms > longest.ms) longest = { ms, name };
  const problems = ms > LONGEST_STALL_MS ? [`main was held up for ${ms.toFixed(0)} ms`] : [];
  return { name, problems: due.includes(outcome) ? problems : [...problems, `came to ${outcome}`] };
}

const LONGEST_STALL_MS = 50;
/** Pause in ms, after which no rate limit refuses the next call. */
const BETWEEN_READS_MS = 2000;
let longest = { ms: 0, name: '' };

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
  try {
    // Calls each endpoint once before the measurement, so that loading and compiling code does not count as a stall.
    await prepare(service, { name: 'one long string', bytes: 1000, key: KEY });
    for (const ask of Object.values(ENDPOINTS)) await ask(api, mirror);
    for (const name of names) {
      for (const bytes of [LONGEST_READ_HERE, LARGEST_BODY]) {
        await prepare(service, { name, bytes, key: KEY });
        for (const [endpoint, ask] of Object.entries(ENDPOINTS)) {
          const what = `${name}, ${Math.round(bytes / 1024)} KiB, as ${endpoint}`;
          cases.push(await stallCase(what, () => ask(api, mirror), READ));
        }
      }
    }
  } finally {
    service.disconnect();
    await Promise.all([mirror.close(), transport.close()]);
  }
  cases.push(...(await fileCases(folder)));
  return {
    id: 'R9',
    what: 'main is held up by no answer and no file',
    figure: `${names.length} hostile answers of ${LONGEST_READ_HERE / 1024} KiB to 8 MiB × ${Object.keys(ENDPOINTS).length} endpoints, ${FILES.length} files; longest stall ${longest.ms.toFixed(0)} ms (${longest.name})`,
    target: `at least 20 hostile answers × every endpoint; files of each kind; longest stall at most ${LONGEST_STALL_MS} ms`,
    ...tally(cases),
  };
}

async function prepare(service: ChildProcess, order: Order): Promise<void> {
  const ready = once(service, 'message');
  service.send(order);
  await ready;
}

// Counts a stall only up to the used CPU time, because elapsed time includes the work of other programs.
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
