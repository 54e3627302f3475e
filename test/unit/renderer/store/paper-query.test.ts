import { expect, test } from 'vitest';
import type { Paper } from '../../../../preload/contract/papers.ts';
import type { RowFilter, RowQuery } from '../../../../preload/contract/boards.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import { arrangedPapers } from '../../../../renderer/store/paper-query.ts';
import { paperOf } from '../../../support/paper-of.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

const BARE = paperOf('bare', { rememberedAt: NOW - 100 * DAY });

const FULL: Paper = {
  ...BARE,
  identifier: 'Full-1',
  name: 'Week 10',
  origin: 'created',
  isTemplate: true,
  rememberedAt: NOW - DAY,
  otherFields: [{ name: 'owner', value: 'Kim Lee' }],
  deletedAt: NOW,
  local: { label: '', note: 'For the fair', customer: 'Ac\u0301me', tags: ['Exam'], protected: true },
};

const found = (filter: RowFilter) =>
  arrangedPapers([FULL, BARE], { ...ALL_ROWS, filters: [filter] }, NOW).map(({ identifier }) => identifier);

test.each<[RowFilter, full: boolean, bare: boolean]>([
  [{ kind: 'created', from: NOW - DAY, to: NOW }, true, false],
  [{ kind: 'older-than', days: 90 }, false, true],
  [{ kind: 'tag', tag: ' exam ' }, true, false],
  [{ kind: 'tag', tag: 'exa', exact: true }, false, false],
  [{ kind: 'customer', customer: 'a\u0107me' }, true, false],
  [{ kind: 'id-prefix', prefix: 'fULL' }, true, false],
  [{ kind: 'field', name: 'owner', text: 'kim' }, true, false],
  [{ kind: 'field', name: 'Owner', text: 'kim' }, false, false],
  [{ kind: 'mark', mark: 'protected', is: false }, false, true],
  [{ kind: 'mark', mark: 'template', is: true }, true, false],
  [{ kind: 'mark', mark: 'vanished', is: true }, true, false],
])('the filter %o finds exactly the matching papers', (filter, full, bare) => {
  expect(found(filter)).toEqual([...(full ? ['Full-1'] : []), ...(bare ? ['bare'] : [])]);
});

const sorted = (names: readonly string[], order: RowQuery['order']) =>
  arrangedPapers(
    names.map((name, at) => ({ ...BARE, name, identifier: `p${at}`, rememberedAt: at })),
    { ...ALL_ROWS, order },
    NOW,
  ).map(({ name, identifier }) => name || identifier);

test('papers are sorted by name with numbers in numerical order, so “week 9” is before “Week 10”', () => {
  const names = ['Week 10', '', 'week 9', '', 'Ärger', 'Zebra', 'Algebra'];
  const up = sorted(names, { by: 'label', descending: false });
  expect(up).toEqual(['Algebra', 'Ärger', 'week 9', 'Week 10', 'Zebra', 'p1', 'p3']);
  const down = sorted(names, { by: 'label', descending: true });
  expect(down).toEqual(['Zebra', 'Week 10', 'week 9', 'Ärger', 'Algebra', 'p3', 'p1']);
});
