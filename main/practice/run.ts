/** The practice service itself, in whatever thread it runs. */
import { randomBytes } from 'node:crypto';
import type { Service } from './endpoints.ts';
import { Rooms } from './rooms.ts';
import { createRandom, createSampleData } from './sample-data.ts';
import { sampleNotes, type SampleNote } from './sample-notes.ts';
import { picturesOf, type SamplePicture } from './sample-pictures.ts';
import { startServer, type Responder, type RoomFiles } from './server.ts';
import { State, type InitialState } from './state.ts';
import { Tokens } from './tokens.ts';

/** Where the service is, what opens it, and what Easel is to know of it that the API does not tell. */
export interface About {
  /** Of all three addresses of a connection: `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Random in every run, and worth nothing elsewhere. */
  readonly apiKey: string;
  /** The papers that it starts with: they can't be listed. */
  readonly samplePapers: readonly { readonly identifier: string; readonly name: string }[];
  /** What people could have written about the boards that it starts with. */
  readonly sampleNotes: readonly SampleNote[];
  /** What its drawings look like, as if they had been seen before. */
  readonly samplePictures: readonly SamplePicture[];
}

/** What the service's thread serves to main, and never over HTTP. */
export interface PracticeThread {
  readonly practice: { about(): About };
}

export interface PracticeOptions {
  /** The room's page; without it rooms answer 503. */
  readonly files?: RoomFiles | undefined;
  /** Equal seeds give equal sample data. */
  readonly seed?: number;
  /** How many boards there are at the start. */
  readonly boards?: number;
  /** How many papers there are at the start. More than 12 repeat the drawings. */
  readonly papers?: number;
  /** Whether access tokens are given for boards too; else 404. */
  readonly boardPreviews?: boolean;
  /** The service's clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** How requests are answered, if not plainly. */
  readonly respond?: Responder;
}

export interface RunningPractice {
  readonly about: About;
  readonly service: Service;
  /** API keys that are accepted. */
  readonly keys: Set<string>;
  /** What it started with. */
  readonly sample: InitialState;
  /** Ends its port and every connection to it. */
  readonly stop: () => void;
}

/** Starts it with sample data and one API key. */
export async function runPractice(options: PracticeOptions): Promise<RunningPractice> {
  const { files, seed = 1, boards = 312, papers = 12, boardPreviews = false, now = Date.now } = options;
  const sample = createSampleData({ seed, boards, papers, now: now() });
  const boardIds = sample.boards.map(({ roomId }) => roomId);
  const noted = sampleNotes(boardIds, createRandom(seed));
  const service: Service = {
    state: new State(sample),
    rooms: new Rooms(),
    tokens: new Tokens(),
    boardPreviews,
    now,
  };
  const apiKey = `practice_${randomBytes(24).toString('base64url')}`;
  const keys = new Set([apiKey]);
  const { origin, stop } = await startServer({ service, keys, files, respond: options.respond });
  const samplePictures = picturesOf(sample.content);
  const about = { origin, apiKey, samplePapers: sample.papers, sampleNotes: noted, samplePictures };
  return { about, service, keys, sample, stop };
}
