/** The one way to say something: scoped, levelled, redacted. Nothing in main writes to the console. */
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
