/** Plays all rows beside a host that nothing may ever reach. */
import { createServer } from 'node:http';
import { listen } from '../integration/service/servers.ts';
import type { Certificates } from './certificates.ts';
import { inLanes } from './lanes.ts';
import { play, type PlayedRow } from './play.ts';
import type { Row } from './row.ts';

export interface PlayedMatrix {
  /** In the order in which they came. */
  readonly rows: readonly PlayedRow[];
  /** Connections made to the host that redirects lead to. */
  readonly atStranger: number;
}

export async function playMatrix(
  rows: readonly Row[],
  certificates: Certificates | null,
  stride: number,
): Promise<PlayedMatrix> {
  const stranger = await listen(createServer((_request, response) => response.end('[]')));
  try {
    const played = await inLanes([...rows.entries()], ([at, row], practice) =>
      play(row, at, { practice, certificates, stranger: stranger.origin, stride }),
    );
    return { rows: played, atStranger: stranger.connections() };
  } finally {
    await stranger.close();
  }
}
