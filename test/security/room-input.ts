/** S20: rooms that take the focus and read the clipboard by script, in Easel itself: the spec of them, with its figures. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../commands/process.ts';
import { readPlaywright } from '../commands/report.ts';
import type { Finding } from '../support/finding.ts';
import { findDriver, hasDisplay } from '../support/system.ts';

const WHAT = 'keyboard and guests: focus by script in 3 states, lock, clipboard';
const TARGET = '0 keys, 0 reads';
const REPORT = path.join(ROOT, 'out/security/room-input.json');
const LIMIT_MS = 5 * 60_000;

/** Builds Easel and runs the spec on the driver at hand; skipped where there is none. */
export async function checkRoomInput(): Promise<Finding> {
  const driver = findDriver();
  const common = { id: 'S20', what: WHAT, target: TARGET, passed: 0, failed: 0, problems: [] } as const;
  if (driver === undefined) {
    const reason = 'neither Electron nor a Chromium on this machine';
    return { ...common, figure: 'not measured', skipped: [{ name: WHAT, reason }] };
  }
  await mkdir(path.dirname(REPORT), { recursive: true });
  await rm(REPORT, { force: true });
  const built = await run(process.execPath, ['test/commands/build.ts'], { limitMs: LIMIT_MS });
  if (built.code !== 0) throw new Error(built.output);
  const virtual = driver.kind === 'electron' && !hasDisplay() ? ['xvfb-run', '-a'] : [];
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'test/playwright.config.ts'];
  const command = [...virtual, process.execPath, ...playwright, 'e2e/room-input', '--reporter=json'];
  const [program = '', ...args] = command;
  const ended = await run(program, args, {
    limitMs: LIMIT_MS,
    environment: { ...driver.environment, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
  });
  const text = await readFile(REPORT, 'utf8').catch(() => {
    throw new Error(ended.output);
  });
  const { passed, failed, failures, skipped } = readPlaywright(JSON.parse(text));
  const figures = [...text.matchAll(/"type": "figure",\s+"description": "([^"]+)"/gu)].map(([, one]) => one);
  return {
    ...common,
    figure: `${[...new Set(figures)].join(', ')} (${driver.kind})`,
    passed,
    failed,
    skipped: skipped.map(({ name, reason = 'not said' }) => ({ name, reason })),
    problems: failures.map(({ name, error }) => `${name}: ${error}`),
  };
}
