import { encode } from 'uqr';
import type { LinkQrCode } from '../../preload/contract/papers.ts';

/** Bytes that the largest code holds with error correction of level L. */
const MOST_BYTES = 2_953;

/** Returns a text as a QR code: a path of an SVG with runs of each row's dark modules. Null if no code holds the text. */
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
