/** Text as a QR code: ISO/IEC 18004, byte mode, error correction level L, in the smallest version that holds it. */

/** Error correction words of each block, by version from 1 on (table 9 of the standard, level L). */
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
  30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
];
/** Blocks of each version, from the same table. */
const BLOCKS = [
  1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
  19, 19, 20, 21, 22, 24, 25,
];

/** Rows of modules, `true` for a dark one; without the quiet zone of 4 around it. */
export type QrCode = readonly (readonly boolean[])[];

/** Null where the text is longer than the 2,953 bytes that the largest version holds. */
export function qrCode(text: string): QrCode | null {
  const bytes = Buffer.from(text);
  const version = CORRECTION.findIndex((_, at) => bytes.length <= roomOf(at + 1)) + 1;
  if (version === 0) return null;
  const words = withCorrection(dataWords(bytes, version), version);
  const codes = MASKS.map((_, mask) => drawn(version, words, mask));
  const points = codes.map(penalty);
  return codes[points.indexOf(Math.min(...points))] ?? null;
}

/** The dark modules as a path of an SVG, a unit each: runs of each row. */
export function pathOf(code: QrCode): string {
  return code
    .flatMap((row, y) => {
      const line = row.map((dark) => (dark ? '1' : '0')).join('');
      const runs = [...line.matchAll(/1+/gu)];
      return runs.map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join('');
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
const countBits = (version: number): number => (version < 10 ? 8 : 16);

/** Words of 8 bits for data and correction: what the patterns leave free. */
function wordsOf(version: number): number {
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignment = marks === 0 ? 0 : (25 * marks - 10) * marks - 55;
  return Math.floor(((16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36)) / 8);
}

const dataRoom = (version: number): number =>
  wordsOf(version) - at(CORRECTION, version - 1) * at(BLOCKS, version - 1);
const roomOf = (version: number): number => dataRoom(version) - Math.ceil((4 + countBits(version)) / 8);

function dataWords(bytes: Uint8Array, version: number): readonly number[] {
  const bits = [0, 1, 0, 0];
  const put = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(bytes.length, countBits(version));
  for (const byte of bytes) put(byte, 8);
  const room = dataRoom(version);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, word) =>
    bits.slice(word * 8, word * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  );
  while (words.length < room) words.push((words.length - bits.length / 8) % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** Product in the field of 256 elements that the standard uses. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** Reed-Solomon: the remainder of the data, divided by the generator of this degree. */
function correctionOf(data: readonly number[], degree: number): readonly number[] {
  let generator = [...Array<number>(degree - 1).fill(0), 1];
  for (let root = 1, step = 0; step < degree; step += 1, root = times(root, 2)) {
    generator = generator.map((value, place) => times(value, root) ^ at(generator, place + 1));
  }
  return data.reduce<number[]>((rest, word) => {
    const factor = word ^ at(rest, 0);
    return generator.map((value, place) => at(rest, place + 1) ^ times(value, factor));
  }, Array<number>(degree).fill(0));
}

/** The data in blocks, each with its correction, woven together. */
function withCorrection(data: readonly number[], version: number): readonly number[] {
  const [count, degree] = [at(BLOCKS, version - 1), at(CORRECTION, version - 1)];
  const short = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    const part = data.slice(from, (from += short + (block < shortBlocks ? 0 : 1)));
    return { part, correction: correctionOf(part, degree) };
  });
  const woven = (lists: readonly (readonly number[])[], length: number): readonly number[] =>
    Array.from({ length }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
  return [
    ...woven(
      blocks.map(({ part }) => part),
      short + 1,
    ),
    ...woven(
      blocks.map(({ correction }) => correction),
      degree,
    ),
  ];
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The whole code with these words under a mask. */
function drawn(version: number, words: readonly number[], mask: number): QrCode {
  const size = 17 + 4 * version;
  /** 1 for a dark module, 0 for a light one; none of both where nothing stands yet. */
  const modules = new Int8Array(size * size).fill(-1);
  const put = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y * size + x] = Number(dark);
  };
  /** A square of rings: a finder with its white border, or a mark of alignment. */
  const ring = (x: number, y: number, reach: number, light: readonly number[]): void => {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        put(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const bits = (value: number, count: number, place: (at: number, dark: boolean) => void): void => {
    for (let bit = 0; bit < count; bit += 1) place(bit, ((value >> bit) & 1) === 1);
  };

  for (let place = 0; place < size; place += 1) {
    put(6, place, place % 2 === 0);
    put(place, 6, place % 2 === 0);
  }
  const marks = alignmentOf(version);
  for (const x of marks)
    for (const y of marks) {
      const atEnd = [x, y].filter((place) => place === 6).length;
      if (atEnd === 0 || (atEnd === 1 && Math.max(x, y) < size - 7)) ring(x, y, 2, [1]);
    }
  ring(3, 3, 4, [2, 4]);
  ring(size - 4, 3, 4, [2, 4]);
  ring(3, size - 4, 4, [2, 4]);
  // Level L is 01.
  bits((((8 | mask) << 10) | remainder(8 | mask, 10, 0x537)) ^ 0x5412, 15, (at, dark) => {
    const beside = at < 6 ? at : at < 8 ? at + 1 : at < 9 ? 7 : 14 - at;
    put(at < 8 ? 8 : beside, at < 8 ? beside : 8, dark);
    put(at < 8 ? size - 1 - at : 8, at < 8 ? 8 : size - 15 + at, dark);
  });
  put(8, size - 8, true);
  if (version >= 7)
    bits((version << 12) | remainder(version, 12, 0x1f25), 18, (at, dark) => {
      put(size - 11 + (at % 3), Math.floor(at / 3), dark);
      put(Math.floor(at / 3), size - 11 + (at % 3), dark);
    });

  let bit = 0;
  // Two columns at a time, up and down; the upright timing pattern takes no part.
  for (let pair = size - 1; pair > 0; pair -= 2) {
    const right = pair <= 6 ? pair - 1 : pair;
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (modules[y * size + x] !== -1) continue;
        const value = ((at(words, bit >> 3) >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
        put(x, y, value !== (MASKS[mask]?.(x, y) === 0));
      }
    }
  }
  return Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_module, x) => modules[y * size + x] === 1),
  );
}

/** Where the marks of alignment stand, across and down alike. */
function alignmentOf(version: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, place) => 10 + 4 * version - place * step)];
}

/** Of a binary division, as the standard's BCH codes use it. */
function remainder(value: number, bits: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return rest;
}

/** How hard a code is to read: runs, squares, false finders and an uneven share of dark (the four rules of the standard). */
function penalty(code: QrCode): number {
  const columns = code.map((_, x) => code.map((row) => row[x] === true));
  let points = 0;
  for (const line of [...code, ...columns]) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/gu)) points += run.length - 2;
    points += 40 * [...text.matchAll(/(?=10111010000|00001011101)/gu)].length;
  }
  let dark = 0;
  for (const [y, row] of code.entries())
    for (const [x, value] of row.entries()) {
      if (value) dark += 1;
      const below = code[y + 1];
      if (row[x + 1] === value && below?.[x] === value && below[x + 1] === value) points += 3;
    }
  const share = (dark * 20) / (code.length * code.length);
  return points + 10 * (Math.ceil(Math.abs(share - 10)) - 1);
}
