/** Programs with which benchmarks compare Easel. They are installed from npm into `out/`, and never shipped. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../commands/process.ts';

export const PEERS_FOLDER = path.join(ROOT, 'out/bench/peers');

/** Versions of the compared programs. The performance goals are based on these versions. */
const PACKAGES = {
  newman: '6.2',
  '@usebruno/cli': '4.1',
  'ag-grid-community': '36',
  '@glideapps/glide-data-grid': '6.0',
} as const;
export type Peer = keyof typeof PACKAGES;

const ALONGSIDE: Readonly<Partial<Record<Peer, readonly string[]>>> = {
  '@glideapps/glide-data-grid': 'react@18 react-dom@18 lodash@4 marked@4 react-responsive-carousel@3'.split(
    ' ',
  ),
};

const INSTALL_LIMIT_MS = 600_000;

export async function peerFolder(peer: Peer): Promise<string | null> {
  const folder = path.join(PEERS_FOLDER, 'node_modules', peer);
  if (existsSync(folder)) return folder;
  await mkdir(PEERS_FOLDER, { recursive: true });
  const description = path.join(PEERS_FOLDER, 'package.json');
  if (!existsSync(description)) await writeFile(description, '{ "private": true }\n');
  const wanted = `${peer}@${PACKAGES[peer]}`;
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
  const installed = await run(
    'npm',
    ['install', '--prefix', PEERS_FOLDER, ...quiet, wanted, ...(ALONGSIDE[peer] ?? [])],
    {
      limitMs: INSTALL_LIMIT_MS,
    },
  );
  if (installed.code === 0 && existsSync(folder)) return folder;
  console.log(`${wanted} could not be installed: it is left out.`);
  return null;
}
