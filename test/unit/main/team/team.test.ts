import { expect, test } from 'vitest';
import { createGuardedKeychain } from '../../../../main/connections/keychain/keychain.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { Team, type TeamOptions } from '../../../../main/team/team.ts';

const login = { host: 'db.example.com', port: 5432, database: 'easel', user: 'ann' };

/** A team on a computer without a keychain. */
async function teamWith(settings: Readonly<Record<string, string>>): Promise<Team> {
  const stored = new Map<string, string | null>(Object.entries(settings));
  const broken = () => Promise.reject(new Error('libsecret is missing'));
  const team = new Team({
    settings: {
      get: (name: string) => Promise.resolve(stored.get(name) ?? null),
      set: (name: string, value: string | null) => Promise.resolve(void stored.set(name, value)),
    },
    keychain: createGuardedKeychain({ get: broken, set: broken, remove: broken }, { platform: 'linux' }),
    policy: { teamRegister: null },
    log: createLog(() => undefined),
    isLocked: () => false,
    events: { onPhase: () => undefined },
  } as unknown as TeamOptions);
  await team.open();
  return team;
}

test('a team password that is too long for the keychain needs no removal', async () => {
  const team = await teamWith({});
  const configured = await team.configure({ ...login, password: 'ä'.repeat(1000), certificate: 'none' });
  expect(configured).toMatchObject({ error: { code: 'invalid-input' } });
  expect((await team.remove()).ok).toBe(true);
});

test('the removal of a team password that an older version of Easel saved fails without a keychain', async () => {
  const config = { ...login, hasPassword: true, certificate: null };
  const team = await teamWith({ 'team-register': JSON.stringify(config) });
  expect((await team.forgetPassword()).ok).toBe(false);
});
