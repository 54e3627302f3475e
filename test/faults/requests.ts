/** Reads the requests of one connection as they come, byte by byte if need be. */

export interface RequestHead {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Lines of the head, the first one included. */
  readonly lines: readonly string[];
}

const HEAD_END = '\r\n\r\n';

/** Hands on each head once it is whole, and each piece of a body as it comes. */
export class RequestReader {
  readonly #onHead: (head: RequestHead) => void;
  readonly #onBody: (piece: Buffer) => void;
  #waiting = Buffer.alloc(0);
  #bodyLeft = 0;

  constructor(onHead: (head: RequestHead) => void, onBody: (piece: Buffer) => void) {
    this.#onHead = onHead;
    this.#onBody = onBody;
  }

  read(bytes: Buffer): void {
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    while (this.#waiting.length > 0) {
      if (this.#bodyLeft > 0) {
        const piece = this.#take(Math.min(this.#bodyLeft, this.#waiting.length));
        this.#bodyLeft -= piece.length;
        this.#onBody(piece);
        continue;
      }
      const end = this.#waiting.indexOf(HEAD_END);
      if (end < 0) return;
      const lines = this.#take(end + HEAD_END.length)
        .toString('latin1')
        .trimEnd()
        .split('\r\n');
      const [method = '', path = ''] = (lines[0] ?? '').split(' ');
      this.#bodyLeft = Number(headerOf(lines, 'content-length') ?? 0);
      this.#onHead({ method, path, lines });
    }
  }

  #take(count: number): Buffer {
    const taken = this.#waiting.subarray(0, count);
    this.#waiting = this.#waiting.subarray(count);
    return taken;
  }
}

/** A header's value; `name` in lower case. */
export function headerOf(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}
