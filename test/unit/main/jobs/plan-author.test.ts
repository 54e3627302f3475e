import { expect, test } from 'vitest';
import { authorHere, isSamePerson } from '../../../../main/jobs/plan-file.ts';
import type { Store } from '../../../../main/store/database.ts';

/** The settings of one Easel. */
function settingsOf(): Store['settings'] {
  const kept = new Map<string, string>();
  return {
    get: (name) => Promise.resolve(kept.get(name) ?? null),
    set: (name, value) => {
      if (value !== null) kept.set(name, value);
      return Promise.resolve();
    },
  };
}

const INES = { user: 'ines', computer: 'desk-1' };

test('an Easel keeps its id, and no two have the same', async () => {
  const [here, there] = [settingsOf(), settingsOf()];
  const first = await authorHere(here, INES);
  expect(await authorHere(here, INES)).toEqual(first);
  expect((await authorHere(there, INES)).installation).not.toBe(first.installation);
});

test('a user without a name gets one, and an endless name is cut', async () => {
  const author = await authorHere(settingsOf(), { user: '', computer: 'x'.repeat(1000) });
  expect(author).toMatchObject({ user: 'unknown', computer: 'x'.repeat(256) });
});

test('another user, or the same name on another computer, is another person with another Easel', () => {
  const ines = { ...INES, installation: '1' };
  expect(isSamePerson(ines, { ...ines, installation: '2' })).toBe(true);
  expect(isSamePerson(ines, { user: 'x', computer: 'y', installation: '1' })).toBe(true);
  expect(isSamePerson(ines, { ...ines, user: 'omar', installation: '2' })).toBe(false);
  expect(isSamePerson(ines, { ...ines, computer: 'desk-2', installation: '2' })).toBe(false);
});
