/** Runs checks in a child process: `checks.ts REPORT ids…`. Saves each finding at once, because a check may crash. */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { broken, findingLines, type Finding } from '../support/finding.ts';
import { endChildrenWithUs, ROOT, run } from './process.ts';

export type ChecksOf = 'faults' | 'security';

interface Check {
  readonly of: ChecksOf;
  readonly load: Load;
  /**
   * `shares`: the check may run in one process with others, because it changes neither the clock nor the user id.
   * `nightly`: `npm test` skips this check, because another stage covers it, or because it takes minutes.
   */
  readonly how: 'shares' | 'nightly' | null;
}

type Load = () => Promise<{ readonly check: () => Promise<Finding | readonly Finding[]> }>;

const faults = (load: Load, how: Check['how'] = null): Check => ({ of: 'faults', load, how });
const security = (load: Load, how: Check['how'] = null): Check => ({ of: 'security', load, how });

const CHECKS: Readonly<Record<string, Check>> = {
  // Check R5 is not listed, because the module of check R1 (matrix.ts) runs it too.
  R1: faults(() => import('../faults/matrix.ts')),
  R3: faults(() => import('../faults/retry-after.ts')),
  R4: faults(() => import('../faults/bomb.ts'), 'nightly'),
  R10: faults(() => import('../faults/services/finding.ts')),
  S12: security(() => import('../security/real-keychain.ts'), 'nightly'),
  S13: security(() => import('../security/keychain-faults.ts'), 'shares'),
  S14: security(() => import('../security/key-origins.ts')),
  S15: security(() => import('../security/page-alone.ts')),
  S16: security(() => import('../security/authority.ts')),
  S17: security(() => import('../security/policy-floors.ts')),
  S18: security(() => import('../security/ways-out.ts'), 'shares'),
  S19: security(() => import('../security/weakening.ts')),
  S21: security(() => import('../security/always-through.ts')),
  S22: security(() => import('../security/answered-questions.ts')),
  D1: security(() => import('../security/fuses.ts'), 'shares'),
  D2: security(() => import('../security/builder.ts'), 'shares'),
  D3: security(() => import('../security/updates.ts'), 'shares'),
  D4: security(() => import('../security/policies.ts')),
  D5: security(() => import('../security/supply-chain.ts'), 'shares'),
  G1: security(() => import('../security/team-register.ts'), 'shares'),
  R6: security(() => import('../security/kills.ts'), 'shares'),
  R8: security(() => import('../security/job-kills.ts'), 'shares'),
  R9: security(() => import('../security/stalls.ts'), 'nightly'),
};

export async function runWholeChecks(of: ChecksOf, ids: readonly string[]): Promise<readonly Finding[]> {
  const others = ids.filter((id) => CHECKS[id]?.of !== of);
  if (others.length > 0) throw new Error(`not among the checks of ${of}: ${others.join(', ')}`);
  const findings: Finding[] = [];
  for (const [id, check] of Object.entries(CHECKS)) {
    if (check.of !== of || (ids.length > 0 && !ids.includes(id))) continue;
    findings.push(...(await inProcess(of, [id], { EASEL_NIGHTLY: '1' }, 12 * 60)));
  }
  return findings;
}

export async function runBriefChecks(of: ChecksOf, minutes: number): Promise<readonly Finding[]> {
  const wanted = Object.entries(CHECKS).filter(([, check]) => check.of === of && check.how !== 'nightly');
  const groups = (['shares', null] as const)
    .map((how) => wanted.flatMap(([id, check]) => (check.how === how ? [id] : [])))
    .filter((ids) => ids.length > 0);
  return (await Promise.all(groups.map((ids) => inProcess(of, ids, {}, minutes)))).flat();
}

// Reports a check as failed if none of its findings contains a case, for example after a crash.
async function inProcess(
  of: ChecksOf,
  ids: readonly string[],
  environment: Readonly<Record<string, string>>,
  minutes: number,
): Promise<readonly Finding[]> {
  const report = path.join(ROOT, 'out/checks', `${ids[0] ?? ''}.jsonl`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  // Sets a time zone far from UTC, because in UTC a date parsed in the wrong zone would be right by chance.
  const zone = of === 'faults' ? { TZ: 'America/New_York' } : {};
  const { output } = await run(process.execPath, [import.meta.filename, report, ...ids], {
    limitMs: minutes * 60_000,
    live: environment['EASEL_NIGHTLY'] === '1',
    environment: { ...environment, ...zone },
  });
  const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const findings = lines
    .map((line) => JSON.parse(line) as Finding)
    .filter(({ passed, failed, skipped }) => passed + failed + skipped.length > 0);
  const lost = ids.filter((id) => !findings.some((finding) => finding.id === id));
  return [...findings, ...lost.map((id) => broken(id, output.slice(-4000)))];
}

async function play(id: string, report: string): Promise<void> {
  const found = await CHECKS[id]
    ?.load()
    .then(({ check }) => check())
    .catch((error: unknown) => broken(id, error));
  for (const finding of [found ?? []].flat()) {
    console.log(`${findingLines(finding).join('\n')}\n`);
    await appendFile(report, `${JSON.stringify(finding)}\n`);
  }
}

async function playAll(report: string, ids: readonly string[]): Promise<void> {
  const checks = ids.map((id) => CHECKS[id]);
  // Installs the fake clock before loading the checks, because main's modules read the clock when they load.
  if (checks.some((check) => check?.of === 'faults')) await import('../faults/fast-time.ts');
  if (checks.every((check) => check?.how === 'shares')) await Promise.all(ids.map((id) => play(id, report)));
  else for (const id of ids) await play(id, report);
  process.exit(0);
}

if (import.meta.main) {
  endChildrenWithUs();
  const [report = '', ...ids] = process.argv.slice(2);
  // Does not `await`: some checks import this module, so a top-level `await` would cause a deadlock.
  void playAll(report, ids);
}
