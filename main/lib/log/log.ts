/** The one way to say something: scoped, levelled, redacted. Nothing in main writes to the console. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { redact, Secrets } from './redact.ts';

/** Plain data beside a message. Errors are reduced to name, message and code. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where finished lines go. A line is redacted, ends without a newline and holds none. */
export interface LogSink {
  write(line: string): void;
}

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A log whose lines name the part of Easel they come from; it shares the sink. */
  scope(name: string): Log;
  /** What never appears in any line; shared by all scopes. */
  readonly secrets: Secrets;
}

/** Makes a log that writes one JSON object a line: `time`, `level`, `scope`, `message` and the fields. */
export function createLog(sink: LogSink): Log {
  const secrets = new Secrets();

  function write(level: 'info' | 'warn' | 'error', scope: string, message: string, fields: LogFields): void {
    const time = new Date().toISOString();
    sink.write(JSON.stringify({ time, level, scope, message, ...fields }, plain(secrets)));
  }

  function scoped(scope: string): Log {
    return {
      info: (message, fields = {}) => write('info', scope, message, fields),
      warn: (message, fields = {}) => write('warn', scope, message, fields),
      error: (message, fields = {}) => write('error', scope, message, fields),
      scope: (name) => scoped(scope === '' ? name : `${scope}.${name}`),
      secrets,
    };
  }
  return scoped('');
}

/** Longest text of one field: a log line is no place for whole answers. */
const LONGEST_TEXT = 2000;

/** A JSON replacer: texts and names redacted, errors as data, nothing circular, nothing that JSON refuses. */
function plain(secrets: Secrets): (this: unknown, key: string, value: unknown) => unknown {
  const seen = new WeakSet();
  return (_key, value) => {
    if (typeof value === 'string') return shorten(redact(value, secrets));
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return '[seen above]';
    seen.add(value);
    if (value instanceof Error) return errorData(value);
    if (ArrayBuffer.isView(value)) return '[bytes]';
    if (value instanceof Map || value instanceof Set) return `[${value.size} entries]`;
    if (Array.isArray(value)) return value as readonly unknown[];
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        redact(name, secrets),
        isNamedSecret(name) ? '[redacted]' : inner,
      ]),
    );
  };
}

/** A field of this name holds a secret, whatever it looks like. */
function isNamedSecret(name: string): boolean {
  return /^(?:.*token|api[_-]?key|key|authorization|password|secret|jwt|cookie)$/iu.test(name);
}

/** No stack: it repeats the message and names folders of this computer. */
function errorData(error: Error): object {
  const code: unknown = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, cause: error.cause };
}

function shorten(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}

/** Bytes after which a new file is begun. */
export const LARGEST_LOG_FILE = 1024 * 1024;

/** The file written now, and the one before it. */
export const LOG_FILES = ['easel.log', 'easel.previous.log'] as const;

/**
 * A sink that appends to `easel.log` in `folder`: two files of at most 1 MiB, readable by this user only.
 *
 * Lines are written at once: a line that still waits when the program dies would be the one that matters. A disk
 * that refuses to be written to never stops Easel; such lines are lost.
 */
export function openLogFile(folder: string): LogSink {
  const [current, previous] = LOG_FILES.map((name) => path.join(folder, name)) as [string, string];
  let size: number | null = null;

  function write(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (bytes.length > LARGEST_LOG_FILE) return;
    if (size === null) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      size = statSync(current, { throwIfNoEntry: false })?.size ?? 0;
    }
    if (size + bytes.length > LARGEST_LOG_FILE) {
      renameSync(current, previous);
      size = 0;
    }
    appendFileSync(current, bytes, { mode: 0o600 });
    size += bytes.length;
  }

  return {
    write: (line) => {
      try {
        write(line);
      } catch {
        // The folder may come back; until then its state is unknown.
        size = null;
      }
    },
  };
}
