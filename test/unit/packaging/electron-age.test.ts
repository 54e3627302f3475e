import { expect, test } from 'vitest';
import { electronAge } from '../../packaging/electron-age.ts';
const facts = { version: '50.1.0', released: '2030-03-01', majorReleased: '2030-02-01' };
const on = (day: string): readonly string[] => electronAge(new Date(day), facts);

test('an Electron is current for thirty days', () => {
  expect(on('2030-03-31')).toEqual([]);
  expect(on('2030-04-01')).toEqual([expect.stringContaining('50.1.0 is 31 days old')]);
});

test('a major that is no longer among the latest three is told', () => {
  expect(on('2030-07-19')).toEqual([expect.stringContaining('days old')]);
  expect(on('2030-07-20')).toContainEqual(
    expect.stringContaining('Electron 50 is no longer among the latest three'),
  );
});
