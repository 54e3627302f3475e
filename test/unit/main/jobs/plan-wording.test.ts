import { expect, test } from 'vitest';
import { queryWording } from '../../../../main/jobs/plans.ts';
import { asking } from './reviews-under-test.ts';

test.each([
  [asking(), 'All boards'],
  [asking({ kind: 'older-than', days: 180 }), 'Older than 180 days'],
  [
    asking({ kind: 'newer-than', days: 1 }, { kind: 'mark', mark: 'labelled', is: false }),
    'Newer than 1 day, without a label',
  ],
  [
    asking({ kind: 'created', from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1) }),
    'Created from 2026-01-01T00:00:00.000Z, and before 2026-02-01T00:00:00.000Z',
  ],
  [asking({ kind: 'created', from: null, to: 0 }), 'Created before 1970-01-01T00:00:00.000Z'],
  [asking({ kind: 'created', from: null, to: null }), 'With a readable date'],
  [
    { ...asking({ kind: 'tag', tag: 'old' }, { kind: 'customer', customer: 'Acme' }), find: ' algebra ' },
    'With the tag “old”, of the customer “Acme”, with the text “algebra”',
  ],
  [
    asking({ kind: 'id-prefix', prefix: 'a1' }, { kind: 'field', name: 'owner', text: 'ines' }),
    'With an id that begins with “a1”, with “ines” in “owner”',
  ],
] as const)('a query is described in words: %#', (query, words) => {
  expect(queryWording(query)).toBe(words);
});
