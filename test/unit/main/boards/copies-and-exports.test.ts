import { expect, test, beforeEach, describe } from 'vitest';
import { BoardExports, MOST_COPIED, type BoardExportsOptions } from '../../../../main/boards/exports.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { ListChanged, type Mirror, type RowWithRaw } from '../../../../main/store/mirror/mirror.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { MOST_SHEET_ROWS } from '../../../../preload/contract/limits.ts';
import { recordOf } from '../connections/connection-record.ts';
import { ALL, mirrorOf, rowOf } from './board-rows.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beginWhole } from '../../../../main/lib/files/write-whole.ts';
import { readCsv } from '../../../../main/lib/files/csv.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { exportSaver, tablePieces } from '../../../../main/lib/files/table.ts';
import { freshFolder } from '../../../support/fresh-folder.ts';
import { readWorkbook } from '../../../support/read-workbook.ts';
import { workerOf } from '../../../support/services.ts';

const BASE = 'https://boards.example/v1';

const AROUND: Omit<BoardExportsOptions, 'mirror'> = {
  recordOf: (id) =>
    Promise.resolve(id === 'c' ? ok(recordOf({ boardApi: BASE })) : fail(failure('not-found'))),
  saveExport: () => Promise.resolve(ok(null)),
  copyText: () => Promise.resolve(ok(null)),
  publish: () => undefined,
  after: () => () => undefined,
};

function copiesOf(mirror: Pick<Mirror, 'rows'>, clipboard: Result<null> = ok(null)) {
  const copied: string[] = [];
  const copyText = (text: string) => {
    copied.push(text);
    return Promise.resolve(clipboard);
  };
  const exports = new BoardExports({ ...AROUND, mirror, copyText });
  return { copy: (args: ArgsOf<'boards.copy'>) => exports.copy(args), copied };
}

const THREE: readonly RowWithRaw[] = [rowOf('a'), rowOf(null), rowOf('b')];

test('copied ids and room addresses of boards are one per line', async () => {
  const { copy, copied } = copiesOf(mirrorOf(THREE));
  expect(await copy({ connectionId: 'c', selection: ALL, as: 'ids' })).toEqual(ok({ boards: 2 }));
  await copy({ connectionId: 'c', selection: ALL, as: 'links' });
  const rooms = `${recordOf().appUrl}/room/`;
  expect(copied).toEqual(['a\nb', `${rooms}a\n${rooms}b`]);
});

test('copied cURL commands quote board ids so that no id can run a command', async () => {
  const { copy, copied } = copiesOf(mirrorOf([rowOf('a'), rowOf("x'; exit 7; '$(id)")]));
  await copy({ connectionId: 'c', selection: ALL, as: 'curl' });
  const [plain = '', hostile] = copied[0]?.split('\n') ?? [];
  expect(plain).toContain('"Authorization: Bearer $EASEL_API_KEY"');
  expect(hostile).toBe(plain.replace('board/a', String.raw`board/x'\''%3B%20exit%207%3B%20'\''%24(id)`));
});

test('the copied cells of a board’s row are separated by tabs and contain no formulas', async () => {
  const local = {
    label: '=HYPERLINK("http://evil")',
    note: 'two\r\nlines\tand a tab',
    tags: ['x', 'y'],
    customer: 'Acme',
    protected: true,
  };
  const created = { raw: '2026-11-21 07:00:00', epochMs: Date.UTC(2026, 10, 21, 7), assumedUtc: true };
  const { copy, copied } = copiesOf(mirrorOf([rowOf('a', { local, created }), rowOf(null)]));
  expect(await copy({ connectionId: 'c', selection: ALL, as: 'rows' })).toEqual(ok({ boards: 2 }));
  const [first, second] = copied[0]?.split('\n') ?? [];
  expect(first?.replaceAll('\t', '|')).toBe(
    `a|2026-11-21T07:00:00.000Z|'2026-11-21 07:00:00|'=HYPERLINK("http://evil")|two lines and a tab|x; y|Acme|yes|||`,
  );
  expect(second).toBe('\t'.repeat(10));
});

test('Easel refuses to copy more boards than the maximum number', async () => {
  const rows = Array.from({ length: MOST_COPIED + 1 }, (_, index) => rowOf(`b${index}`));
  const most = copiesOf(mirrorOf(rows.slice(1)));
  expect(await most.copy({ connectionId: 'c', selection: ALL, as: 'ids' })).toMatchObject({ ok: true });
  expect(most.copied[0]?.split('\n')).toHaveLength(MOST_COPIED);
  const more = copiesOf(mirrorOf(rows));
  expect(await more.copy({ connectionId: 'c', selection: ALL, as: 'ids' })).toMatchObject({
    error: { code: 'refused' },
  });
  expect(more.copied).toEqual([]);
});

describe('exports of boards', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = freshFolder();
    file = path.join(folder, 'boards.out');
  });

  const REQUEST: ArgsOf<'boards.export'> = {
    connectionId: 'c',
    selection: ALL,
    format: 'csv',
    fields: ['owner'],
  };

  async function exported(
    mirror: Pick<Mirror, 'rows'>,
    change: Partial<typeof REQUEST> = {},
    onProgress: (exports: BoardExports, progress: Events['boards.exporting']) => void = () => undefined,
  ) {
    const suggested: string[] = [];
    const now = () => Date.UTC(2026, 10, 21);
    const files: Parameters<typeof exportSaver>[0] = {
      saveStream: (_purpose, name) => {
        suggested.push(name);
        return beginWhole(file);
      },
    };
    const exports: BoardExports = new BoardExports({
      ...AROUND,
      mirror,
      saveExport: exportSaver(files, workerOf('file'), now),
      publish: (_event, progress) => onProgress(exports, progress as Events['boards.exporting']),
    });
    return { written: await exports.export({ ...REQUEST, ...change }), suggested };
  }

  const HEADS =
    'id,created,created (raw),label,note,tags,customer,protected,created with Easel,previewed,no longer listed,owner';

  test('the CSV export of boards contains a line for each board with the chosen fields', async () => {
    const note = 'says "hi",\nthen goes';
    const full: RowWithRaw = rowOf('a', {
      created: { raw: 'yesterday', epochMs: null, assumedUtc: false },
      local: { label: '=1+1', note, tags: ['x', 'y'], customer: '', protected: true },
      madeHere: true,
      previewedAt: Date.UTC(2026, 0, 2),
      vanishedAt: Date.UTC(2026, 0, 3),
      fields: ['Ärzte'],
    });
    const { written, suggested } = await exported(mirrorOf([full, rowOf(null, { fields: [''] })]));
    expect(written).toEqual(ok({ fileName: 'boards.out', items: 2 }));
    expect(suggested).toEqual(['easel-boards-2026-11-21.csv']);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`\u{feff}${HEADS}\r\n`)).toBe(true);
    expect(text).toContain(
      'a,,yesterday,\'=1+1,"says ""hi"",\nthen goes","x; y",,yes,yes,2026-01-02T00:00:00.000Z,2026-01-03T00:00:00.000Z,Ärzte\r\n',
    );
    expect([...readCsv(text)]).toHaveLength(3);
  });

  test('the Excel export of boards writes ids and formulas as text', async () => {
    const note = '\u0000<b>\r\n_x0041_ \ud800';
    const local = { label: '=1+1', note, tags: ['1e5'], customer: '', protected: false };
    const full = rowOf('00123456789012345678', { local, fields: ['x'.repeat(40_000)] });
    const { written, suggested } = await exported(mirrorOf([full, ...MANY]), { format: 'xlsx' });
    expect(written).toEqual(ok({ fileName: 'boards.out', items: MANY.length + 1 }));
    expect(suggested).toEqual(['easel-boards-2026-11-21.xlsx']);
    const cells = readWorkbook(readFileSync(file));
    expect(Array.from('ABCDEFGHIJKL', (column) => cells[`${column}1`]).join()).toBe(HEADS);
    expect([cells['A2'], cells['D2'], cells['F2']]).toEqual(['00123456789012345678', '=1+1', '1e5']);
    expect(cells['E2']).toBe('\ufffd<b>\n_x005F_x0041_ \ufffd');
    expect(cells['L2']).toHaveLength(32_767);
    expect(cells['L2']).toMatch(/x… \(truncated\)$/u);
    expect([cells['A25502'], cells['A25503']]).toEqual(['b25499', undefined]);
  });

  const MANY = Array.from({ length: 25_500 }, (_, index) => rowOf(`b${index}`));

  test('the JSON export of boards contains every board with all fields of the service', async () => {
    const { written } = await exported(mirrorOf(MANY), { format: 'json' });
    expect(written).toMatchObject({ value: { items: MANY.length } });
    const read = JSON.parse(readFileSync(file, 'utf8')) as readonly unknown[];
    expect(read).toHaveLength(MANY.length);
    expect(read.at(-1)).toMatchObject({ id: 'b25499', tags: [], raw: { room_id: 'b25499' } });
  });

  test('a cancelled export of boards leaves no file', async () => {
    const told: Events['boards.exporting'][] = [];
    const { written } = await exported(mirrorOf(MANY), {}, (exports, progress) => {
      told.push(progress);
      exports.cancel();
    });
    expect(told).toEqual([{ written: 250, of: MANY.length }]);
    expect(written).toMatchObject({ error: { code: 'cancelled' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an export of boards that fails because the list changed keeps the earlier file', async () => {
    writeFileSync(file, 'earlier');
    const mirror = mirrorOf(MANY);
    const { written } = await exported({
      ...mirror,
      rows: (...asked) => (asked[2] > 5000 ? Promise.reject(new ListChanged()) : mirror.rows(...asked)),
    });
    const message = 'The list changed during the export, so no file was saved.';
    expect(written).toMatchObject({ error: { code: 'refused', message } });
    expect(readdirSync(folder)).toEqual(['boards.out']);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
  });
});

test('an Excel export of boards fails when its rows exceed Excel’s maximum', async () => {
  async function* pages() {
    yield ok(Array.from({ length: MOST_SHEET_ROWS }, () => ROW));
    yield ok(await Promise.resolve([ROW]));
  }
  const outcomes: (number | string)[] = [];
  const nothing = () => Promise.resolve(new Uint8Array());
  const workbook = { add: nothing, end: nothing };
  for await (const piece of tablePieces(['id'], pages(), workbook))
    outcomes.push(piece.ok ? piece.value.items : piece.error.code);
  expect(outcomes).toEqual([0, MOST_SHEET_ROWS, 'refused']);
});

const ROW: readonly string[] = [];
