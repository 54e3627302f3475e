/** Normalised text of notes (Unicode form, lower case) for search, filters and sorting. */
import { foldText } from '../../../preload/contract/facts.ts';
import type { NoteRecord } from './change-note.ts';

/** Separators in the searchable text of a note: `FIELD` between its fields, and `TAG` before and after each tag. */
const FIELD = '\u0002';
export const TAG = '\u0003';
const MEANS_SOMETHING = /[\u0001-\u0003]/gu;

export function noteWords({ label, customer, tags, note }: NoteRecord): string {
  const tagged = TAG + tags.map((tag) => foldWord(tag) + TAG).join('');
  return [foldWord(label), foldWord(customer), tagged, foldWord(note)].join(FIELD);
}

/** Normalises a text for searching. Replaces NUL characters, because SQLite's functions stop at NUL. */
export function foldWord(word: string): string {
  return foldText(word).replaceAll(MEANS_SOMETHING, ' ').replaceAll('\0', '\u0004');
}

const BEHIND_LABEL = 'substr(words, instr(words, char(2)) + 1)';
export const CUSTOMER_WORD = `substr(${BEHIND_LABEL}, 1, instr(${BEHIND_LABEL}, char(2)) - 1)`;
const BEHIND_CUSTOMER = `substr(${BEHIND_LABEL}, instr(${BEHIND_LABEL}, char(2)) + 1)`;
export const TAG_WORDS = `substr(${BEHIND_CUSTOMER}, 1, instr(${BEHIND_CUSTOMER}, char(2)) - 1)`;
