/** Maximum lengths, in characters, of texts that the page sends. The page's form fields use the same limits. */
export const LONGEST = {
  fieldName: 200,
  id: 512,
  shortText: 512,
  passphrase: 1024,
  line: 4096,
  longName: 16_384,
  /** Maximum length of an API key. Longer than any valid key, so that main can report "too long" in the form. */
  key: 16_384,
  /** Maximum length of a pasted list in one IPC call of at most 64 KiB. The page splits longer lists. */
  listPiece: 60_000,
} as const;

/** Maximum number of rows in an Excel sheet, without the header row. */
export const MOST_SHEET_ROWS = 1_048_575;
