/** What a command reads and writes: the terminal or the pipes of whoever started it, here or at the end of a socket. */
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readText } from '../files/read-text.ts';

export interface Terminal {
  /** Somebody sits there, and can be asked. */
  readonly isTerminal: boolean;
  /** Results. Settles when more may be written; rejects when nobody reads any more. */
  write(text: string): Promise<void>;
  /** How it goes, and what went wrong: a line that no program reads. */
  say(line: string): void;
  /** What the person types; empty where nobody does. */
  ask(question: string): Promise<string>;
  /** A file by the name the person gave, or (`-`) what is piped in. Fails with a sentence. */
  read(file: string, largestBytes: number): Promise<Result<string, string>>;
  /** The person has pressed Ctrl+C, or is gone. */
  readonly signal: AbortSignal;
}

/** The part of `process` that a terminal needs. */
export type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'on'>;

/** The terminal of this process. */
export function ownTerminal(streams: Streams): Terminal {
  const { stdin, stdout, stderr } = streams;
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  streams.on('SIGINT', interrupt);
  streams.on('SIGTERM', interrupt);
  // A reader such as `head` that has enough.
  stdout.on('error', interrupt);
  return {
    // Not by isTTY, which a pipe lacks, whatever its type promises.
    isTerminal: isatty(stdin.fd) && isatty(stderr.fd),
    write: (piece) =>
      new Promise((resolve, reject) => {
        stdout.write(piece, (error) => (error == null ? resolve() : reject(error)));
      }),
    say: (line) => void stderr.write(`${line}\n`),
    ask: (question) =>
      new Promise((resolve) => {
        const lines = createInterface({ input: stdin, output: stderr });
        const end = (typed: string): void => {
          resolve(typed);
          lines.close();
        };
        lines.once('SIGINT', interrupt);
        lines.once('close', () => resolve(''));
        interrupted.signal.addEventListener('abort', () => end(''), { once: true });
        lines.question(question, end);
      }),
    read: async (file, largestBytes) => {
      if (file !== '-') return readText(file, largestBytes);
      const piped = await text(stdin);
      return Buffer.byteLength(piped) > largestBytes ? fail('What is piped in is too large.') : ok(piped);
    },
    signal: interrupted.signal,
  };
}
