import { expect, test } from 'vitest';
import {
  draftFor,
  filterOf,
  filterWording,
  type FilterDraft,
} from '../../../../../renderer/screens/boards/filters/filters.ts';

const at = (year: number, month: number, day: number): number => new Date(year, month - 1, day).getTime();

test.each([
  ['created', {}, 'from'],
  ['created', { from: '2026-11-08', to: '2026-11-01' }, 'to'],
  ['created', { from: '1960-01-01' }, 'from'],
  ['older-than', { days: '0' }, 'days'],
  ['newer-than', { days: '36501' }, 'days'],
  ['tag', { tag: '  ' }, 'tag'],
  ['customer', {}, 'customer'],
  ['id-prefix', {}, 'prefix'],
  ['field', { text: 'kim' }, 'name'],
  ['field', { name: 'owner' }, 'text'],
] as const)('in the filter “%s” with %o, the field %s shows an error', (subject, change, field) => {
  const draft: FilterDraft = { ...draftFor(subject), ...change };
  expect(filterOf(draft)).toMatchObject({ field, message: expect.any(String) });
});

test('a date filter from a day to the same day covers the whole day', () => {
  const draft = { ...draftFor('created'), from: '2026-11-07', to: '2026-11-07' };
  expect(filterOf(draft)).toEqual({ kind: 'created', from: at(2026, 11, 7), to: at(2026, 11, 8) });
});

test.each([
  [{ kind: 'older-than', days: 90 }, undefined],
  [{ kind: 'tag', tag: 'exam' }, 'exam'],
  [{ kind: 'customer', customer: 'Acme School', exact: true }, 'Acme School'],
  [{ kind: 'id-prefix', prefix: 'b-1' }, 'b-1'],
  [{ kind: 'field', name: 'owner', text: 'kim' }, 'kim'],
] as const)('in a filter chip for %o, only the text of the user is blurred: %j', (filter, value) => {
  expect(filterWording(filter, 'board')[1]).toBe(value);
});
