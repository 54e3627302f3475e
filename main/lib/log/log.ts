/** Structured log with scopes, levels and redaction of secrets. The main process never writes to the console. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { redact, Secrets } from './redact.ts';

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  scope(name: string): Log;
  readonly secrets: Secrets;
}

/** Creates a log that writes one JSON object per line: `time`, `level`, `scope`, `message` and the fields. */
export function createLog(writeLine: (line: string) => void): Log {
  const secrets = new Secrets();

  function write(level: 'info' | 'warn' | 'error', scope: string, message: string, fields: LogFields): void {
    const time = new Date().toISOString();
    writeLine(JSON.stringify({ time, level, scope, message, ...fields }, plain(secrets)));
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

/** Longest text in a log line, in characters. Whole responses of the service are too long to be logged. */
const LONGEST_TEXT = 2000;

/** Returns a replacer for `JSON.stringify` that redacts log fields, and replaces errors, cycles and other types. */
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
        SECRET_NAME.test(name) ? '[redacted]' : inner,
      ]),
    );
  };
}

const SECRET_NAME = /^(?:.*token|api[_-]?key|key|authorization|password|secret|jwt|cookie)$/iu;

/** Omits the stack, because it repeats the message and contains names of local folders. */
function errorData(error: Error): object {
  const code: unknown = 'code' in error ? error.code : undefined;
  return { name: error.name, message: error.message, code, cause: error.cause };
}

function shorten(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters)`;
}

export const LARGEST_LOG_FILE = 1024 * 1024;

export const LOG_FILES = ['easel.log', 'easel.previous.log'] as const;

/** Returns a function that appends a line to the log at once, because the last line before a crash matters most. */
export function openLogFile(folder: string): (line: string) => void {
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

  return (line) => {
    try {
      write(line);
    } catch {
      // A failed write may leave a part of a line in the file, so the next write reads the file's size again.
      size = null;
    }
  };
}
