/** Writes the benchmark's requests as input files for curl, Newman and Bruno. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasProgram } from '../support/system.ts';
import { BENCH_FOLDER } from './bench-build.ts';
import { peerFolder } from './peers.ts';

export interface Runner {
  readonly name: string;
  /** Program to run, by path or name; by default Node. Its first argument is `file`. */
  readonly command?: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
}

export async function runnersFor(
  addresses: readonly string[],
  method: 'GET' | 'DELETE' | 'POST' = 'GET',
): Promise<{ readonly runners: readonly Runner[]; readonly missing: readonly string[] }> {
  const folder = path.join(BENCH_FOLDER, 'requests', method.toLowerCase());
  await mkdir(folder, { recursive: true });
  const runners: Runner[] = [];
  const missing: string[] = [];

  if (hasProgram('curl')) {
    const config = path.join(folder, 'curl.txt');
    await writeFile(config, addresses.map((url) => `url = "${url}"\n`).join(''));
    const args = ['--parallel-max', String(IN_FLIGHT), '-s', '-X', method, '-K', config];
    runners.push({ name: CURL, command: 'curl', file: '-Z', args, folder });
  } else missing.push(CURL);

  const newman = await peerFolder('newman');
  if (newman === null) missing.push(NEWMAN);
  else {
    await writeFile(path.join(folder, 'postman.json'), postmanFile(addresses, method));
    const args = ['run', path.join(folder, 'postman.json'), '--color', 'off'];
    runners.push({ name: NEWMAN, file: path.join(newman, 'bin/newman.js'), args, folder });
  }

  const bruno = await peerFolder('@usebruno/cli');
  if (bruno === null) missing.push(BRU, BRU_PARALLEL);
  else {
    const file = path.join(bruno, 'bin/bru.js');
    const [one, all] = [path.join(folder, 'bruno'), path.join(folder, 'bruno-parallel')];
    await writeBrunoFiles(one, addresses, method);
    runners.push({ name: BRU, file, args: ['run'], folder: one });
    // Puts the addresses into a data file, because Bruno sends only the rows of a data file concurrently.
    await writeBrunoFiles(all, ['{{url}}'], method);
    const rows = path.join(all, 'rows.json');
    await writeFile(rows, JSON.stringify(addresses.map((url) => ({ url }))));
    const args = ['run', '--json-file-path', rows, '--parallel'];
    runners.push({ name: BRU_PARALLEL, file, args, folder: all });
  }
  return { runners, missing };
}

/** Number of concurrent requests of curl and of the bare undici pools, equal to the limit of Easel's HTTP client. */
export const IN_FLIGHT = 32;
export const CURL = `curl -Z ${IN_FLIGHT}`;
export const NEWMAN = 'newman';
export const BRU = 'bru';
export const BRU_PARALLEL = 'bru --parallel';

function postmanFile(addresses: readonly string[], method: string): string {
  return JSON.stringify({
    info: { name: 'Pages', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: addresses.map((url, page) => ({ name: `Page ${page}`, request: { method, url } })),
  });
}

async function writeBrunoFiles(folder: string, addresses: readonly string[], method: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const description = { version: '1', name: 'Pages', type: 'collection' };
  await writeFile(path.join(folder, 'bruno.json'), JSON.stringify(description));
  for (const [page, url] of addresses.entries()) {
    const text = `meta {\n  name: Page ${page}\n  type: http\n  seq: ${page + 1}\n}\n\n${method.toLowerCase()} {\n  url: ${url}\n  body: none\n  auth: none\n}\n`;
    await writeFile(path.join(folder, `page-${page}.bru`), text);
  }
}
