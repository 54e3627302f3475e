/**
 * The checks of test/faults and test/security, each in a process that nightly.ts or a stage of `npm test` starts:
 * `checks.ts REPORT ids…`. Each finding is appended to REPORT as a line of JSON when its check ends, so a crash costs no
 * other check its row.
 */
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findingLines, NOT_MEASURED, type Finding } from '../support/finding.ts';
import { endChildrenWithUs, ROOT, run } from './process.ts';

export type ChecksOf = 'faults' | 'security';

interface Check {
  readonly of: ChecksOf;
  readonly play: () => Promise<Finding | readonly Finding[]>;
  /** Other checks may run in its process meanwhile: it moves no clock and becomes no other user. */
  readonly shares?: true;
  /** Not in `npm test`: another stage asserts it, or it takes minutes. */
  readonly isNightly?: true;
}

/** In this order in `npm run nightly`. */
const CHECKS: Readonly<Record<string, Check>> = {
  // R1 gives R5, too.
  R1: { of: 'faults', play: async () => (await import('../faults/matrix.ts')).checkMatrix() },
  R2: { of: 'faults', play: async () => (await import('../faults/lost-creates.ts')).checkLostCreates() },
  R3: { of: 'faults', play: async () => (await import('../faults/retry-after.ts')).checkRetryAfter() },
  R4: { of: 'faults', play: async () => (await import('../faults/bomb.ts')).checkBomb(), isNightly: true },
  R10: { of: 'faults', play: async () => (await import('../faults/services/finding.ts')).checkServices() },
  R12: {
    of: 'faults',
    play: async () => (await import('../faults/spreadsheet.ts')).checkSpreadsheet(),
    isNightly: true,
  },
  R13: { of: 'faults', play: async () => (await import('../faults/class-pack.ts')).checkClassPack() },
  S2: {
    of: 'security',
    play: async () => (await import('../security/measured.ts')).checkGuestPreferences(),
    isNightly: true,
  },
  S3: {
    of: 'security',
    play: async () => (await import('../security/measured.ts')).checkPermissions(),
    isNightly: true,
  },
  S12: {
    of: 'security',
    play: async () => (await import('../security/real-keychain.ts')).checkRealKeychain(),
    isNightly: true,
  },
  S13: {
    of: 'security',
    play: async () => (await import('../security/keychain-faults.ts')).checkKeychainFaults(),
    shares: true,
  },
  S14: { of: 'security', play: async () => (await import('../security/key-origins.ts')).checkKeyOrigins() },
  S15: { of: 'security', play: async () => (await import('../security/page-alone.ts')).checkPageAlone() },
  S16: {
    of: 'security',
    play: async () => (await import('../security/authority.ts')).checkAuthority(),
    isNightly: true,
  },
  S17: {
    of: 'security',
    play: async () => (await import('../security/policy-floors.ts')).checkPolicyFloors(),
  },
  S18: {
    of: 'security',
    play: async () => (await import('../security/ways-out.ts')).checkWaysOut(),
    shares: true,
  },
  S19: { of: 'security', play: async () => (await import('../security/weakening.ts')).checkWeakening() },
  S20: {
    of: 'security',
    play: async () => (await import('../security/measured.ts')).checkRoomInput(),
    isNightly: true,
  },
  S21: {
    of: 'security',
    play: async () => (await import('../security/always-through.ts')).checkAlwaysThrough(),
  },
  S22: {
    of: 'security',
    play: async () => (await import('../security/answered-questions.ts')).checkAnsweredQuestions(),
  },
  D1: {
    of: 'security',
    play: async () => (await import('../security/fuses.ts')).checkFuses(),
    shares: true,
  },
  D2: {
    of: 'security',
    play: async () => (await import('../security/builder.ts')).checkBuilder(),
    shares: true,
  },
  D3: {
    of: 'security',
    play: async () => (await import('../security/updates.ts')).checkUpdates(),
    shares: true,
  },
  D4: { of: 'security', play: async () => (await import('../security/policies.ts')).checkPolicies() },
  D5: {
    of: 'security',
    play: async () => (await import('../security/supply-chain.ts')).checkSupplyChain(),
    shares: true,
  },
  R6: { of: 'security', play: async () => (await import('../security/kills.ts')).checkKills(), shares: true },
  R8: {
    of: 'security',
    play: async () => (await import('../security/job-kills.ts')).checkJobKills(),
    shares: true,
  },
  R9: {
    of: 'security',
    play: async () => (await import('../security/stalls.ts')).checkStalls(),
    isNightly: true,
  },
  R11: {
    of: 'security',
    play: async () => (await import('../security/index-kills.ts')).checkIndexKills(),
    shares: true,
  },
  T1: {
    of: 'security',
    play: async () => (await import('../security/measured.ts')).checkScanner(),
    isNightly: true,
  },
};

/** The whole dose of the checks, or of those named, one process after the other. */
export async function runWholeChecks(of: ChecksOf, ids: readonly string[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [id, check] of Object.entries(CHECKS)) {
    if (check.of !== of || (ids.length > 0 && !ids.includes(id))) continue;
    findings.push(...(await inProcess(of, [id], { EASEL_NIGHTLY: '1' }, 12 * 60)));
  }
  return findings;
}

/** The brief dose of `npm test`: checks that share a process at once, beside the others one after the other. */
export async function runBriefChecks(of: ChecksOf, minutes: number): Promise<readonly Finding[]> {
  const wanted = Object.entries(CHECKS).filter(([, check]) => check.of === of && check.isNightly !== true);
  const [sharing, others] = [true, undefined].map((shares) =>
    wanted.flatMap(([id, check]) => (check.shares === shares ? [id] : [])),
  );
  const groups = [sharing ?? [], others ?? []].filter((ids) => ids.length > 0);
  return (await Promise.all(groups.map((ids) => inProcess(of, ids, {}, minutes)))).flat();
}

/** Runs checks in one child process. A check that left no finding has failed. */
async function inProcess(
  of: ChecksOf,
  ids: readonly string[],
  environment: Readonly<Record<string, string>>,
  minutes: number,
): Promise<readonly Finding[]> {
  const report = path.join(ROOT, 'out/checks', `${ids[0] ?? ''}.jsonl`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  // A zone far from UTC: a date without a zone can't be read as local time by luck.
  const zone = of === 'faults' ? { TZ: 'America/New_York' } : {};
  const { output } = await run(process.execPath, [import.meta.filename, report, ...ids], {
    limitMs: minutes * 60_000,
    live: environment['EASEL_NIGHTLY'] === '1',
    environment: { ...environment, ...zone },
  });
  const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const findings = lines.map((line) => JSON.parse(line) as Finding);
  const lost = ids.filter((id) => !findings.some((finding) => finding.id === id));
  return [...findings, ...lost.map((id) => broken(id, output.slice(-4000)))];
}

function broken(id: string, problem: string): Finding {
  const counts = { passed: 0, failed: 1, skipped: [], problems: [problem] };
  return { id, what: 'the check broke', figure: NOT_MEASURED, target: 'to come to an end', ...counts };
}

async function play(id: string, report: string): Promise<void> {
  const found = await CHECKS[id]
    ?.play()
    .catch((error: unknown) =>
      broken(id, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
  for (const finding of [found ?? []].flat()) {
    console.log(`${findingLines(finding).join('\n')}\n`);
    await appendFile(report, `${JSON.stringify(finding)}\n`);
  }
}

async function playAll(report: string, ids: readonly string[]): Promise<void> {
  const checks = ids.map((id) => CHECKS[id]);
  // Before anything of main, which takes its clock while it is loaded.
  if (checks.some((check) => check?.of === 'faults')) await import('../faults/fast-time.ts');
  if (checks.every((check) => check?.shares)) await Promise.all(ids.map((id) => play(id, report)));
  else for (const id of ids) await play(id, report);
  process.exit(0);
}

if (import.meta.main) {
  endChildrenWithUs();
  const [report = '', ...ids] = process.argv.slice(2);
  // Not awaited: some checks import this module, and would wait for its end.
  void playAll(report, ids);
}
