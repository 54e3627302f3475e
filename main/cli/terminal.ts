/** What a command reads and writes: the terminal or the pipes of whoever started it, here or at the end of a socket. */
import { createInterface } from 'node:readline';
import { addAbortSignal, type Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { codeOf, readText } from '../files/read-text.ts';
import { failure } from '../wording/failure.ts';

export interface Terminal {
  /** Somebody sits there, and can be asked. */
  readonly isTerminal: boolean;
  /** Results. Settles when more may be written; where that can’t be, the command is interrupted. */
  write(text: string): Promise<void>;
  /** Why nothing more can be written: `closed` where nobody reads any more. Null while it can. */
  readonly lost: () => Failure | 'closed' | null;
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
  streams.on('SIGHUP', interrupt);
  let lost: Failure | 'closed' | null = null;
  const lose = (error: unknown): void => {
    lost ??= codeOf(error) === 'EPIPE' ? 'closed' : notWritten(codeOf(error));
    interrupt();
  };
  stdout.on('error', lose);
  // Who can’t be told how it goes is no reason to end it.
  stderr.on('error', () => undefined);
  return {
    // Not by isTTY, which a pipe lacks, whatever its type promises.
    isTerminal: isatty(stdin.fd) && isatty(stderr.fd),
    write: (piece) =>
      new Promise<void>((resolve, reject) => {
        if (lost !== null) return resolve();
        stdout.write(piece, (error) => (error == null ? resolve() : reject(error)));
      }).catch(lose),
    lost: () => lost,
    say: (line) => {
      try {
        stderr.write(`${line}\n`);
      } catch {
        // A file on a disk that is full.
      }
    },
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
    read: (file, largestBytes) =>
      file === '-'
        ? readPiped(addAbortSignal(interrupted.signal, stdin), largestBytes)
        : readText(file, largestBytes),
    signal: interrupted.signal,
  };
}

function notWritten(code: string): Failure {
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
  return failure('storage', { message: `The output can’t be written: ${why}.`, nextStep: '' });
}

/** No more of it than may be. */
async function readPiped(stdin: Readable, largestBytes: number): Promise<Result<string, string>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of stdin as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > largestBytes) return fail('What is piped in is too large.');
      pieces.push(piece);
    }
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)));
  } catch {
    return fail('What is piped in can’t be read as text.');
  }
}
