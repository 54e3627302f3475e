/** Names out of a policy file, fit to stand in a sentence. */

const LONGEST = 60;

/** In quotation marks, short, on one line, without characters that change how the rest is read. */
export function quoted(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '�');
  const letters = [...plain];
  return `“${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : plain}”`;
}
