/**
 * Hand lettering in capitals: each letter as pen strokes on a grid, x 0 to 6, y 0 (top) to 8 (baseline), two digits a
 * point. Strokes are parted by commas; `~` marks one that is drawn as a curve through its points.
 */
const LETTERS: Readonly<Record<string, string>> = {
  A: '083068,1555',
  B: '0008,~004051534404,~044455574808',
  C: '~51301104173857',
  D: '0008,~003052563808',
  E: '50000858,0444',
  F: '500008,0444',
  G: '~51301104173857,575535',
  H: '0008,5058,0454',
  I: '1018',
  J: '~4046381806',
  K: '0008,501458',
  L: '000858',
  M: '0810355068',
  N: '08005850',
  O: '~301104173857645130',
  P: '0008,~004051534404',
  Q: '~301104173857645130,4668',
  R: '0008,~004051534404,2458',
  S: '~51301113345557381807',
  T: '0060,3038',
  U: '~00051738475550',
  V: '003860',
  W: '0028335860',
  X: '0058,5008',
  Y: '0034,603438',
  Z: '00500858',
  0: '~20020628464220',
  1: '022028',
  2: '~0210304234,~344308,0848',
  3: '~0120414324,~2445472807',
  4: '300555,3038',
  5: '400003,~032345472807',
  6: '~401205183846341406',
  7: '004018',
  8: '~20010324454728070524434120',
  9: '~4324030120414338',
  '.': '0708',
  ',': '1709',
  ':': '0203,0607',
  '-': '0545',
  '+': '0444,2226',
  '=': '0343,0646',
  '?': '~01103041432425,2728',
  '!': '0005,0708',
  '/': '4008',
};

const GAP = 1.8;
const SPACE = 3.2;

/** One pen stroke of a letter, in units of the letter's height. */
export interface LetterStroke {
  readonly curved: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/**
 * Sets a line of text; letters that the hand does not know are left out.
 * @param size height of a capital
 * @returns its strokes with the top left at 0,0, and its width
 */
export function letter(text: string, size: number): { strokes: readonly LetterStroke[]; width: number } {
  const unit = size / 8;
  const strokes: LetterStroke[] = [];
  let x = 0;
  for (const character of text.toUpperCase()) {
    const shape = LETTERS[character];
    if (shape === undefined) {
      x += SPACE;
      continue;
    }
    let width = 0;
    for (const code of shape.split(',')) {
      const points = [...code.matchAll(/(\d)(\d)/g)].map(([, column, row]): readonly [number, number] => {
        width = Math.max(width, Number(column));
        return [(x + Number(column)) * unit, Number(row) * unit];
      });
      strokes.push({ curved: code.startsWith('~'), points });
    }
    x += width + GAP;
  }
  return { strokes, width: Math.max(0, x - GAP) * unit };
}
