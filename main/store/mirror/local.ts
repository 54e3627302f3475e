/** What is known of a list's boards on this computer, packed by their places, for searching, filtering and sorting. */
import type { Known } from './main-database.ts';
import { CHUNK_ROWS, PackedText } from './packed-text.ts';

/** Bits of `marks`; a board of which anything is known has the lowest one too. */
export const MARKS = {
  known: 1,
  labelled: 2,
  tagged: 4,
  protected: 8,
  previewed: 16,
  'made-here': 32,
} as const;

/** Between label, note, tags and customer; each tag has one on both sides. */
const FIELD = '\u0002';
const TAG = '\u0003';
const MEANS_SOMETHING = /[\u0001-\u0003]/gu;

export interface Local {
  /** By place; null where nothing is known of any board. */
  readonly marks: Uint8Array | null;
  /** The places with a note, in their order. */
  readonly ranks: Uint32Array;
  /** Label, note, tags and customer of each of them. */
  readonly texts: PackedText;
}

/** Packs what is known of boards by their places. */
export function packLocal(known: Iterable<readonly [number, Known]>, size: number): Local {
  let marks: Uint8Array | null = null;
  const noted: { readonly rank: number; readonly text: string }[] = [];
  for (const [rank, each] of known) {
    marks ??= new Uint8Array(size);
    marks[rank] = marksOf(each);
    if (each.local !== null) noted.push({ rank, text: textOf(each.local) });
  }
  noted.sort((a, b) => a.rank - b.rank);
  const texts = new PackedText();
  for (let at = 0; at < noted.length; at += CHUNK_ROWS) {
    texts.addAll(noted.slice(at, at + CHUNK_ROWS).map(({ text }) => text));
  }
  return { marks, ranks: Uint32Array.from(noted, ({ rank }) => rank), texts };
}

/** The places whose label, note, tags or customer hold the term (in lower case). */
export function findLocal(local: Local, term: string): Uint32Array {
  const written = term.normalize('NFC');
  if (clean(written) !== written) return new Uint32Array(0);
  return ranksOf(local, local.texts.find(written));
}

/** The places with this tag, letter case ignored. */
export function withTag(local: Local, tag: string): Uint32Array {
  return ranksOf(local, local.texts.find(TAG + clean(tag.trim()).toLowerCase() + TAG));
}

/** The places of this customer, letter case ignored. */
export function withCustomer(local: Local, customer: string): Uint32Array {
  const wanted = clean(customer.trim()).toLowerCase();
  const rows = wanted === '' ? new Uint32Array(0) : local.texts.find(FIELD + wanted);
  return ranksOf(
    local,
    rows.filter((row) => customerAt(local, row) === wanted),
  );
}

/** Places with a label (or customer) in its order, letter case ignored; equal ones in the default order. */
export function sortedBy(local: Local, by: 'label' | 'customer', descending: boolean): Uint32Array {
  const valueAt = by === 'label' ? labelAt : customerAt;
  const sign = descending ? -1 : 1;
  const valued: { readonly rank: number; readonly value: string }[] = [];
  for (const [row, rank] of local.ranks.entries()) {
    const value = valueAt(local, row);
    if (value !== '') valued.push({ rank, value });
  }
  valued.sort((a, b) => (a.value === b.value ? a.rank - b.rank : a.value < b.value ? -sign : sign));
  return Uint32Array.from(valued, ({ rank }) => rank);
}

function marksOf({ local, madeHere, previewedAt }: Known): number {
  const bits: readonly (readonly [boolean, number])[] = [
    [local !== null && local.label !== '', MARKS.labelled],
    [local !== null && local.tags.length > 0, MARKS.tagged],
    [local?.protected === true, MARKS.protected],
    [previewedAt !== null, MARKS.previewed],
    [madeHere, MARKS['made-here']],
  ];
  return bits.reduce<number>((sum, [holds, bit]) => (holds ? sum | bit : sum), MARKS.known);
}

function textOf({ label, note, tags, customer }: NonNullable<Known['local']>): string {
  const tagged = TAG + tags.map((tag) => clean(tag) + TAG).join('');
  return [clean(label), clean(note), tagged, clean(customer)].join(FIELD);
}

const clean = (text: string): string => text.normalize('NFC').replaceAll(MEANS_SOMETHING, ' ');

const ranksOf = (local: Local, rows: Uint32Array): Uint32Array => rows.map((row) => local.ranks[row] ?? 0);

function labelAt(local: Local, row: number): string {
  const text = local.texts.at(row);
  return text.slice(0, text.indexOf(FIELD));
}

function customerAt(local: Local, row: number): string {
  const text = local.texts.at(row);
  return text.slice(text.lastIndexOf(FIELD) + 1);
}
