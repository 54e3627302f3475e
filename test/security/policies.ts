/** D4: policy files on a real disk. Bad ones close the whole of main; good ones do what they say. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import type { Policy, PolicyReading } from '../../main/ipc/policy/policy.ts';
import { readPolicy } from '../../main/ipc/policy/read-policy.ts';
import { CALL_NAMES, type ArgsOf, type CallName } from '../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { BAD_FILES, NOBODY, type BadFile } from './policy-files.ts';
import { withClock } from './scene.ts';

/** Answered under a broken policy: who Easel is, and what is wrong. */
const ANSWERED: readonly CallName[] = ['app.info', 'app.copy', 'app.preferences', 'policy.state'];

/** After which of the bad files every call is tried: each, or each thirteenth. */
const CALLS_STRIDE = dose(1, 13);

const weAreRoot = process.getuid?.() === 0;

export async function check(): Promise<Finding> {
  const bad: Case[] = [];
  for (const [at, file] of BAD_FILES.entries()) bad.push(await playBad(file, at % CALLS_STRIDE === 0));
  const practice = await startPracticeThread({ boards: 10 });
  const good: Case[] = [];
  try {
    for (const rule of some(RULES, dose(1, 3))) good.push(await playRule(rule.rules, [rule], practice));
    const allowed = RULES.map((rule) => ({ ...rule, due: 'ok' }));
    good.push(await playRule({}, allowed, practice));
  } finally {
    await practice.stop();
  }
  const right = (cases: readonly Case[]): number => tally(cases).passed;
  return {
    id: 'D4',
    what: 'policy files on a real disk, through the whole of main',
    figure: `${right(bad)} of ${bad.length} bad files close it; ${right(good)} of ${good.length} good ones do what they say`,
    target: 'at least 20 bad files, all fail closed; every rule obeyed',
    ...tally([...bad, ...good]),
  };
}

/** A folder in order for one file, which the system's other users may enter too. */
async function inFolder<T>(work: (file: string) => Promise<T>): Promise<T> {
  const above = await mkdtemp(path.join(tmpdir(), 'easel-policy-'));
  try {
    await chmod(above, 0o755);
    const folder = path.join(above, 'easel');
    await mkdir(folder);
    await chmod(folder, 0o755);
    return await work(path.join(folder, 'policy.json'));
  } finally {
    await rm(above, { recursive: true, force: true });
  }
}

const read = (file: string): Promise<PolicyReading> =>
  readPolicy({ platform: 'linux', isPackaged: false, policyFile: file });

/** Reads as a user who owns nothing here; root alone can become one. */
async function readAsNobody(file: string): Promise<PolicyReading> {
  if (!weAreRoot) return read(file);
  process.seteuid?.(NOBODY);
  try {
    return await read(file);
  } finally {
    process.seteuid?.(0);
  }
}

async function playBad({ name, make, says, needsRoot, asNobody }: BadFile, inWhole: boolean): Promise<Case> {
  if (process.platform === 'win32') {
    return { name, problems: [], skipped: 'owners and rights as Linux and macOS have them' };
  }
  if (needsRoot === true && !weAreRoot) return { name, problems: [], skipped: 'root, to give files away' };
  return inFolder(async (file) => {
    await make(file);
    const reading = await (asNobody === true ? readAsNobody(file) : read(file));
    if (reading.kind !== 'broken') return { name, problems: [`it is ${reading.kind}`] };
    const { problem } = reading;
    const named = says.test(problem) ? [] : [`its problem says something else: ${problem}`];
    return { name, problems: [...named, ...(inWhole ? await openDoors(reading) : [])] };
  });
}

/** What main does all the same under a broken policy. */
async function openDoors(reading: PolicyReading & { readonly kind: 'broken' }): Promise<readonly string[]> {
  const services = await startServices(undefined, { policy: reading });
  try {
    const problems: string[] = [];
    for (const channel of CALL_NAMES) {
      const reply = await services.call(channel, GOOD_ARGS[channel]);
      const outcome = reply.ok ? 'ok' : reply.error.code;
      const due = ANSWERED.includes(channel) ? 'ok' : 'policy';
      if (outcome !== due) problems.push(`${channel} came to ${outcome}`);
      else if (!reply.ok && !reply.error.message.includes(reading.problem)) {
        problems.push(`${channel} does not say what is wrong`);
      }
    }
    return [...problems, ...(await shownAs(services, 'broken', 0))];
  } finally {
    await services.close();
  }
}

/** A rule, a call that it refuses, and how. Without a policy the same call comes to `ok`. */
interface Rule {
  readonly rules: Partial<Policy>;
  readonly call: CallName;
  readonly args: (connectionId: string, practice: PracticeService) => ArgsOf<CallName>;
  readonly due: string;
}

const rule = <C extends CallName>(
  rules: Partial<Policy>,
  due: string,
  call: C,
  args: (connectionId: string, practice: PracticeService) => ArgsOf<C>,
): Rule => ({ rules, call, args, due });

const KEY = 'sk_policy-0123456789-abcdefghij';
const elsewhere = () => draftFor('https://elsewhere.example', KEY);
const visit = (connectionId: string, { samplePapers }: PracticeService, reason: string) => ({
  connectionId,
  target: { kind: 'paper' as const, id: samplePapers[0]?.identifier ?? '' },
  displayName: 'Ada',
  reason,
  minutes: 10 as const,
});

/** What a policy says of holds, bulk, reasons and two persons is S17's; what it says of the lock is integration/main/lock's. */
const RULES: readonly Rule[] = [
  rule({ allowedApiHosts: ['127.0.0.1'] }, 'invalid-input', 'connections.save', elsewhere),
  rule({ allowedEmbedHosts: ['127.0.0.1'] }, 'invalid-input', 'connections.save', elsewhere),
  rule({ readOnly: true }, 'policy', 'boards.create', (connectionId) => ({ connectionId })),
  rule({ requireKeychain: true }, 'policy', 'connections.save', (_, { origin }) => draftFor(origin, KEY)),
  rule({ allowDelete: false }, 'policy', 'jobs.deleteOne', (connectionId) => ({
    connectionId,
    target: { kind: 'board', id: 'board-7' },
  })),
  rule({ allowVisits: false }, 'policy', 'previews.open', (id, practice) => visit(id, practice, 'T-7')),
  rule({ requireReason: true }, 'invalid-input', 'previews.open', (id, practice) => visit(id, practice, '')),
  rule({ allowKeyExport: false }, 'policy', 'transfer.export', (connectionId) => ({
    connectionIds: [connectionId],
    withPapers: false,
    passphrase: 'a long enough passphrase',
  })),
  rule({ maxBulk: 2 }, 'policy', 'jobs.createBoards', (connectionId) => ({
    connectionId,
    count: 3,
    label: '',
    tags: [],
  })),
];

async function playRule(
  rules: Partial<Policy>,
  calls: readonly Rule[],
  practice: PracticeService,
): Promise<Case> {
  const names = Object.keys(rules);
  const name = `a policy with ${names.join(', ') || 'no rules'}`;
  await practice.reset();
  await practice.clearRequests();
  const reading = await inFolder(async (file) => {
    await writeFile(file, JSON.stringify({ version: 1, ...rules }), { mode: 0o644 });
    return read(file);
  });
  if (reading.kind !== 'active') return { name, problems: [`its file is ${reading.kind}`] };
  const services = await startServices(undefined, { policy: reading });
  const problems: string[] = [];
  try {
    await withClock(async (clock) => {
      const draft = draftFor(practice.origin, practice.apiKey);
      const saved = await services.call('connections.save', draft);
      const connectionId = saved.ok ? saved.value.id : 'no-connection';
      problems.push(...(await shownAs(services, 'active', names.length)));
      for (const { call, args, due } of calls) {
        // Calls that use keys are allowed once a second.
        clock.ahead += 2000;
        const reply = await services.call(call, args(connectionId, practice));
        const outcome = reply.ok ? 'ok' : reply.error.code;
        if (outcome !== due) problems.push(`${call} came to ${outcome}, due was ${due}`);
      }
    });
    const { counts } = await practice.requests();
    const changes = counts.createBoard + counts.deleteBoard + counts.createPaper + counts.deletePaper;
    if (names.length > 0 && changes > 0) problems.push(`${changes} changes reached the service`);
    return { name, problems };
  } finally {
    await services.close();
  }
}

async function shownAs(
  services: TestServices,
  kind: PolicyReading['kind'],
  rules: number,
): Promise<readonly string[]> {
  const state = await services.call('policy.state', {});
  if (!state.ok) return ['policy.state is not answered'];
  if (state.value.kind !== kind) return [`Settings would show it as ${state.value.kind}`];
  const count = state.value.rules.length;
  return count === rules ? [] : [`Settings would show ${count} rules, due were ${rules}`];
}
