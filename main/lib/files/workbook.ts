/** Writes an Excel workbook (`.xlsx`) with one sheet whose cells are all text. Runs in a worker thread. */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { cellText, type Cell } from './csv.ts';

/** Maximum length of a cell in UTF-16 units. Excel reports a file with longer cells as damaged. */
const LONGEST_CELL = 32_767;
const CUT = '… (truncated)';

const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;
/** Matches the underscore before text such as `x0041_`, because Excel reads `_x0041_` as a character code. */
const LIKE_A_CODE = /_(?=x[\da-f]{4}_)/giu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Files of a workbook other than the sheet. Number format 49 is "Text", so that edited cells stay text. */
const FILES: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Easel" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
const SHEET = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="22" defaultRowHeight="15"/><sheetData>`;

/** Returns a workbook's bytes part by part, so that long tables take constant memory. */
export class WorkbookWriter {
  readonly #zip = new ZipWriter();
  #rows = 0;

  /** Appends rows to the sheet. Throws if the sheet has more than 4 GiB of XML. */
  add(rows: readonly (readonly Cell[])[]): Uint8Array {
    if (this.#rows === 0) this.#begin();
    this.#zip.write(rows.map((cells) => this.#row(cells)).join(''), false);
    return this.#zip.take();
  }

  end(): Uint8Array {
    this.#zip.write('</sheetData></worksheet>', true);
    this.#zip.end();
    return this.#zip.take();
  }

  #begin(): void {
    for (const [name, xml] of Object.entries(FILES)) {
      this.#zip.begin(name);
      this.#zip.write(XML + xml, true);
    }
    this.#zip.begin('xl/worksheets/sheet1.xml');
    this.#zip.write(SHEET, false);
  }

  #row(cells: readonly Cell[]): string {
    this.#rows += 1;
    const row = this.#rows;
    const written = cells.map((cell, column) => {
      const text = xmlText(cellText(cell));
      const place = `${columnName(column)}${row}`;
      return text === ''
        ? ''
        : `<c r="${place}" s="1" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
    });
    return `<row r="${row}">${written.join('')}</row>`;
  }
}

function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}

function xmlText(text: string): string {
  const lines = text.replaceAll(/\r\n?/gu, '\n');
  const whole = lines.length > LONGEST_CELL ? lines.slice(0, LONGEST_CELL - CUT.length) + CUT : lines;
  return whole
    .toWellFormed()
    .replaceAll(FORBIDDEN, '\u{fffd}')
    .replaceAll(LIKE_A_CODE, '_x005F_')
    .replaceAll(/[&<>]/gu, (mark) => ENTITIES[mark] ?? mark);
}

/** Maximum size in bytes of a ZIP archive and of each file, because the extension ZIP64 is not used. */
const MOST_BYTES = 0xffff_ffff;
/** Flags of each file in the archive. Bit 3: checksum and sizes follow the data. Bit 11: file names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** Date of all files in the archive: 1 January 1980, so that equal contents give equal archives. */
const DATE = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly at: number;
  crc: number;
  packed: number;
  size: number;
}

/** Writes a ZIP archive in parts, because a whole archive may not fit into memory. */
class ZipWriter {
  readonly #entries: Entry[] = [];
  #at = 0;
  #parts: Buffer[] = [];

  begin(name: string): void {
    const entry: Entry = { name: Buffer.from(name), at: this.#at, crc: 0, packed: 0, size: 0 };
    this.#put(numbers([4, 0x04034b50]), headOf(entry), entry.name);
    this.#entries.push(entry);
  }

  /** Appends text to the archive's current file. Throws if this file becomes larger than 4 GiB. */
  write(text: string, isLast: boolean): void {
    const entry = this.#entries.at(-1);
    if (entry === undefined) throw new Error('no file was begun');
    const bytes = Buffer.from(text);
    // Ends each compressed block at a byte boundary, so that the blocks can be concatenated.
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const packed = deflateRawSync(bytes, { level: 1, finishFlush });
    entry.crc = crc32(bytes, entry.crc);
    entry.packed += packed.length;
    entry.size += bytes.length;
    if (Math.max(entry.size, this.#at + packed.length) > MOST_BYTES) throw new Error('the file is too large');
    this.#put(packed);
    if (isLast) this.#put(numbers([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]));
  }

  end(): void {
    const start = this.#at;
    for (const entry of this.#entries) {
      const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]);
      this.#put(numbers([4, 0x02014b50], [2, VERSION]), headOf(entry), rest, entry.name);
    }
    const count = this.#entries.length;
    const size = this.#at - start;
    this.#put(numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]));
  }

  /** Returns the archive's bytes since the last call, in a buffer that can be transferred to another thread. */
  take(): Uint8Array {
    const bytes = new Uint8Array(Buffer.concat(this.#parts));
    this.#parts = [];
    return bytes;
  }

  #put(...parts: readonly Buffer[]): void {
    this.#parts.push(...parts);
    for (const part of parts) this.#at += part.length;
  }
}

function headOf({ name, crc, packed, size }: Entry): Buffer {
  return numbers(
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATE],
    [2, 0],
    [2, DATE],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, 0],
  );
}

function numbers(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
