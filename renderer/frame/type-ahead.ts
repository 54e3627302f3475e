/** Which entry of a list the typed letters mean, as native lists have it. */

/** After this pause in ms, letters begin a new word. */
export const WORD_PAUSE = 700;

/**
 * The next entry whose name begins with what was typed, letter case ignored; -1 for none. One letter, typed again and
 * again, goes through all names that begin with it.
 *
 * @param here the entry that has the focus
 */
export function typedEntry(names: readonly string[], typed: string, here: number): number {
  const letters = typed.toLocaleLowerCase();
  const same = [...letters].every((letter) => letter === letters[0]);
  const wanted = same ? letters.slice(0, 1) : letters;
  // A word that goes on may still mean the entry it is at.
  const from = same ? here + 1 : here;
  for (let step = 0; step < names.length; step += 1) {
    const at = (from + step + names.length) % names.length;
    if (names[at]?.toLocaleLowerCase().startsWith(wanted)) return at;
  }
  return -1;
}
