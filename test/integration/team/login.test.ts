import { describe, expect, test } from 'vitest';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { must } from '../../support/must.ts';
import { findLeaks } from '../../support/planted-secrets.ts';
import { whyNoPostgres } from '../../support/postgres.ts';
import { policyOf, startServices } from '../../support/services.ts';
import { team } from './members.ts';

const shared = team();
const failureOf = (reply: { readonly ok: boolean; readonly error?: unknown }) =>
  reply.ok ? null : reply.error;

describe.skipIf(whyNoPostgres() !== null)('the login to the team’s database', () => {
  test('changing the address of the team’s database needs its password and a confirmation in main’s dialog', async () => {
    const answer = { yes: true };
    const questions: string[] = [];
    const ann = await shared.member('ann', {
      confirm: ({ message }) => {
        questions.push(message);
        return Promise.resolve(answer.yes);
      },
    });
    const configure = (args: ArgsOf<'team.configure'>) => {
      shared.pass();
      return ann.call('team.configure', args);
    };
    const login = { ...shared.loginOf('ann'), password: null };
    const elsewhere = { ...login, port: login.port + 1 };
    expect(failureOf(await ann.callAlone('team.configure', elsewhere))).toMatchObject({
      code: 'needs-press',
    });
    expect(failureOf(await configure(elsewhere))).toMatchObject({
      fields: { password: expect.any(String) as unknown },
    });
    expect(failureOf(await configure({ ...login, user: 'ben' }))).toMatchObject({ code: 'invalid-input' });
    answer.yes = false;
    expect(failureOf(await configure({ ...elsewhere, password: 'x' }))).toMatchObject({ code: 'cancelled' });
    expect(failureOf(await ann.call('team.remove', {}))).toMatchObject({ code: 'cancelled' });
    expect(questions.at(1)).toBe(
      `Use the team register 127.0.0.1:${elsewhere.port}/${shared.database.name} as “ann”?`,
    );
    expect((await ann.state()).register).toMatchObject({ port: login.port, user: 'ann', hasPassword: true });
    answer.yes = true;
    expect(must(await configure(login)).register).toMatchObject({ port: login.port, user: 'ann' });
    await ann.until(({ phase }) => phase === 'ready');
    expect((await ann.must('team.remove', {})).register).toBeNull();
    expect([...ann.items.keys()]).toEqual([]);
  });

  test('the password of the team’s database appears in no reply, event, log or file', async () => {
    const [ann] = await shared.both();
    await ann.label(ann.ids[0] ?? '', 'Algebra');
    await ann.call('team.setUp', { user: 'dba', password: shared.database.password });
    await shared.relay.shut();
    await ann.until(({ phase }) => phase === 'unreachable');
    shared.pass();
    await ann.must('team.configure', { ...shared.loginOf('ann'), user: 'nobody' });
    await shared.relay.open();
    await ann.until(({ phase }) => phase === 'refused');
    const places = [
      { name: 'what main said', bytes: Buffer.from(ann.said()) },
      { name: 'files', bytes: Buffer.from(await ann.files(), 'latin1') },
    ];
    expect(findLeaks([{ name: 'password', text: shared.database.password }], places)).toEqual([]);
  });

  test('removing all keys also removes every saved password of the team’s database', async () => {
    const keychain = createMemoryKeychain();
    const ann = await shared.member('ann', { keychain });
    const { host, port, database } = shared.loginOf('ann');
    await ann.services.release();
    const policy = policyOf({ teamRegister: { host, port: port + 1, database } });
    const again = await startServices(ann.folder, { keychain, policy });
    await again.must('lock.removeKeys', {});
    expect([...keychain.items.keys()]).toEqual([]);
    await again.release();
    let isAbsent = true;
    const failing = createMemoryKeychain((call) => {
      if (isAbsent) return { state: 'absent' };
      return call === 'set' ? { state: 'busy', done: true } : null;
    });
    const ben = await startServices(undefined, { keychain: failing });
    for (const items of [0, 1]) {
      shared.pass();
      expect((await ben.call('team.configure', shared.loginOf('ben'))).ok).toBe(false);
      expect(failing.items.size).toBe(items);
      await ben.must('lock.removeKeys', {});
      expect([...failing.items.keys()]).toEqual([]);
      isAbsent = false;
    }
    await ben.close();
  });

  test('Easel doesn’t log in to the team’s database while Easel’s policy file is invalid', async () => {
    const read: string[] = [];
    const keychain = createMemoryKeychain((call, account) => {
      if (call === 'get') read.push(account);
      return null;
    });
    const ann = await shared.member('ann', { keychain });
    await ann.services.release();
    read.splice(0);
    const policy = { kind: 'broken', source: '/etc/easel/policy.json', problem: 'It is a link.' } as const;
    const again = await startServices(ann.folder, { keychain, policy });
    await again.release();
    expect(read).toEqual([]);
  });
});
