/** Plays all rows, several at a time: most of a row is waiting. */
import { startPractice } from '../../main/practice/practice.ts';
import type { Certificates } from './certificates.ts';
import { play, type PlayedRow } from './play.ts';
import type { Row } from './row.ts';
import { listen } from '../integration/service/servers.ts';
import { createServer } from 'node:http';

/** Rows under way at once, each with a practice service and a main of its own. */
const LANES = 6;

export interface PlayedMatrix {
  readonly rows: readonly PlayedRow[];
  /** Connections that a host made which no key or request may reach. */
  readonly atStranger: number;
}

/** Gives the rows in the order in which they came. */
export async function playMatrix(
  rows: readonly Row[],
  certificates: Certificates | null,
): Promise<PlayedMatrix> {
  const stranger = await listen(createServer((_request, response) => response.end('[]')));
  const played: PlayedRow[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    const practice = await startPractice({ boards: 6, papers: 2 });
    try {
      for (let at = next++; at < rows.length; at = next++) {
        const row = rows[at];
        if (row !== undefined)
          played[at] = await play(row, { practice, certificates, stranger: stranger.origin });
      }
    } finally {
      await practice.stop();
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
    return { rows: played, atStranger: stranger.connections() };
  } finally {
    await stranger.close();
  }
}
