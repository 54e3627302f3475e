/** R4: an answer of 1 MiB that unpacks to 1 GiB is given up, and takes next to no memory. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { startServer } from '../integration/service/servers.ts';
import type { BombReport } from './bomb-child.ts';
import { OPERATIONS, unread } from './expectations.ts';
import { tally, type Case, type Finding } from './finding.ts';

const MIB = 1024 * 1024;
/** gzip may consist of several members, one after the other (RFC 1952, 2.2). */
const MEMBER_BYTES = 64 * MIB;
const MEMBERS = 16;
const MOST_GROWTH = 64 * MIB;
const LIMIT_MS = 30_000;

const bombReport = v.object({ outcomes: v.record(v.string(), v.string()), grownBytes: v.number() });

/** Rejects when the process that asks does not end well. */
export async function checkBomb(): Promise<Finding> {
  const member = gzipSync(Buffer.alloc(MEMBER_BYTES, ' '));
  const bomb = Buffer.concat(Array.from({ length: MEMBERS }, () => member));
  const server = await startServer((response, { url }) => {
    const isWarmUp = url.endsWith('/warm-up');
    const type = { 'content-type': 'application/json' };
    if (isWarmUp) response.writeHead(200, type).end('{"room_id":"warm-up"}');
    else response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(bomb);
  });
  try {
    const child = ['--expose-gc', path.join(import.meta.dirname, 'bomb-child.ts'), server.origin];
    const { stdout } = await promisify(execFile)(process.execPath, child, { timeout: LIMIT_MS });
    const { grownBytes, outcomes }: BombReport = v.parse(bombReport, JSON.parse(stdout));
    const growth: Case = {
      name: 'gzip bomb of 1 GiB, memory',
      problems: grownBytes < MOST_GROWTH ? [] : [`grew by ${grownBytes} bytes`],
    };
    const expected = unread('not-understood');
    const codes: readonly Case[] = OPERATIONS.map((operation) => {
      const outcome = outcomes[operation] ?? 'nothing';
      const isRight = outcome === expected[operation];
      return {
        name: `gzip bomb of 1 GiB, ${operation}`,
        problems: isRight ? [] : [`came to ${outcome}, not ${expected[operation]}`],
      };
    });
    return {
      id: 'R4',
      what: `gzip bomb: ${(bomb.length / MIB).toFixed(1)} MiB that unpack to ${(MEMBERS * MEMBER_BYTES) / MIB} MiB, 7 operations`,
      figure: `memory (RSS) grew by ${(grownBytes / MIB).toFixed(1)} MiB`,
      target: 'aborted; memory grows by less than 64 MiB',
      ...tally([growth, ...codes]),
    };
  } finally {
    await server.close();
  }
}
