/** Reads answers: short ones here, long ones in a thread, so that no answer holds the window up. */
import { openThread, type Remote, type Thread } from '../lib/threads/rpc.ts';
import type { Received } from './failures.ts';
import type { AnswerThread } from './answer-worker.ts';
import { readAnswer, type Kind, type Questions, type Reading } from './read-answer.ts';

/** Longest answer that is read here, in bytes: at 128 KiB a list of nothing but `{}` took 65 ms. */
export const LONGEST_READ_HERE = 32 * 1024;

/** How long the thread may read one answer, and how long it waits for the next before it ends. */
const LONGEST_READING_MS = 15_000;
const IDLE_MS = 5000;
/** What 8 MiB of brackets take, several times over. */
const MOST_MEMORY_MB = 1024;
/** Left to itself the room for what is young grows to four times that for a long list, and reads it no faster. */
const YOUNG_MB = 8;

const NO_BYTES = new Uint8Array(0);

/** The redaction used here, and the secrets for the thread. */
export interface Cleaning {
  readonly clean: (text: string) => string;
  readonly secrets: () => readonly string[];
}

export type AnswerReader = ReturnType<typeof createAnswerReader>;

/** Makes a reader. `workerUrl`: where the built worker lies; from source it is this room's `answer-worker.ts`. */
export function createAnswerReader(workerUrl?: URL) {
  let thread: Thread<AnswerThread> | null = null;
  let idle: NodeJS.Timeout | undefined;
  /** Responses queued before a drop are not read after it. */
  let drops = 0;
  /** One answer after the other: one without end is cut off alone, and two don’t take twice the memory. */
  let turn: Promise<unknown> = Promise.resolve();

  function opened(): Thread<AnswerThread> {
    clearTimeout(idle);
    thread ??= openThread<AnswerThread>({
      url: workerUrl ?? new URL('./answer-worker.ts', import.meta.url),
      name: 'the reader of answers',
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
      restarts: true,
    });
    return thread;
  }

  /** Nothing is left to do: it ends, unless something comes soon. */
  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void end(), IDLE_MS).unref();
  }

  async function inThread<T>(ask: (answers: Remote<AnswerThread['answers']>) => Promise<T>): Promise<T> {
    const answers = opened().of('answers');
    const late = setTimeout(() => void end(), LONGEST_READING_MS);
    try {
      return await ask(answers);
    } finally {
      clearTimeout(late);
      rest();
    }
  }

  function inTurn<T>(
    ask: (answers: Remote<AnswerThread['answers']>) => Promise<T>,
    instead: () => T,
  ): Promise<T> {
    const before = drops;
    const asked = turn.then(() => (drops === before ? inThread(ask) : instead())).catch(instead);
    turn = asked;
    return asked;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.end();
  }

  /** Takes the bytes for good. What can’t be read within its bounds is `unreadable`. */
  async function read<K extends Kind>(
    kind: K,
    question: Questions[K],
    received: Received,
    bytes: Uint8Array,
    { clean, secrets }: Cleaning,
  ): Promise<Reading<K>> {
    if (bytes.length <= LONGEST_READ_HERE) return readAnswer(kind, question, received, bytes, clean);
    const reading = await inTurn<Reading<Kind>>(
      (answers) => answers.read(kind, question, received, bytes, secrets()),
      () => unread(kind, question, received, clean),
    );
    return reading as Reading<K>;
  }

  return {
    read,
    /** Starts the thread for a long answer that is on its way: to start takes as long as a quick service. */
    expectLong: (): void => {
      if (thread !== null) return;
      opened().start();
      rest();
    },
    /** Ends the thread with its memory, such as when Easel is locked; the next long response starts it again. */
    drop: (): Promise<void> => {
      drops += 1;
      return end();
    },
  };
}

/** Only its head counts: for a delete that is enough. */
function unread<K extends Kind>(
  kind: K,
  question: Questions[K],
  received: Received,
  clean: Cleaning['clean'],
): Reading<K> {
  const { result } = readAnswer(kind, question, { ...received, end: 'unreadable' }, NO_BYTES, clean);
  return { result, tookKey: false, tokenForm: null };
}
