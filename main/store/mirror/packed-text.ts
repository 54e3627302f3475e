/**
 * A million short texts as a few long ones, so that any part of any of them is found by searching strings, and none
 * of them is an object.
 */

/** Stands between texts. Identifiers hold no control characters (service/wire/ids.ts), and one that does still works. */
export const SEPARATOR = '\u0001';

/** Rows of one chunk: small enough to be made anew when a row comes or goes. */
export const CHUNK_ROWS = 16_384;

interface Chunk {
  /** Its first row. */
  first: number;
  rows: number;
  text: string;
  /** Where each row begins, and one more; null where all rows are as long as each other. */
  starts: Uint32Array | null;
  /** From one row's beginning to the next one's, where `starts` is null. */
  stride: number;
}

/** Texts by row number, in lower case. */
export class PackedText {
  readonly #chunks: Chunk[] = [];
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /**
   * Adds rows that are joined by the separator already. False, with nothing added, when a text of them holds the
   * separator itself: then they must be added one by one.
   */
  addJoined(joined: string, rows: number): boolean {
    const chunk = chunkOf(joined.toLowerCase(), rows);
    if (chunk === null) return false;
    this.#push(chunk);
    return true;
  }

  /** Adds some rows, at most as many as a chunk has. */
  addAll(texts: readonly string[]): void {
    if (texts.length > 0) this.#push(chunkOfTexts(texts.map((text) => text.toLowerCase())));
  }

  at(row: number): string {
    const chunk = this.#chunkAt(row);
    return chunk.text.slice(startOf(chunk, row - chunk.first), endOf(chunk, row - chunk.first));
  }

  isEmpty(row: number): boolean {
    const chunk = this.#chunkAt(row);
    return startOf(chunk, row - chunk.first) === endOf(chunk, row - chunk.first);
  }

  beginsWith(row: number, prefix: string): boolean {
    const chunk = this.#chunkAt(row);
    const start = startOf(chunk, row - chunk.first);
    return start + prefix.length <= endOf(chunk, row - chunk.first) && chunk.text.startsWith(prefix, start);
  }

  /** The rows that hold the term (in lower case, not empty), in their order. */
  find(term: string): Uint32Array {
    const found = new Uint32Array(this.#rows);
    let count = 0;
    for (const chunk of this.#chunks) count = findIn(chunk, term, found, count);
    return found.slice(0, count);
  }

  /** The same among some rows. */
  findAmong(rows: Uint32Array, term: string): Uint32Array {
    return rows.filter((row) => this.at(row).includes(term));
  }

  insert(row: number, text: string): void {
    const lower = text.toLowerCase();
    const at = this.#chunks.findIndex(({ first, rows }) => row <= first + rows);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return this.addAll([lower]);
    this.#chunks[at] = withRow(chunk, row - chunk.first, lower);
    this.#number();
  }

  remove(row: number): void {
    const chunk = this.#chunkAt(row);
    const at = this.#chunks.indexOf(chunk);
    if (chunk.rows === 1) this.#chunks.splice(at, 1);
    else this.#chunks[at] = withoutRow(chunk, row - chunk.first);
    this.#number();
  }

  #push(chunk: Chunk): void {
    chunk.first = this.#rows;
    this.#rows += chunk.rows;
    this.#chunks.push(chunk);
  }

  #number(): void {
    this.#rows = 0;
    for (const chunk of this.#chunks) {
      chunk.first = this.#rows;
      this.#rows += chunk.rows;
    }
  }

  #chunkAt(row: number): Chunk {
    // Chunks are full but for the last, or nearly so where rows have come or gone since.
    let at = Math.min(Math.floor(row / CHUNK_ROWS), this.#chunks.length - 1);
    let chunk = this.#chunks[at];
    while (chunk !== undefined && row < chunk.first) chunk = this.#chunks[(at -= 1)];
    while (chunk !== undefined && row >= chunk.first + chunk.rows) chunk = this.#chunks[(at += 1)];
    if (chunk === undefined) throw new RangeError(`no row ${row}`);
    return chunk;
  }
}

function startOf({ starts, stride }: Chunk, row: number): number {
  return starts === null ? row * stride : (starts[row] ?? 0);
}

function endOf(chunk: Chunk, row: number): number {
  return startOf(chunk, row + 1) - 1;
}

function textsOf(chunk: Chunk): string[] {
  return Array.from({ length: chunk.rows }, (_, row) =>
    chunk.text.slice(startOf(chunk, row), endOf(chunk, row)),
  );
}

function withRow(chunk: Chunk, row: number, text: string): Chunk {
  if (chunk.starts !== null || chunk.stride !== text.length + 1) {
    return chunkOfTexts(textsOf(chunk).toSpliced(row, 0, text));
  }
  const at = row * chunk.stride;
  const joined =
    row === chunk.rows
      ? chunk.text + SEPARATOR + text
      : chunk.text.slice(0, at) + text + SEPARATOR + chunk.text.slice(at);
  return { ...chunk, rows: chunk.rows + 1, text: joined };
}

function withoutRow(chunk: Chunk, row: number): Chunk {
  if (chunk.starts !== null) return chunkOfTexts(textsOf(chunk).toSpliced(row, 1));
  const [start, end] = [row * chunk.stride, (row + 1) * chunk.stride];
  const joined =
    row === chunk.rows - 1
      ? chunk.text.slice(0, start - 1)
      : chunk.text.slice(0, start) + chunk.text.slice(end);
  return { ...chunk, rows: chunk.rows - 1, text: joined };
}

function chunkOf(text: string, rows: number): Chunk | null {
  const starts = new Uint32Array(rows + 1);
  let at = 0;
  for (let row = 1; row < rows; row += 1) {
    at = text.indexOf(SEPARATOR, at) + 1;
    if (at === 0) return null;
    starts[row] = at;
  }
  if (text.includes(SEPARATOR, at)) return null;
  starts[rows] = text.length + 1;
  return withStarts(text, starts);
}

function chunkOfTexts(texts: readonly string[]): Chunk {
  const starts = new Uint32Array(texts.length + 1);
  let at = 0;
  for (const [row, text] of texts.entries()) starts[row + 1] = at += text.length + 1;
  return withStarts(texts.join(SEPARATOR), starts);
}

function withStarts(text: string, starts: Uint32Array): Chunk {
  const stride = starts[1] ?? 0;
  const even = starts.every((start, row) => start === row * stride);
  return { first: 0, rows: starts.length - 1, text, starts: even ? null : starts, stride };
}

/** Writes the numbers of matching rows into `found` from `count` on, and gives the new count. */
function findIn(chunk: Chunk, term: string, found: Uint32Array, count: number): number {
  const { first, rows, text, starts, stride } = chunk;
  let next = count;
  let row = 0;
  let at = text.indexOf(term);
  while (at !== -1) {
    if (starts === null) row = Math.floor(at / stride);
    else while (row + 1 < rows && (starts[row + 1] ?? 0) <= at) row += 1;
    const end = starts === null ? (row + 1) * stride : (starts[row + 1] ?? 0);
    // A term that holds the separator may reach into the next row.
    const within = at + term.length < end;
    if (within) found[next++] = first + row;
    at = text.indexOf(term, within ? end : at + 1);
  }
  return next;
}
