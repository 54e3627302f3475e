import { expect, test } from 'vitest';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { Team, type TeamOptions } from '../../../../main/team/team.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';

test('the login to the team’s database is unchanged if a new login can’t be saved', async () => {
  const stored = new Map<string, string | null>();
  const passwords: string[] = [];
  const isBroken = { settings: false, password: false };
  const team = new Team({
    settings: {
      get: (name: string) => Promise.resolve(stored.get(name) ?? null),
      set: (name: string, value: string | null) =>
        isBroken.settings
          ? Promise.reject(new Error('the disk is full'))
          : Promise.resolve(void stored.set(name, value)),
    },
    password: {
      set: (_login: string, password: string) =>
        Promise.resolve(
          isBroken.password ? fail(failure('keychain-busy')) : ok(void passwords.push(password)),
        ),
    },
    policy: { teamRegister: null },
    isLocked: () => true,
    events: { onPhase: () => undefined },
  } as unknown as TeamOptions);
  const configure = async (host: string, password: string) =>
    (
      await team.configure({
        host,
        port: 5432,
        database: 'easel',
        user: 'ann',
        password,
        certificate: 'none',
      })
    ).ok;
  expect(await configure('one.example.com', 'one')).toBe(true);
  const saved = new Map(stored);
  for (const broken of ['settings', 'password'] as const) {
    isBroken[broken] = true;
    expect(await configure('two.example.com', 'two')).toBe(false);
    isBroken[broken] = false;
    expect([passwords, stored]).toEqual([['one'], saved]);
    expect(team.state().register?.host).toBe('one.example.com');
  }
});
