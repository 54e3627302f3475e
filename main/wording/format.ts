/** Numbers, counts and moments in what main writes for people. */

/** Easel speaks English, whatever this computer is set to. */
const LOCALE = 'en-GB';

/** "1,240". */
export function formatNumber(value: number): string {
  return value.toLocaleString(LOCALE);
}

/** "1 board", "1,240 boards": a count with its noun; the plural is given where it is more than an “s”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "21 Nov 2026, 09:41". `at`: epoch ms. */
export function formatDateTime(at: number): string {
  return new Date(at).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "2026-11-21": the day in the name of a file, in UTC. `at`: epoch ms. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A moment as text; empty for none. A time beyond what dates can hold is none. */
export function isoOf(at: number | null): string {
  return at === null || Math.abs(at) > 8.64e15 ? '' : new Date(at).toISOString();
}

const LONGEST_QUOTED = 60;

/** A name from a file in quotation marks: short, on one line, without characters that change how the rest is read. */
export function quoted(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '�');
  const letters = [...plain];
  return `“${letters.length > LONGEST_QUOTED ? `${letters.slice(0, LONGEST_QUOTED).join('')}…` : plain}”`;
}
