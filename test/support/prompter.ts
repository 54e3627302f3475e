/** Cancels the password prompts of a private gnome-keyring over D-Bus. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Call {
  readonly serial: number;
  readonly sender: string;
  readonly member: string;
  /** First argument of the D-Bus message: the path of the object to reply to. */
  readonly first: string;
}

const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  face: 'org.freedesktop.DBus',
};
const CALLBACK = 'org.gnome.keyring.internal.Prompter.Callback';
const NAME = 'org.gnome.keyring.SystemPrompter';

export async function startPrompter(busAddress: string, afterMs: number) {
  const socket = connect(busAddress.replace('unix:path=', ''));
  await once(socket, 'connect');
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  const bus = new Bus(socket);
  bus.onCall = (call) => {
    bus.reply(call);
    if (call.member === 'BeginPrompting') bus.ready(call, '');
    if (call.member === 'PerformPrompt')
      void delay(afterMs, undefined, { ref: false }).then(() => bus.ready(call, 'no'));
  };
  bus.call({ ...BUS, member: 'Hello' }, '', Buffer.alloc(0));
  const flags = Buffer.alloc(4);
  bus.call({ ...BUS, member: 'RequestName' }, 'su', join(text(NAME), flags));
  return { stop: () => void socket.destroy() };
}

interface To {
  readonly destination: string;
  readonly path: string;
  readonly face: string;
  readonly member: string;
}

class Bus {
  readonly #socket: Socket;
  #serial = 0;
  #received = Buffer.alloc(0);
  onCall: (call: Call) => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (;;) {
        const read = readMessage(this.#received);
        if (read === null) return;
        this.#received = this.#received.subarray(read.length);
        if (read.call !== null) this.onCall(read.call);
      }
    });
    // Ignores errors, because the D-Bus daemon may end before this process.
    socket.on('error', () => undefined);
  }

  call({ destination, path, face, member }: To, signature: string, body: Buffer): void {
    this.#send(
      1,
      [field(1, 'o', path), field(2, 's', face), field(3, 's', member), field(6, 's', destination)],
      {
        signature,
        body,
      },
    );
  }

  reply({ serial, sender }: Call): void {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(serial);
    this.#send(2, [Buffer.concat([Buffer.from([5, 1, 117, 0]), number]), field(6, 's', sender)], {
      signature: '',
      body: Buffer.alloc(0),
    });
  }

  /** Builds the D-Bus call `PromptReady` with the response "no" and no secret, which cancels the prompt. */
  ready({ sender, first }: Call, response: string): void {
    const body = join(join(text(response), Buffer.alloc(4)), Buffer.alloc(0), 8);
    this.call(
      { destination: sender, path: first, face: CALLBACK, member: 'PromptReady' },
      'sa{sv}s',
      join(body, text('')),
    );
  }

  #send(
    kind: number,
    fields: readonly Buffer[],
    { signature, body }: { readonly signature: string; readonly body: Buffer },
  ): void {
    if (this.#socket.destroyed) return;
    this.#serial += 1;
    const all = signature === '' ? fields : [...fields, signatureField(signature)];
    const array = all.reduce((before, one) => join(before, one, 8), Buffer.alloc(0));
    const head = Buffer.alloc(16);
    head.set([0x6c, kind, 0, 1]);
    head.writeUInt32LE(body.length, 4);
    head.writeUInt32LE(this.#serial, 8);
    head.writeUInt32LE(array.length, 12);
    this.#socket.write(join(join(Buffer.concat([head, array]), Buffer.alloc(0), 8), body));
  }
}

/** Appends `b` to `a` at the next multiple of `to` bytes, as D-Bus requires. */
function join(a: Buffer, b: Buffer, to = 4): Buffer {
  return Buffer.concat([a, Buffer.alloc((to - (a.length % to)) % to), b]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length - 1);
  return Buffer.concat([length, bytes]);
}

function field(code: number, type: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([code, 1, type.charCodeAt(0), 0]), text(value)]);
}

function signatureField(value: string): Buffer {
  return Buffer.concat([Buffer.from([8, 1, 103, 0, value.length]), Buffer.from(`${value}\0`)]);
}

function readMessage(bytes: Buffer): { readonly length: number; readonly call: Call | null } | null {
  if (bytes.length < 16) return null;
  const fieldsEnd = 16 + bytes.readUInt32LE(12);
  const bodyStart = fieldsEnd + ((8 - (fieldsEnd % 8)) % 8);
  const length = bodyStart + bytes.readUInt32LE(4);
  if (bytes.length < length) return null;
  if (bytes[1] !== 1) return { length, call: null };
  const fields = bytes.subarray(16, fieldsEnd);
  const [serial, sender, member] = [bytes.readUInt32LE(8), textField(fields, 7), textField(fields, 3)];
  const first = length > bodyStart ? textAt(bytes, bodyStart) : '';
  return { length, call: { serial, sender, member, first } };
}

function textField(fields: Buffer, code: number): string {
  const at = fields.indexOf(Buffer.from([code, 1, 115, 0]));
  return at < 0 ? '' : textAt(fields, at + 4);
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)).toString();
}
