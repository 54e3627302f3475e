import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ITEM } from '../../../../main/practice/items.ts';
import { createSampleData } from '../../../../main/practice/sample-data.ts';

const NOW = Date.UTC(2026, 10, 21);
const YEAR = 365 * 24 * 60 * 60 * 1000;
const options = { seed: 1, boards: 312, papers: 12, now: NOW } as const;

describe('sample papers', () => {
  const { papers, content } = createSampleData(options);

  test('are twelve, each with its own name and identifier', () => {
    expect(new Set(papers.map((paper) => paper.name)).size).toBe(12);
    expect(new Set(papers.map((paper) => paper.identifier)).size).toBe(12);
  });

  test('hold only items that a page could have sent, with unique identifiers', () => {
    for (const { identifier } of papers) {
      const items = content.get(identifier) ?? [];
      expect(items.length).toBeGreaterThan(40);
      expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
      for (const item of items) expect({ ...v.parse(ITEM, item), by: item.by }).toEqual(item);
    }
  });

  test('repeat beyond twelve, numbered', () => {
    const many = createSampleData({ ...options, papers: 14 }).papers;
    expect(many.slice(12).map((paper) => paper.name)).toEqual(['Retrospective (2)', 'Onboarding map (2)']);
  });
});

describe('sample boards', () => {
  const { boards } = createSampleData(options);
  const ages = boards.map((board) => NOW - board.createdAt);

  test('are 312, each with its own identifier, oldest first', () => {
    expect(new Set(boards.map((board) => board.roomId)).size).toBe(312);
    expect(ages).toEqual([...ages].sort((a, b) => b - a));
  });

  test('are of all ages, from days to almost three years, and none is from the future', () => {
    expect(Math.max(...ages)).toBeGreaterThan(2.5 * YEAR);
    expect(Math.max(...ages)).toBeLessThanOrEqual(3 * YEAR + 1000);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    for (const [from, to] of [
      [0, 0.25],
      [0.25, 1],
      [1, 2],
      [2, 3],
    ] as const) {
      expect(ages.filter((age) => age >= from * YEAR && age < to * YEAR).length).toBeGreaterThan(30);
    }
    for (const board of boards) expect(board.updatedAt).toBeGreaterThanOrEqual(board.createdAt);
    for (const board of boards) expect(board.updatedAt).toBeLessThanOrEqual(NOW);
  });
});

test('the same seed gives the same data, another seed another', () => {
  expect(createSampleData(options)).toEqual(createSampleData(options));
  expect(createSampleData({ ...options, seed: 2 })).not.toEqual(createSampleData(options));
});
