/** Maximum lengths of the texts that a page sends, in characters. The page limits its fields by the same table. */
export const LONGEST = {
  fieldName: 200,
  id: 512,
  shortText: 512,
  passphrase: 1024,
  line: 4096,
  longName: 16_384,
  /** More than the longest valid key, so that main can report "too long" at the field. */
  key: 16_384,
  /** Maximum length of one piece of a longer list, because a request is limited to 64 KiB. */
  listPiece: 60_000,
} as const;

/** Maximum number of rows in an Excel sheet, without the heading row. */
export const MOST_SHEET_ROWS = 1_048_575;
