/** Most characters of each kind of text that a page sends. The page limits its fields by the same table. */
export const LONGEST = {
  fieldName: 200,
  id: 512,
  shortText: 512,
  passphrase: 1024,
  line: 4096,
  longName: 16_384,
  /** Longer than any key, so that main reports a key that is too long at its field. */
  key: 16_384,
  /** Part of a longer text; a request is limited to 64 KiB. */
  listPiece: 60_000,
} as const;
