import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from 'uqr';
import type { LinkQrCode } from '../../../preload/contract/papers.ts';
import type { PrintedPage } from '../../lib/files/files.ts';
import { escaped, formatDateTime } from '../../lib/wording/format.ts';

/** Number of bytes that fit into the largest QR code at error correction level L. */
const MOST_BYTES = 2_953;

/** Returns a QR code as an SVG path of rectangles, one per run of dark modules; null if the text is too long. */
export function qrCode(text: string): LinkQrCode | null {
  if (Buffer.byteLength(text) > MOST_BYTES) return null;
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  const runs = data.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/gu)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size, path: runs.join('') };
}

/** A join link. Only copied or saved, because it contains an access token. `expiresAt`: epoch ms, or null. */
export interface SheetLink {
  readonly name: string;
  readonly paperName: string;
  readonly link: string;
  readonly expiresAt: number | null;
}

const SIZES = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;
const COLUMNS = 3;
const ROWS = 4;
/** Width of the white border that QR readers need, in modules (squares of the code). */
const QUIET = 4;

/** Returns printable sheets of twelve QR codes each. A sentence replaces the code of a link that is too long. */
export async function qrSheet(links: readonly SheetLink[], size: PrintedPage['size']): Promise<PrintedPage> {
  const { width, height } = SIZES[size];
  let body = '';
  for (let from = 0; from < links.length; from += COLUMNS * ROWS) {
    const cards: string[] = [];
    for (const link of links.slice(from, from + COLUMNS * ROWS)) {
      cards.push(cardOf(link));
      // Lets other tasks run between QR codes, because one call may create a thousand codes of some ms each.
      await nextTurn();
    }
    body += `<section>${cards.join('')}</section>`;
  }
  return {
    size,
    style: STYLE.replace('WIDTH', `${width}mm`).replace('HEIGHT', `${height}mm`),
    body,
  };
}

function cardOf({ name, paperName, link, expiresAt }: SheetLink): string {
  const until = expiresAt === null ? '' : `<small>Until ${formatDateTime(expiresAt)}</small>`;
  return [
    '<figure>',
    codeOf(link),
    `<figcaption><b dir="auto">${escaped(name)}</b>`,
    `<small dir="auto">${escaped(paperName)}</small>${until}</figcaption>`,
    '</figure>',
  ].join('');
}

function codeOf(link: string): string {
  const code = qrCode(link);
  if (code === null) return '<p>This link is too long for a QR code. Send it as text instead.</p>';
  const whole = code.size + 2 * QUIET;
  const box = `${-QUIET} ${-QUIET} ${whole} ${whole}`;
  return `<svg viewBox="${box}" shape-rendering="crispEdges"><path d="${code.path}"/></svg>`;
}

/** Styles of the printed sheet. Clips long text, because users cut the sheet into cards. */
const STYLE = `
@page { margin: 0 }
* { box-sizing: border-box; margin: 0 }
body { font: 11pt/1.3 system-ui, sans-serif; color: #000; background: #fff }
section {
  display: grid; grid-template: repeat(${ROWS}, 1fr) / repeat(${COLUMNS}, 1fr);
  width: WIDTH; height: calc(HEIGHT - 0.5mm); padding: 8mm; overflow: hidden; break-after: page; break-inside: avoid;
}
section:last-child { break-after: auto }
figure {
  display: flex; flex-direction: column; align-items: center; min-width: 0; min-height: 0; overflow: hidden;
  padding: 1mm 2mm; border: 0.2mm dashed #999;
}
svg { flex: none; width: 50mm; height: 50mm; fill: #000 }
figure > p { flex: none; width: 50mm; height: 50mm; padding: 12mm 4mm; text-align: center }
figcaption { width: 100%; min-height: 0; text-align: center; overflow: hidden }
b, small { display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden; overflow-wrap: anywhere; unicode-bidi: isolate }
b { -webkit-line-clamp: 1 }
small { -webkit-line-clamp: 1; font-size: 8pt; color: #444 }
`;
