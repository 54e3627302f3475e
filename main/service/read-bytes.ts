/** Reads the bytes of an answer: unpacked, and never more than there is room for. */
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** Largest body, unpacked, in bytes. */
export const LARGEST_BODY = 8 * 1024 * 1024;

/** What Easel can unpack, as it says to the service. */
export const ACCEPT_ENCODING = 'gzip, br';

/** How the reading of a body ended. */
export type BodyEnd =
  | 'whole'
  | 'lost' // the connection went in mid-body
  | 'too-large'
  | 'bad-encoding'; // packed in an unknown way, or damaged

/** A buffer of its own each time: the reader of an answer may hand it over. */
const noBytes = (): Uint8Array => new Uint8Array(0);

/** What unpacks a body, by its encoding. */
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  br: createBrotliDecompress,
};

/**
 * Reads to the end, or as far as the bounds allow, into a buffer of its own, which stays empty unless it is `whole`.
 * `onBytes` is told when bytes arrive; `length` is how many are announced, as text. A body that is not read to its end is left, which ends its connection.
 * Never throws.
 */
export async function readBytes(
  body: Readable,
  encoding: string | undefined,
  onBytes: () => void,
  length?: string,
): Promise<{ readonly end: BodyEnd; readonly bytes: Uint8Array }> {
  const name = encoding?.trim().toLowerCase() ?? '';
  const isPlain = name === '' || name === 'identity';
  const unpacker = Object.hasOwn(UNPACKERS, name) ? UNPACKERS[name] : undefined;
  if (!isPlain && unpacker === undefined) {
    body.on('error', () => undefined).destroy();
    return { end: 'bad-encoding', bytes: noBytes() };
  }
  try {
    const bytes = await (unpacker === undefined
      ? collect(body, onBytes, Number(length))
      : collect(unpack(body, unpacker(), onBytes)));
    return { end: 'whole', bytes };
  } catch (error) {
    if (error instanceof TooLarge) return { end: 'too-large', bytes: noBytes() };
    return { end: isUnpackError(error) ? 'bad-encoding' : 'lost', bytes: noBytes() };
  }
}

class TooLarge extends Error {}

/** A body that is too large even packed is not read further. */
function unpack(body: Readable, unpacker: Transform, onBytes: () => void): Readable {
  let packed = 0;
  body.on('data', ({ length }: Uint8Array) => {
    onBytes();
    packed += length;
    if (packed > LARGEST_BODY) unpacker.destroy(new TooLarge());
  });
  // Whatever ends one ends the other; the reader of the unpacked bytes hears of it.
  return pipeline(body, unpacker, () => undefined);
}

/**
 * All of it, in a buffer of its own; fails as soon as it grows too large. It may come in millions of chunks of one byte:
 * what has come is taken as one piece, nothing of it is kept, and others have their turn after each piece but the first.
 * By events, for to a small answer the stream's own iterator costs a third of what the whole request does.
 */
function collect(stream: Readable, onBytes?: () => void, announced = 0): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  let whole = new Uint8Array(announced > 0 ? Math.min(LARGEST_BODY, announced) : 0);
  let bytes = 0;
  let rests = false;
  function take(): void {
    const piece = rests ? null : (stream.read() as Uint8Array | null);
    if (piece === null) return;
    onBytes?.();
    const end = bytes + piece.length;
    if (end > LARGEST_BODY) return void stream.destroy(new TooLarge());
    if (end > whole.length) {
      whole = new Uint8Array(whole.buffer.transfer(Math.min(LARGEST_BODY, Math.max(end, 2 * bytes))));
    }
    whole.set(piece, bytes);
    bytes = end;
    rests = end > piece.length;
    if (rests) setImmediate(goOn);
  }
  function goOn(): void {
    rests = false;
    take();
  }
  stream
    .on('readable', take)
    .once('end', () => resolve(bytes === whole.length ? whole : whole.slice(0, bytes)))
    .on('error', reject)
    .once('close', () => {
      if (!stream.readableEnded) reject(new Error('closed before its end'));
    });
  return promise;
}

/** zlib's own codes: Z_DATA_ERROR, Z_BUF_ERROR, ERR__ERROR_FORMAT_…, ERR_BROTLI_…. */
function isUnpackError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:Z_|ERR__ERROR|ERR_BROTLI|ERR_PADDING)/u.test(code);
}
