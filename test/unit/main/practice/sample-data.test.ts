import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ITEM } from '../../../../preload/contract/practice-room.ts';
import { createSampleData } from '../../../../main/practice/sample-data.ts';

const NOW = Date.UTC(2026, 10, 21);
const options = { seed: 1, boards: 312, papers: 12, now: NOW } as const;

describe('sample papers of the practice service', () => {
  const { papers, content } = createSampleData(options);

  test('each have a name and an identifier, and are numbered from the thirteenth on', () => {
    expect(new Set(papers.flatMap(({ name, identifier }) => [name, identifier])).size).toBe(24);
    const { papers: many } = createSampleData({ ...options, papers: 14 });
    expect(many.slice(12).map(({ name }) => name)).toEqual(['Retrospective (2)', 'Onboarding map (2)']);
  });

  test('contain only items that a page could have sent, with unique identifiers', () => {
    for (const { identifier } of papers) {
      const items = content.get(identifier) ?? [];
      expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
      for (const item of items) expect({ ...v.parse(ITEM, item), by: item.by }).toEqual(item);
    }
  });
});
