/** Checks R1 and R5: run every operation under every fault of networks, proxies and services. */
import { createServer } from 'node:http';
import tls from 'node:tls';
import { listen } from '../integration/service/servers.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { findLeaks, textPlace } from '../support/planted-secrets.ts';
import { hasProgram } from '../support/system.ts';
import { makeCertificates } from './certificates.ts';
import { play, type PlayedRow } from './play.ts';
import { isSecure, ROWS as ALL } from './rows.ts';
import { CANARY, KEY } from './secrets.ts';
import { inLanes } from './stage-set.ts';

const ROWS = some(ALL, dose(1, 10));
const STRIDE = dose(1, 7);

export async function check(): Promise<readonly Finding[]> {
  const certificates = hasProgram('openssl') ? makeCertificates() : null;
  if (certificates !== null) {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificates.ca]);
  }
  const rows = ROWS.filter(({ cause }) => certificates !== null || !isSecure(cause));
  const reason = 'no openssl here to make certificates with';
  const skipped = ROWS.filter((row) => !rows.includes(row)).map(({ name }): Case => ({
    name,
    problems: [],
    skipped: reason,
  }));
  const stranger = await listen(createServer((_request, response) => response.end('[]')));
  try {
    const { result, unhandled, output } = await watchingProcess(() =>
      inLanes([...rows.entries()], ([at, row], practice) =>
        play(row, at, { practice, certificates, stranger: stranger.origin, stride: STRIDE }),
      ),
    );
    const redirects = result.filter(({ row }) => row.cause.kind === 'redirect');
    const faults = result.filter((row) => !redirects.includes(row));
    const secrets = [
      { name: 'API key', text: KEY },
      { name: 'token', text: CANARY },
    ];
    return [
      {
        id: 'R1',
        what: `${faults.length} faults × 7 operations, the whole of main behind the border`,
        target: 'at least 30 faults × 7 operations; all right; 0 unhandled; 0 leaks',
        ...tally([
          ...faults.flatMap(casesOf),
          ...result.map(({ row, leaks }) => ({ name: `${row.name}, leaks`, problems: leaks })),
          { name: 'unhandled errors', problems: unhandled },
          { name: 'terminal', problems: findLeaks(secrets, [textPlace('what was printed', output)]) },
          ...skipped,
        ]),
      },
      {
        id: 'R5',
        what: `${redirects.length} redirects × 7 operations`,
        target: '15 cases; 0 requests at a second host',
        ...tally([
          ...redirects.flatMap(casesOf),
          {
            name: 'the host that redirects lead to',
            problems: stranger.connections() === 0 ? [] : ['was connected to'],
          },
        ]),
      },
    ];
  } finally {
    await stranger.close();
  }
}

function casesOf({ row, cells }: PlayedRow): readonly Case[] {
  return cells.map(({ operation, problems }) => ({ name: `${row.name}, ${operation}`, problems }));
}

async function watchingProcess<T>(work: () => Promise<T>) {
  const unhandled: string[] = [];
  const note = (error: unknown): void => {
    unhandled.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const written: string[] = [];
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) {
    stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    };
  }
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  try {
    const result = await work();
    // Waits, because Node reports unhandled rejections only after all pending callbacks.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, unhandled, output: written.join('') };
  } finally {
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
    // Restores `write` of stdout and stderr, because without its own property a stream uses its prototype's method.
    for (const stream of streams) Reflect.deleteProperty(stream, 'write');
  }
}
