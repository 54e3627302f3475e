import { expect, test } from 'vitest';
import { rowLoader } from '../../../../renderer/store/row-loader.ts';

const TOTAL = 100_000;

function started() {
  let loaded = { from: 0, to: 0 };
  let answer: (() => void) | null = null;
  const requests: [from: number, to: number][] = [];
  const loader = rowLoader<null>({
    ask: (from, count) => {
      requests.push([from, from + count]);
      return new Promise((resolve) => {
        answer = () => resolve({ ok: true, value: null });
      });
    },
    loaded: () => ({ ...loaded, total: TOTAL }),
    show: (_, from, to) => {
      loaded = { from, to };
    },
  });
  const answered = async (): Promise<void> => {
    answer?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { loader, requests, answered, see: (from: number) => loader.see(from, from + 20) };
}

test.each([
  [30, [50_000 + 30 - 50, 50_000 + 30 + 20 + 50 + 300]],
  [-30, [50_000 - 30 - 50 - 300, 50_000 - 30 + 20 + 50]],
])('one request loads enough rows in advance for several scrolls by %i rows', async (step, request) => {
  const { requests, answered, see } = started();
  for (const from of [0, 50_000]) {
    see(from);
    await answered();
  }
  const before = requests.length;
  see(50_000 + step);
  await answered();
  expect(requests.at(-1)).toEqual(request);
  for (let steps = 2; steps < 9; steps += 1) {
    see(50_000 + steps * step);
    await answered();
  }
  expect(requests).toHaveLength(before + 1);
});

test('a fast scroll shows only rows that were loaded in advance', async () => {
  const { requests, answered, see } = started();
  for (const from of [0, 50_000, 50_300]) {
    see(from);
    await answered();
  }
  for (let from = 50_600; from < 60_000; from += 300) {
    const [start, end] = requests.at(-1) ?? [0, 0];
    expect(from >= start && from + 20 <= end).toBe(true);
    see(from);
    await answered();
  }
});
