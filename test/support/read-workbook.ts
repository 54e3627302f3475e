import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the cells of an XLSX file's first sheet, by position such as "A1". Throws if a cell is not text. */
export function readWorkbook(bytes: Uint8Array): Readonly<Record<string, string>> {
  const sheet = unzip(Buffer.from(bytes)).get('xl/worksheets/sheet1.xml') ?? '';
  const cells = [...sheet.matchAll(/<c ([^>]*)>(.*?)<\/c>/gsu)].map(([cell, about = '', inner = '']) => {
    const place = /^r="([A-Z]+\d+)" s="1" t="inlineStr"$/u.exec(about)?.[1];
    const text = /^<is><t xml:space="preserve">([^<]*)<\/t><\/is>$/su.exec(inner)?.[1];
    if (place === undefined || text === undefined) throw new Error(`no text: ${cell}`);
    return [place, text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')] as const;
  });
  return Object.fromEntries(cells);
}

/** Returns the texts in a ZIP archive. Throws if a checksum or size is wrong. */
function unzip(zip: Buffer): ReadonlyMap<string, string> {
  const end = zip.length - 22;
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const nameLength = zip.readUInt16LE(at + 28);
    const start = zip.readUInt32LE(at + 42) + 30 + nameLength;
    const content = inflateRawSync(zip.subarray(start, start + packed));
    if (crc32(content) !== crc || content.length !== size) throw new Error('damaged archive');
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), content.toString());
    at += 46 + nameLength;
  }
  return files;
}
