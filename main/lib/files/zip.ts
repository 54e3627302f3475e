/** Writes a ZIP archive in parts, so that its files may be long. Uses Node's compression instead of a package. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Maximum size in bytes of a ZIP archive and of each file, because the extension ZIP64 is not used. */
const MOST_BYTES = 0xffff_ffff;
/** Flags of each file in the archive. Bit 3: checksum and sizes follow the data. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** Date of all files in the archive: 1 January 1980, so that equal contents give equal archives. */
const DATE = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  packed: number;
  size: number;
}

export class ZipWriter {
  readonly #entries: Entry[] = [];
  #at = 0;
  #parts: Buffer[] = [];

  begin(name: string): void {
    const entry: Entry = { name: Buffer.from(name), at: this.#at, crc: 0, packed: 0, size: 0 };
    this.#put(numbers([4, 0x04034b50]), headOf(entry), entry.name);
    this.#entries.push(entry);
  }

  /** Appends text to the archive's current file. Throws if the file becomes larger than 4 GiB. */
  write(text: string, isLast: boolean): void {
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error('no file was begun');
    const bytes = Buffer.from(text);
    // The flush ends the compressed part at a byte boundary, so that parts can be concatenated.
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const packed = deflateRawSync(bytes, { level: 1, finishFlush });
    entry.crc = crc32(bytes, entry.crc);
    entry.packed += packed.length;
    entry.size += bytes.length;
    if (Math.max(entry.size, this.#at + packed.length) > MOST_BYTES) throw new Error('the file is too large');
    this.#put(packed);
    if (isLast) this.#put(numbers([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]));
  }

  end(): void {
    const start = this.#at;
    for (const entry of this.#entries) {
      const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]);
      this.#put(numbers([4, 0x02014b50], [2, VERSION]), headOf(entry), rest, entry.name);
    }
    const count = this.#entries.length;
    const size = this.#at - start;
    this.#put(numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]));
  }

  /** Returns the archive's bytes since the last call, in a buffer that can be transferred to another thread. */
  take(): Uint8Array {
    const bytes = new Uint8Array(Buffer.concat(this.#parts));
    this.#parts = [];
    return bytes;
  }

  #put(...parts: readonly Buffer[]): void {
    this.#parts.push(...parts);
    for (const part of parts) this.#at += part.length;
  }
}

function headOf({ name, crc, packed, size }: Entry): Buffer {
  return numbers(
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
  );
}

function numbers(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
