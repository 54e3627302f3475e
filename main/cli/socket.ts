/**
 * How a command reaches an Easel that is open: a socket in a folder that only this account can enter. The command hands its
 * words over, and is the terminal of what Easel does: lines of JSON, each a message.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { fail, ok } from '../../preload/contract/failure.ts';
import { LARGEST_BYTES } from '../files/files.ts';
import { readJson } from '../files/json-file.ts';
import type { Log } from '../log/log.ts';
import { EXIT } from './arguments.ts';
import type { Terminal } from './terminal.ts';

const LONGEST_TYPED = 64 * 1024;
/** A file's text, as JSON: each of its bytes may take six. */
const LONGEST_MESSAGE = LARGEST_BYTES.ids * 2;
/** Commands at once. */
const MOST_COMMANDS = 8;

const fromCommand = v.variant('kind', [
  v.strictObject({
    kind: v.literal('run'),
    typed: v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_TYPED))), v.maxLength(100)),
    isTerminal: v.boolean(),
  }),
  v.strictObject({
    kind: v.literal('typed'),
    id: v.string(),
    text: v.pipe(v.string(), v.maxLength(LONGEST_TYPED)),
  }),
  v.strictObject({ kind: v.literal('read'), id: v.string(), text: v.nullable(v.string()), why: v.string() }),
  v.strictObject({ kind: v.literal('interrupt') }),
]);
const fromEasel = v.variant('kind', [
  v.strictObject({ kind: v.literal('write'), text: v.string() }),
  v.strictObject({ kind: v.literal('say'), line: v.string() }),
  v.strictObject({ kind: v.literal('ask'), id: v.string(), question: v.string() }),
  v.strictObject({ kind: v.literal('read'), id: v.string(), file: v.string(), largestBytes: v.number() }),
  v.strictObject({ kind: v.literal('end'), code: v.number() }),
]);
type FromCommand = v.InferOutput<typeof fromCommand>;
type FromEasel = v.InferOutput<typeof fromEasel>;

/** Where the socket of a data folder is. */
function socketIn(userData: string): string {
  return path.join(userData, 'commands', 'easel.sock');
}

/**
 * Listens for commands while Easel is open, which holds the folder: `run` does one and gives its exit code. Gives what ends
 * it. Where it can't listen, commands say that Easel is open; Windows' pipes have no folder to guard them.
 */
export async function listenForCommands(
  userData: string,
  run: (typed: readonly string[], terminal: Terminal) => Promise<number>,
  log: Log,
): Promise<() => void> {
  if (process.platform === 'win32') return () => undefined;
  const file = socketIn(userData);
  const server = createServer((socket) => {
    void serve(socket, run).catch((error: unknown) => log.warn('a command was broken off', { error }));
  });
  server.maxConnections = MOST_COMMANDS;
  server.on('error', (error) => log.warn('commands are not heard', { error }));
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await chmod(path.dirname(file), 0o700);
    // Left by an Easel that was killed: whoever holds the folder is the only one to listen.
    await rm(file, { force: true });
    await once(server.listen(file), 'listening');
  } catch (error) {
    log.warn('commands are not heard', { error });
  }
  return () => void server.close();
}

async function serve(
  socket: Socket,
  run: (typed: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  const gone = new AbortController();
  const answers = new Map<string, (answer: FromCommand) => void>();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    gone.abort();
    for (const answer of answers.values()) answer({ kind: 'interrupt' });
  });
  const send = (message: FromEasel): Promise<void> => sent(socket, message);
  const asked = (message: { readonly id: string } & FromEasel): Promise<FromCommand> =>
    new Promise((resolve) => {
      if (gone.signal.aborted) return resolve({ kind: 'interrupt' });
      answers.set(message.id, resolve);
      void send(message);
    });
  for await (const message of messages(socket, fromCommand)) {
    if (message.kind === 'interrupt') gone.abort();
    else if (message.kind !== 'run') {
      answers.get(message.id)?.(message);
      answers.delete(message.id);
    } else {
      const terminal: Terminal = {
        isTerminal: message.isTerminal,
        write: (text) => send({ kind: 'write', text }),
        lost: () => null,
        say: (line) => void send({ kind: 'say', line }),
        ask: async (question) => {
          const answer = await asked({ kind: 'ask', id: randomUUID(), question });
          return answer.kind === 'typed' ? answer.text : '';
        },
        read: async (name, largestBytes) => {
          const answer = await asked({ kind: 'read', id: randomUUID(), file: name, largestBytes });
          if (answer.kind !== 'read') return fail('The command was interrupted.');
          return answer.text === null ? fail(answer.why) : ok(answer.text);
        },
        signal: gone.signal,
      };
      void run(message.typed, terminal)
        .then((code) => send({ kind: 'end', code }))
        .finally(() => socket.end());
    }
  }
}

/** Hands a command over to the Easel that is open; gives its exit code, or null where none listens. */
export async function runInOpenEasel(
  userData: string,
  typed: readonly string[],
  terminal: Terminal,
): Promise<number | null> {
  if (process.platform === 'win32') return null;
  const socket = connect(socketIn(userData));
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!isOpen) return null;
  socket.on('error', () => undefined);
  const send = (message: FromCommand): Promise<void> => sent(socket, message);
  terminal.signal.addEventListener('abort', () => void send({ kind: 'interrupt' }), { once: true });
  await send({ kind: 'run', typed: [...typed], isTerminal: terminal.isTerminal });
  for await (const message of messages(socket, fromEasel)) {
    if (message.kind === 'end') {
      socket.destroy();
      return message.code;
    }
    await obey(message, terminal, send);
    if (terminal.lost() !== null) break;
  }
  socket.destroy();
  return terminal.lost() === null ? null : EXIT.interrupted;
}

async function obey(
  message: Exclude<FromEasel, { kind: 'end' }>,
  terminal: Terminal,
  send: (message: FromCommand) => Promise<void>,
): Promise<void> {
  switch (message.kind) {
    case 'write':
      return terminal.write(message.text);
    case 'say':
      return terminal.say(message.line);
    case 'ask':
      return send({ kind: 'typed', id: message.id, text: await terminal.ask(message.question) });
    case 'read': {
      const read = await terminal.read(message.file, Math.min(message.largestBytes, LARGEST_BYTES.ids));
      const text = read.ok ? read.value : null;
      return send({ kind: 'read', id: message.id, text, why: read.ok ? '' : read.error });
    }
  }
}

/** Settles when the other end has room for more, or is gone. */
function sent(socket: Socket, message: FromCommand | FromEasel): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve();
    socket.write(`${JSON.stringify(message)}\n`, () => resolve());
  });
}

/** The messages of the other end, until it ends or says something else. */
async function* messages<T>(socket: Socket, schema: v.GenericSchema<unknown, T>): AsyncGenerator<T> {
  let rest = '';
  for await (const piece of socket.setEncoding('utf8') as AsyncIterable<string>) {
    // Not by readline, which takes more for the end of a line than JSON does.
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = readJson(schema, line);
      if (message === null) return void socket.destroy();
      yield message;
    }
    // A line without an end would fill the memory.
    if (rest.length > LONGEST_MESSAGE) return void socket.destroy();
  }
}
