/** D4: policy files on a real disk. Bad ones close the whole of main; good ones do what they say. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import type { PolicyReading } from '../../main/policy/policy.ts';
import { readPolicy } from '../../main/policy/read-policy.ts';
import { CALL_NAMES, type CallName } from '../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { some, type Dose } from './dose.ts';
import { BAD_FILES, NOBODY, type BadFile } from './policy-files.ts';
import { GOOD_FILES, type GoodFile } from './policy-rules.ts';

/** Answered under a broken policy: who Easel is, and what is wrong. */
const ANSWERED: readonly CallName[] = ['app.info', 'app.copy', 'app.preferences', 'policy.state'];

const weAreRoot = process.getuid?.() === 0;

export async function checkPolicies({ policyStride, ruleStride }: Dose): Promise<Finding> {
  const bad: Case[] = [];
  for (const [at, file] of BAD_FILES.entries()) bad.push(await playBad(file, at % policyStride === 0));
  const practice = await startPracticeThread({ boards: 10 });
  const good: Case[] = [];
  try {
    for (const file of some(GOOD_FILES, ruleStride)) good.push(await playGood(file, practice));
  } finally {
    await practice.stop();
  }
  const closed = bad.filter(({ problems, skipped }) => skipped === undefined && problems.length === 0).length;
  const obeyed = good.filter(({ problems }) => problems.length === 0).length;
  return {
    id: 'D4',
    what: 'policy files on a real disk, through the whole of main',
    figure: `${closed} of ${bad.length} bad files close it; ${obeyed} of ${good.length} good ones do what they say`,
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
    const undo = await make(file);
    try {
      const reading = await (asNobody === true ? readAsNobody(file) : read(file));
      if (reading.kind !== 'broken') return { name, problems: [`it is ${reading.kind}`] };
      const { problem } = reading;
      const named = says.test(problem) ? [] : [`its problem says something else: ${problem}`];
      return { name, problems: [...named, ...(inWhole ? await openDoors(reading) : [])] };
    } finally {
      undo?.();
    }
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

async function playGood({ rules, shown, prove }: GoodFile, practice: PracticeService): Promise<Case> {
  const names = Object.keys(rules);
  const name = names.length === 0 ? 'a policy without rules' : `a policy with ${names.join(', ')}`;
  await practice.reset();
  await practice.clearRequests();
  const reading = await inFolder(async (file) => {
    await writeFile(file, JSON.stringify({ version: 1, ...rules }), { mode: 0o644 });
    return read(file);
  });
  if (reading.kind !== 'active') {
    return { name, problems: [reading.kind === 'none' ? 'it is not found' : reading.problem] };
  }
  const services = await startServices(undefined, { policy: reading });
  try {
    const saved = await services.call('connections.save', draftFor(practice.origin, practice.apiKey));
    const connectionId = saved.ok ? saved.value.id : null;
    const scene = { services, practice, policy: reading.policy, connectionId };
    return { name, problems: [...(await shownAs(services, 'active', shown)), ...(await prove(scene))] };
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
