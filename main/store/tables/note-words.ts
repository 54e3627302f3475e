/** What notes are found, filtered and sorted by: one text of each, in lower case, kept beside them. */
import type { NoteRecord } from './change-note.ts';

/** Between label, customer, tags and note; each tag has the other one on both sides. */
const FIELD = '\u0002';
const TAG = '\u0003';
const MEANS_SOMETHING = /[\u0001-\u0003]/gu;

type Words = Pick<NoteRecord, 'label' | 'customer' | 'tags' | 'note'>;

/** The text of a note: the same letters in whatever form and case are the same here. */
export function noteWords({ label, customer, tags, note }: Words): string {
  const tagged = TAG + tags.map((tag) => foldWord(tag) + TAG).join('');
  return [foldWord(label), foldWord(customer), tagged, foldWord(note)].join(FIELD);
}

/** A word as it stands in such a text. SQL reads no further than a NUL. */
export function foldWord(word: string): string {
  return word.normalize('NFC').replaceAll(MEANS_SOMETHING, ' ').replaceAll('\0', '\u0004').toLowerCase();
}

/** In SQL: the label, the customer and the tags of a row of notes. */
export const LABEL_WORD = 'substr(words, 1, instr(words, char(2)) - 1)';
const BEHIND_LABEL = 'substr(words, instr(words, char(2)) + 1)';
export const CUSTOMER_WORD = `substr(${BEHIND_LABEL}, 1, instr(${BEHIND_LABEL}, char(2)) - 1)`;
const BEHIND_CUSTOMER = `substr(${BEHIND_LABEL}, instr(${BEHIND_LABEL}, char(2)) + 1)`;
export const TAG_WORDS = `substr(${BEHIND_CUSTOMER}, 1, instr(${BEHIND_CUSTOMER}, char(2)) - 1)`;
