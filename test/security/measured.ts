/** S2, S3, S20 and T1: tests of other folders, with the figures that they leave in their reports. */
import { readFile } from 'node:fs/promises';
import { reportFile, runSpecs, runTool, runVitest, type StageResult } from '../commands/runners.ts';
import { NOT_MEASURED, type Finding } from '../support/finding.ts';

type About = Pick<Finding, 'id' | 'what' | 'target'>;

/** The preferences that a guest starts with, whatever the page asks for. */
export async function checkGuestPreferences(): Promise<Finding> {
  const about = {
    id: 'S2',
    what: 'will-attach-webview: a guest starts with Easel’s preferences or not at all',
    target: 'at least 200 combinations, 0 unsafe',
  };
  return findingOf(about, await runVitest('unit', { files: ['unit/main/previews/guest-rules'] }));
}

/** The permissions that a guest gets, of all that exist. */
export async function checkPermissions(): Promise<Finding> {
  const about = {
    id: 'S3',
    what: 'permissions: 46 names × 2 handlers × 8 contexts',
    target: '736 cells, 4 allow; the two of reading only where a person works in the room',
  };
  return findingOf(about, await runVitest('unit', { files: ['unit/main/security/permissions'] }));
}

/** Rooms that take the focus and read the clipboard by script, in Easel itself. */
export async function checkRoomInput(): Promise<Finding> {
  const built = await runTool('build');
  if (built?.failed !== 0) throw new Error(built?.failures[0]?.error);
  const about = {
    id: 'S20',
    what: 'keyboard and guests: focus by script in 3 states, lock, clipboard',
    target: '0 keys, 0 reads',
  };
  return findingOf(about, await runSpecs(['e2e/room-input']));
}

/** The scan of the sources, with examples that each rule must refuse and accept. */
export async function checkScanner(): Promise<Finding> {
  const about = { id: 'T1', what: 'the scan of the sources, rule by rule', target: '100 % judged right' };
  const ran = await runVitest('architecture', { files: ['architecture/scan'] });
  return { ...(await findingOf(about, ran)), figure: `${ran.passed} judged right, ${ran.failed} wrong` };
}

async function findingOf(about: About, ran: StageResult): Promise<Finding> {
  const report = await readFile(reportFile(ran.name), 'utf8').catch(() => '');
  const found = [...report.matchAll(/"(?:figure|type": "figure",\s+"description)": ?"([^"]+)"/gu)];
  const figures = [...new Set(found.map(([, figure]) => figure))];
  return {
    ...about,
    figure: figures.join('; ') || NOT_MEASURED,
    passed: ran.passed,
    failed: ran.failed,
    skipped: ran.skipped.map(({ name, reason = 'not said' }) => ({ name, reason })),
    problems: ran.failures.map(({ name, error }) => `${name}: ${error}`),
  };
}
