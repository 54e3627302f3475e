import { randomBytes } from 'node:crypto';
import type { Service } from './endpoints.ts';
import { Rooms } from './rooms.ts';
import { createRandom, createSampleData } from './sample-data.ts';
import { sampleNotes } from './sample-notes.ts';
import { picturesOf } from './sample-pictures.ts';
import { startServer, type Responder, type RoomFiles } from './server.ts';
import { State } from './state.ts';
import { Tokens } from './tokens.ts';

/** Facts about the running practice service. `origin` (`http://127.0.0.1:<port>`) serves both APIs and the web app. */
export type About = Awaited<ReturnType<typeof runPractice>>['about'];

export interface PracticeOptions {
  readonly files: RoomFiles;
  readonly seed?: number;
  readonly boards?: number;
  readonly papers?: number;
  /** True if the practice service grants access tokens for boards. If false, it answers these requests with 404. */
  readonly boardPreviews?: boolean;
  readonly now?: () => number;
  readonly respond: Responder;
}

export async function runPractice(options: PracticeOptions) {
  const { files, respond, seed = 1, boards = 312, papers = 12 } = options;
  const { boardPreviews = false, now = Date.now } = options;
  const sample = createSampleData({ seed, boards, papers, now: now() });
  const boardIds = sample.boards.map(({ roomId }) => roomId);
  const paperIds = sample.papers.map(({ identifier }) => identifier);
  const noted = sampleNotes(boardIds, paperIds, createRandom(seed));
  const service: Service = {
    state: new State(sample),
    rooms: new Rooms(),
    tokens: new Tokens(),
    boardPreviews,
    now,
  };
  const apiKey = newKey();
  const keys = new Set([apiKey]);
  const { origin, stop } = await startServer({ service, keys, files, respond });
  const samplePictures = picturesOf(sample.content);
  const about = { origin, apiKey, samplePapers: sample.papers, sampleNotes: noted, samplePictures };
  return { about, service, keys, sample, stop };
}

export function newKey(): string {
  return `practice_${randomBytes(24).toString('base64url')}`;
}
