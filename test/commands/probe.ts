/** `npm run probe`: checks facts about the real Electron (test/probe/lines.ts). Results are in out/probe. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createPackageWithOptions } from '@electron/asar';
import { build } from 'vite';
import { issueAll } from '../faults/certificates.ts';
import { findDriver, withDisplay, type Driver } from '../support/system.ts';
import { endChildrenWithUs, ROOT, run, type ProcessResult } from './process.ts';
import { ensureSystem } from './setup.ts';

const SOURCE = path.join(ROOT, 'test/probe');
const OUT = path.join(ROOT, 'out/probe');
const APP = path.join(OUT, 'app');
const PROBE_MS = 2 * 60_000;

/** Builds the probe app as an ASAR file, or as a folder for Chromium, which can't read ASAR files. Returns the path. */
async function buildApp(kind: Driver['kind']): Promise<string> {
  rmSync(OUT, { recursive: true, force: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: APP,
      target: 'node24',
      rolldownOptions: {
        input: { main: path.join(SOURCE, 'main.ts'), worker: path.join(SOURCE, 'worker.ts') },
        external: ['electron', 'keytar'],
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
    ssr: { noExternal: true, external: ['electron', 'keytar'] },
  });
  cpSync(path.join(SOURCE, 'package.json'), path.join(APP, 'package.json'));
  const binary = `prebuilds/${process.platform}-${process.arch}`;
  for (const part of ['package.json', 'lib', binary]) {
    cpSync(path.join(ROOT, 'node_modules/keytar', part), path.join(APP, 'node_modules/keytar', part), {
      recursive: true,
    });
  }
  if (kind === 'chromium-shell') return APP;
  const asar = path.join(OUT, 'probe.asar');
  await createPackageWithOptions(APP, asar, { unpack: '**/*.node' });
  return asar;
}

function leaveCertificates(folder: string): boolean {
  try {
    for (const [name, { cert, key }] of Object.entries(issueAll())) {
      writeFileSync(path.join(folder, `${name}.cert`), cert);
      writeFileSync(path.join(folder, `${name}.key`), key);
    }
    return true;
  } catch {
    return false;
  }
}

async function ask(driver: Driver, app: string): Promise<ProcessResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'easel-probe-'));
  try {
    const certificates = leaveCertificates(folder) ? { EASEL_PROBE_CERTIFICATES: folder } : {};
    const userData = `--user-data-dir=${path.join(folder, 'user-data')}`;
    const [program, ...args] = withDisplay(driver, [driver.executable, app, userData]);
    return await run(program, args, {
      limitMs: PROBE_MS,
      environment: { ...driver.environment, ...certificates },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** A line of JSON that the probe app prints. `lines` is the total number of printed lines. */
interface Answer {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly onShell?: boolean;
  readonly lines: number;
}

function verdictOf({ expected, found, onShell = false }: Answer, kind: Driver['kind']): string {
  if ((kind === 'chromium-shell' && !onShell) || found.startsWith('not here:')) return 'not yet checked';
  return found === expected ? 'as expected' : 'differs';
}

endChildrenWithUs();
await ensureSystem();
const driver = findDriver();
if (driver === undefined) {
  console.error('Nothing here can be probed: it needs Electron or a Chromium (see the lines above).');
  process.exitCode = 1;
} else {
  const { output } = await ask(driver, await buildApp(driver.kind));
  const found = output
    .split('\n')
    .filter((line) => line.startsWith('{"what":'))
    .map((line) => JSON.parse(line) as Answer);
  const missing = (found[0]?.lines ?? 1) - found.length;
  const answers = found.map((answer) => ({ ...answer, verdict: verdictOf(answer, driver.kind) }));
  const rows = answers.map(
    ({ what, expected, found, verdict }) =>
      `${verdict.padEnd(16)} ${what}: expected "${expected}"${verdict === 'not yet checked' ? '' : `, found "${found}"`}`,
  );
  const differing = answers.filter(({ verdict }) => verdict === 'differs').length;
  const text = `${[`Probed: ${driver.kind}`, ...rows].join('\n')}\n${differing} differ, ${missing} without an answer\n`;
  console.log(text);
  writeFileSync(path.join(OUT, 'answers.txt'), text);
  if (missing > 0) console.error(`The app ended before its last line. It said:\n${output}`);
  process.exitCode = missing > 0 || differing > 0 ? 1 : 0;
}
