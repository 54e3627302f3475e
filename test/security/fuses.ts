/** Check D1: Easel's build sets all nine Electron fuses. Uses fake binaries; `npm run package` checks the real ones. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FuseV1Options, flipFuses } from '@electron/fuses';
import { executables } from '../packaging/electron-dist.ts';
import { fuseConfig, readFuses } from '../packaging/fuses.ts';
import { writeStandIn } from '../packaging/stand-in.ts';
import type { Target } from '../packaging/target.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { processFolder } from '../support/process-folder.ts';

const FUSES = 9;
/** Marks the fuses in Electron's binary. The version of the format, the number of fuses and the fuses follow. */
const MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Files that contain the fuses: the executable, but on macOS the framework. */
const HOLDERS = {
  ...executables,
  darwin: 'Electron.app/Contents/Frameworks/Electron Framework.framework/Electron Framework',
} as const;

const onStandIn = async (folder: string, platform: Target['platform']): Promise<readonly Case[]> => {
  await writeStandIn(folder, { platform, arch: 'x64' }, '45.4.1');
  const executable = path.join(folder, executables[platform]);
  const holder = path.join(folder, HOLDERS[platform]);
  const shipped = await readFile(holder);
  await flipFuses(executable, fuseConfig);
  const { right, wrong } = await readFuses(executable);
  const cases: Case[] = [
    {
      name: `${platform}: flipped and read back`,
      problems: right === FUSES ? wrong : [`${right} of ${FUSES}`],
    },
  ];
  const flipped = await readFile(holder);
  const first = flipped.indexOf(MARK) + MARK.length + 2;
  for (let fuse = 0; fuse < FUSES; fuse += 1) {
    const one = Buffer.from(flipped);
    one[first + fuse] = flipped[first + fuse] === 0x30 ? 0x31 : 0x30;
    await writeFile(holder, one);
    const found = await readFuses(executable);
    const name = FuseV1Options[fuse] ?? 'no such fuse';
    const isReported = found.wrong.length === 1 && found.wrong[0]?.includes(name) === true;
    cases.push({
      name: `${platform}: ${name} the other way`,
      problems: isReported ? [] : [`told of: ${found.wrong.join(', ')}`],
    });
  }
  const more = Buffer.concat([
    shipped.subarray(0, first + FUSES),
    Buffer.from('0'),
    shipped.subarray(first + FUSES),
  ]);
  more[first - 1] = FUSES + 1;
  await writeFile(holder, more);
  const refused = await flipFuses(executable, fuseConfig).then(
    () => false,
    () => true,
  );
  cases.push({ name: `${platform}: a tenth fuse stops the build`, problems: refused ? [] : ['it goes on'] });
  return cases;
};

export async function check(): Promise<Finding> {
  const folder = processFolder();
  const cases: Case[] = [];
  for (const platform of ['darwin', 'linux', 'win32'] as const)
    cases.push(...(await onStandIn(folder, platform)));
  return {
    id: 'D1',
    what: 'the fuses, on stand-ins of 3 systems',
    target: '9/9, every wrong one told',
    ...tally(cases),
  };
}
