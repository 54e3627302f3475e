import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { BoardCopies, MOST_COPIED } from '../../../../main/boards/copies.ts';
import { failure } from '../../../../main/wording/failure.ts';
import type { RowWithRaw } from '../../../../main/store/board-lines.ts';
import type { Mirror } from '../../../../main/store/mirror/mirror.ts';
import type { BoardSelection } from '../../../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../../../preload/contract/failure.ts';
import { mirrorOf, rowOf } from './board-rows.ts';

const ALL: BoardSelection = {
  kind: 'all',
  query: { find: '', filters: [], order: { by: 'created', descending: true } },
  except: [],
};
const BASE = 'https://boards.example/v1';

function copiesOf(mirror: Pick<Mirror, 'ids' | 'rows'>, clipboard: Result<null> = ok(null)) {
  const copied: string[] = [];
  const copies = new BoardCopies({
    mirror,
    addressesOf: (id) => Promise.resolve(id === 'c' ? ok({ boardApi: BASE }) : fail(failure('not-found'))),
    copyText: (text) => {
      copied.push(text);
      return Promise.resolve(clipboard);
    },
  });
  return { copies, copied };
}

const THREE: readonly RowWithRaw[] = [rowOf('a'), rowOf(null), rowOf('b')];

test('ids are copied one per line, without boards that have none', async () => {
  const { copies, copied } = copiesOf(mirrorOf(THREE));
  expect(await copies.copy({ connectionId: 'c', selection: ALL, as: 'ids' })).toEqual(ok({ boards: 2 }));
  expect(copied).toEqual(['a\nb']);
});

// Windows has no such shell; the lines are meant for one.
test.skipIf(process.platform === 'win32')(
  'cURL lines name the key but don’t contain it, and no id can break the quoting',
  async () => {
    const ids = ["x'; exit 7; '", '$(id)', '`id`', 'a b'];
    const { copies, copied } = copiesOf(mirrorOf(ids.map((id) => rowOf(id))));
    await copies.copy({ connectionId: 'c', selection: ALL, as: 'curl' });
    const lines = copied[0]?.split('\n') ?? [];
    expect(lines).toHaveLength(ids.length);
    for (const [index, line] of lines.entries()) {
      // A shell of this system reads the words of the line.
      const words = execFileSync(
        '/bin/sh',
        ['-c', `set -- ${line.slice('curl '.length)}; printf '%s\n' "$@"`],
        {
          env: { EASEL_API_KEY: 'the-key' },
          encoding: 'utf8',
        },
      ).split('\n');
      expect(words.slice(0, 5)).toEqual([
        '-H',
        'Authorization: Bearer the-key',
        '-H',
        'Accept: application/json',
        `${BASE}/api/board/${encodeURIComponent(ids[index] ?? '')}`,
      ]);
      expect(words).toHaveLength(6);
    }
  },
);

test('rows are tab-separated, one per line, and never formulas', async () => {
  const local = {
    label: '=HYPERLINK("http://evil")',
    note: 'two\r\nlines\tand a tab',
    tags: ['x', 'y'],
    customer: 'Acme',
    protected: true,
  };
  const created = { raw: '2026-11-21 07:00:00', epochMs: Date.UTC(2026, 10, 21, 7), assumedUtc: true };
  const { copies, copied } = copiesOf(mirrorOf([rowOf('a', { local, created }), rowOf(null)]));
  expect(await copies.copy({ connectionId: 'c', selection: ALL, as: 'rows' })).toEqual(ok({ boards: 2 }));
  expect(copied[0]?.split('\n').map((line) => line.split('\t'))).toEqual([
    [
      'a',
      '2026-11-21T07:00:00.000Z',
      "'2026-11-21 07:00:00",
      '\'=HYPERLINK("http://evil")',
      'two lines and a tab',
      'x, y',
      'Acme',
      'yes',
      '',
      '',
      '',
    ],
    Array.from({ length: 11 }, () => ''),
  ]);
});

test.each(['ids', 'rows', 'curl', 'links'] as const)(
  'of %s the maximum is copied, one more is refused, and the clipboard stays',
  async (as) => {
    const rows = Array.from({ length: MOST_COPIED + 1 }, (_, index) => rowOf(`b${index}`));
    const most = copiesOf(mirrorOf(rows.slice(1)));
    expect(await most.copies.copy({ connectionId: 'c', selection: ALL, as })).toEqual(
      ok({ boards: MOST_COPIED }),
    );
    expect(most.copied[0]?.split('\n')).toHaveLength(MOST_COPIED);
    const more = copiesOf(mirrorOf(rows));
    expect(await more.copies.copy({ connectionId: 'c', selection: ALL, as })).toMatchObject({
      error: { code: 'refused' },
    });
    expect(more.copied).toEqual([]);
  },
);
