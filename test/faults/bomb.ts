/** Check R4: Easel aborts a gzipped response of 1 MiB that unpacks to 1 GiB, and uses little memory for it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startServer } from '../integration/service/servers.ts';
import type { BombReport } from './bomb-child.ts';
import { OPERATIONS, cutOff } from './expectations.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

const MIB = 1024 * 1024;
/** Unpacked size of a member of the gzip bomb. By RFC 1952, 2.2, a gzip file may consist of several members. */
const MEMBER_BYTES = 64 * MIB;
const MEMBERS = 16;
const MOST_GROWTH = 64 * MIB;
const LIMIT_MS = 180_000;

export async function check(): Promise<Finding> {
  const member = gzipSync(Buffer.alloc(MEMBER_BYTES, ' '));
  const bomb = Buffer.concat(Array.from({ length: MEMBERS }, () => member));
  const server = await startServer((response, { url }) => {
    const isWarmUp = url.includes('/warm-up');
    const type = { 'content-type': 'application/json' };
    if (isWarmUp) response.writeHead(200, type).end('{"room_id":"warm-up"}');
    else response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(bomb);
  });
  const what = `gzip bomb: ${(bomb.length / MIB).toFixed(1)} MiB that unpack to ${(MEMBERS * MEMBER_BYTES) / MIB} MiB, 7 operations`;
  const target = 'aborted; memory grows by less than 64 MiB';
  try {
    const report = await runChild(server.origin);
    const grown = mib(Math.max(...Object.values(report).map(({ grownBytes }) => grownBytes)));
    return {
      id: 'R4',
      what,
      figure: `memory (RSS) grew by ${grown} at most`,
      target,
      ...tally(casesOf(report)),
    };
  } finally {
    await server.close();
  }
}

async function runChild(origin: string): Promise<BombReport> {
  const child = ['--expose-gc', path.join(import.meta.dirname, 'bomb-child.ts'), origin];
  const { stdout } = await promisify(execFile)(process.execPath, child, { timeout: LIMIT_MS });
  return JSON.parse(stdout) as BombReport;
}

function casesOf(report: BombReport): readonly Case[] {
  // After a delete, Easel checks whether the board is gone. This response is a bomb too, so the outcome is unknown.
  const expected = { ...cutOff('not-understood'), 'delete board': 'outcome-unknown' };
  return OPERATIONS.map((operation) => {
    const found = report[operation];
    if (found === undefined) return { name: operation, problems: ['was not run'] };
    const { outcome, grownBytes } = found;
    const problems = [];
    if (outcome !== expected[operation]) problems.push(`came to ${outcome}, not ${expected[operation]}`);
    if (grownBytes >= MOST_GROWTH) problems.push(`memory grew by ${mib(grownBytes)}`);
    return { name: operation, problems };
  });
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
