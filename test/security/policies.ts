/** Check D4: Easel obeys policy files on a real disk. If a file is invalid, the main process refuses calls. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import type { Policy, PolicyReading } from '../../main/ipc/policy/policy.ts';
import { readPolicy } from '../../main/ipc/policy/read-policy.ts';
import type { ArgsOf, CallName } from '../../preload/contract/contract.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { processFolder } from '../support/process-folder.ts';
import { draftFor } from '../support/services.ts';
import { BAD_FILES, NOBODY, type BadFile } from './policy-files.ts';
import { App, withClock, type MovedClock } from './scene.ts';

const weAreRoot = process.getuid?.() === 0;

export async function check(): Promise<Finding> {
  const practice = await startPracticeThread({ boards: 10 });
  const cases: Case[] = [];
  try {
    await withClock(async (clock) => {
      for (const file of BAD_FILES) cases.push(await playBad(clock, file));
      for (const rule of some(RULES, dose(1, 3))) cases.push(await playRule(clock, rule, practice));
    });
  } finally {
    await practice.stop();
  }
  return {
    id: 'D4',
    what: 'policy files on a real disk, through the whole of main',
    target: 'at least 20 bad files, all fail closed; every rule obeyed',
    ...tally(cases),
  };
}

/** Returns a path for a policy file, in a temporary folder that all users of the system can open. */
async function policyFile(): Promise<string> {
  const above = processFolder();
  await chmod(above, 0o755);
  const folder = path.join(above, 'easel');
  await mkdir(folder);
  await chmod(folder, 0o755);
  return path.join(folder, 'policy.json');
}

const read = (file: string): Promise<PolicyReading> =>
  readPolicy({ platform: 'linux', isPackaged: false, policyFile: file });

/** Reads the policy file as an unprivileged user if the test runs as root. Otherwise reads it as the current user. */
async function readAsNobody(file: string): Promise<PolicyReading> {
  if (!weAreRoot) return read(file);
  process.seteuid?.(NOBODY);
  try {
    return await read(file);
  } finally {
    process.seteuid?.(0);
  }
}

/** Expects the main process to refuse calls because of an invalid policy file. contract/gates lists allowed calls. */
async function playBad(clock: MovedClock, { name, make, says, needsRoot, asNobody }: BadFile): Promise<Case> {
  if (process.platform === 'win32') {
    return { name, problems: [], skipped: 'owners and rights as Linux and macOS have them' };
  }
  if (needsRoot === true && !weAreRoot) return { name, problems: [], skipped: 'root, to give files away' };
  const file = await policyFile();
  await make(file);
  const policy = await (asNobody === true ? readAsNobody(file) : read(file));
  if (policy.kind !== 'broken') return { name, problems: [`it is ${policy.kind}`] };
  const { problem } = policy;
  const problems = says.test(problem) ? [] : [`its problem says something else: ${problem}`];
  const isFirst = name === BAD_FILES[0]?.name;
  return { name, problems: isFirst ? [...problems, ...(await notClosedBy(clock, policy))] : problems };
}

async function notClosedBy(
  clock: MovedClock,
  policy: PolicyReading & { readonly kind: 'broken' },
): Promise<readonly string[]> {
  const app = await App.start(clock, { policy });
  try {
    const { kind } = await app.must('policy.state', {});
    const saved = await app.call('connections.save', elsewhere());
    return [
      ...(kind === 'broken' ? [] : [`Settings would show it as ${kind}`]),
      ...(!saved.ok && saved.error.code === 'policy' && saved.error.message.includes(policy.problem)
        ? []
        : ['it is not closed, or does not say why']),
    ];
  } finally {
    await app.close();
  }
}

interface Rule {
  readonly rules: Partial<Policy>;
  readonly due: string;
  readonly call: CallName;
  readonly args: (connectionId: string, practice: PracticeService) => ArgsOf<CallName>;
}

const rule = <C extends CallName>(
  rules: Partial<Policy>,
  due: string,
  call: C,
  args: (connectionId: string, practice: PracticeService) => ArgsOf<C>,
): Rule => ({ rules, call, args, due });

const KEY = 'sk_policy-0123456789-abcdefghij';
const elsewhere = () => draftFor('https://elsewhere.example', KEY);

/** Policy rules that no other test covers. Check S17 tests the rules for deletes and for the lock. */
const RULES: readonly Rule[] = [
  rule({ allowedApiHosts: ['127.0.0.1'] }, 'invalid-input', 'connections.save', elsewhere),
  rule({ requireKeychain: true }, 'policy', 'connections.save', (_, { origin }) => draftFor(origin, KEY)),
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
  clock: MovedClock,
  { rules, due, call, args }: Rule,
  practice: PracticeService,
): Promise<Case> {
  const name = `a policy with ${Object.keys(rules).join()}`;
  await practice.reset();
  const file = await policyFile();
  await writeFile(file, JSON.stringify({ version: 1, ...rules }), { mode: 0o644 });
  const policy = await read(file);
  if (policy.kind !== 'active') return { name, problems: [`its file is ${policy.kind}`] };
  const problems: string[] = [];
  for (const [options, wanted] of [
    [{ policy }, due],
    [{}, 'ok'],
  ] as const) {
    const app = await App.start(clock, options);
    try {
      const saved = await app.call('connections.save', draftFor(practice.origin, practice.apiKey));
      const connectionId = saved.ok ? saved.value.id : 'no-connection';
      const reply = await app.call(call, args(connectionId, practice));
      const outcome = reply.ok ? 'ok' : reply.error.code;
      if (outcome !== wanted) problems.push(`${call} came to ${outcome}, due was ${wanted}`);
    } finally {
      await app.close();
    }
  }
  return { name, problems };
}
