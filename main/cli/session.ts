/** One command's view of main: its calls, and waiting for what they set going. */
import type { EventName, Events } from '../../preload/contract/events.ts';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import { LARGEST_BYTES, type FileInWriting, type Files } from '../files/files.ts';
import type { Attached, Caller } from '../ipc/callers.ts';
import { EXIT } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** A running Easel, as a command needs it. */
export interface Host {
  readonly attach: (caller: Caller) => Attached;
  /** What was entered unattended may change Production. */
  readonly allowsUnattended: boolean;
  /** Jobs outlive the command. */
  readonly staysOpen: boolean;
}

export interface Session extends Pick<Attached, 'call'> {
  readonly terminal: Terminal;
  readonly host: Host;
  /** The file that the next call chooses. */
  choose: string;
  /**
   * Calls, and waits for an event that `isEnd` takes, unless the call gives it. Fails as the call does, and with
   * `cancelled` on Ctrl+C.
   */
  until<E extends EventName>(
    event: E,
    isEnd: (data: Events[E]) => boolean,
    call: () => Promise<Result<Events[E] | null>>,
  ): Promise<Result<Events[E]>>;
}

/** Attaches a command to main until `work` has ended. */
export async function withSession<T>(
  host: Host,
  terminal: Terminal,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const hearers = new Set<(event: EventName, data: unknown) => void>();
  const attached = host.attach({
    files: filesOf(terminal, () => session.choose),
    // The command has asked before, in words of its own: see `consented`.
    confirm: () => Promise.resolve(true),
    hear: (event, data) => {
      for (const hear of hearers) hear(event, data);
    },
  });
  const session: Session = {
    terminal,
    host,
    choose: '',
    call: attached.call,
    until: (event, isEnd, call) =>
      new Promise((resolve) => {
        const end = (result: Result<Events[typeof event]>): void => {
          hearers.delete(hear);
          terminal.signal.removeEventListener('abort', interrupt);
          resolve(result);
        };
        const hear = (heard: EventName, data: unknown): void => {
          if (heard === event && isEnd(data as Events[typeof event])) end(ok(data as Events[typeof event]));
        };
        const interrupt = (): void => end(fail(INTERRUPTED));
        hearers.add(hear);
        terminal.signal.addEventListener('abort', interrupt, { once: true });
        if (terminal.signal.aborted) return interrupt();
        void call().then((begun) => {
          if (!begun.ok) end(begun);
          else if (begun.value !== null) end(ok(begun.value));
        });
      }),
  };
  try {
    return await work(session);
  } finally {
    attached.detach();
  }
}

/** What the window asks in dialogs: a file to read is the one that was named, and what is saved goes to the output. */
function filesOf(terminal: Terminal, chosen: () => string): Files {
  const written = async (text: string): Promise<Result<null, string>> => {
    await terminal.write(text.replace(/^\u{feff}/u, ''));
    return terminal.signal.aborted ? fail('It was interrupted.') : ok(null);
  };
  const output: FileInWriting = {
    name: 'output',
    write: written,
    finish: () => Promise.resolve(ok(null)),
    abort: () => Promise.resolve(),
  };
  return {
    choose: async (purpose) => {
      const read = await terminal.read(chosen(), LARGEST_BYTES[purpose]);
      return read.ok ? ok({ path: chosen(), name: chosen(), text: read.value }) : read;
    },
    save: async (_purpose, name, text) => {
      const done = await written(text);
      return done.ok ? ok(name) : done;
    },
    saveStream: () => Promise.resolve(ok(output)),
  };
}

export const INTERRUPTED: Failure = {
  code: 'cancelled',
  message: 'Interrupted.',
  nextStep: '',
  retryable: false,
  details: [],
};

/** Says what went wrong, and gives the exit code for it. */
export function told(terminal: Pick<Terminal, 'say'>, failure: Failure): number {
  // The sentences beside the fields of a form say all there is to say where there is no form.
  const { message, nextStep, fields = { message, nextStep } } = failure;
  const sentences = Object.values(fields).filter((sentence) => sentence !== '');
  terminal.say(sentences.join(' '));
  return exitOf(failure);
}

const CODES: Partial<Record<FailureCode, number>> = {
  'key-refused': EXIT.key,
  'no-key': EXIT.key,
  'keychain-locked': EXIT.key,
  'keychain-absent': EXIT.key,
  'keychain-busy': EXIT.key,
  'keychain-error': EXIT.key,
  'not-found': EXIT.notFound,
  'invalid-input': EXIT.usage,
  'read-only': EXIT.refused,
  policy: EXIT.refused,
  locked: EXIT.refused,
  refused: EXIT.refused,
  cancelled: EXIT.interrupted,
  storage: EXIT.computer,
  'bad-request': EXIT.computer,
  'needs-press': EXIT.computer,
  'too-fast': EXIT.computer,
  internal: EXIT.computer,
};

/** What the service refuses is no word of the policy's, though both are refusals. */
function exitOf({ code, status }: Failure): number {
  return code === 'refused' && status !== undefined ? EXIT.service : (CODES[code] ?? EXIT.service);
}
