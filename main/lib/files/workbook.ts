/** Writes an Excel workbook (`.xlsx`) with one sheet whose cells are all text. Runs in a worker thread. */
import { cellText, type Cell } from './csv.ts';
import { ZipWriter } from './zip.ts';

/** Maximum length of a cell in UTF-16 units. Excel reports a file with longer cells as damaged. */
const LONGEST_CELL = 32_767;
const CUT = '… (cut)';

const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;
/** Matches the underscore before text such as `x0041_`, because Excel reads `_x0041_` as a character code. */
const LIKE_A_CODE = /_(?=x[\da-f]{4}_)/giu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Files of a workbook besides the sheet. Number format 49 is "Text", so that edited cells stay text. */
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
