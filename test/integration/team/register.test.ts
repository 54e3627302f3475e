import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAudit } from '../../../main/activity/team-log.ts';
import type { AuditEntry } from '../../../main/store/tables/activity.ts';
import { openGate } from '../../support/gate.ts';
import { must } from '../../support/must.ts';
import { createDatabase, whyNoPostgres, type TestDatabase } from '../../support/postgres.ts';
import { itemsOf, newAccount, note, ready } from './registers.ts';

const failing = (code: string) => ({ ok: false, error: { code } });

describe.skipIf(whyNoPostgres() !== null)('the team register on PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database.drop());

  test('a colleague receives a change in the team register with its author and the server’s time', async () => {
    const [ann, ben] = await Promise.all([ready(database, 'ann'), ready(database, 'ben')]);
    const account = await newAccount(ann);
    const body = { label: 'Übersicht \0\uD800', tags: ['x'] };
    expect(must(await ann.register.change(account, [note('b1', body)]))).toBe(1);
    await ben.until(() => ben.changed.includes(account));
    const [item] = await itemsOf(ben.register, account);
    expect(item).toMatchObject({ changedBy: 'ann', body: { label: 'Übersicht �', tags: ['x'] } });
    expect(Math.abs((item?.changedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(must(await ben.register.account(account))).toMatchObject({ revision: 1 });
  });

  test('the team register rejects a change of several items if one of the items has an outdated revision', async () => {
    const ann = await ready(database, 'ann');
    const { register } = ann;
    const account = await newAccount(ann);
    must(await register.change(account, [note('b1', { label: 'a' })]));
    expect(await register.change(account, [note('b2', {}), note('b1', {})])).toMatchObject(
      failing('conflict'),
    );
    expect(await itemsOf(register, account)).toMatchObject([{ id: 'b1', body: { label: 'a' } }]);
    expect(must(await register.change(account, [note('b1', null, 1)]))).toBe(2);
    expect(await itemsOf(register, account, 1)).toMatchObject([{ id: 'b1', body: null, revision: 2 }]);
    expect(await register.change(randomUUID(), [])).toMatchObject(failing('not-found'));
    expect(await register.account(randomUUID())).toMatchObject(failing('not-found'));
  });

  test('only one of 20 simultaneous changes of an item in the team register succeeds', async () => {
    const [ann, ben] = await Promise.all([ready(database, 'ann'), ready(database, 'ben')]);
    const account = await newAccount(ann);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? ann : ben).register.change(account, [note('b', { label: `${at}` })]),
      ),
    );
    expect(all.filter((result) => result.ok)).toHaveLength(1);
    expect(all.filter((result) => !result.ok && result.error.code === 'conflict')).toHaveLength(19);
  });

  test('the items of a large change are read from the team register in pages', async () => {
    const ann = await ready(database, 'ann');
    const account = await newAccount(ann);
    const ids = Array.from({ length: 1200 }, (_, at) => `board ${String(at).padStart(4, '0')}`);
    must(
      await ann.register.change(
        account,
        ids.map((id) => note(id, { label: id })),
      ),
    );
    must(await ann.register.change(account, [note('board 0003', { label: 'later' }, 1)]));
    const items = await itemsOf(ann.register, account);
    expect(items.map(({ id }) => id)).toEqual([...ids.filter((id) => id !== 'board 0003'), 'board 0003']);
    expect(await itemsOf(ann.register, account, 1)).toHaveLength(1);
  });

  test('the team register refuses a second account with the same name', async () => {
    const ann = await ready(database, 'ann');
    must(await ann.register.createAccount('Twice'));
    expect(await ann.register.createAccount('Twice')).toMatchObject(failing('invalid-input'));
    expect(await ann.register.createAccount('One\nTwo')).toMatchObject(failing('invalid-input'));
    const accounts = must(await ann.register.accounts());
    expect(accounts.find(({ name }) => name === 'Twice')).toMatchObject({ createdBy: 'ann' });
  });

  const entry = (account: string, number: number, action: string): AuditEntry => ({
    account,
    number,
    action: action as AuditEntry['action'],
    at: Date.UTC(2026, 0, 2),
    user: 'Ann\0',
    target: 'board',
    outcome: 'done',
    status: 204,
    detail: '',
    reason: '',
    job: '',
  });

  test('the team register stores each audit entry once, with consecutive numbers', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const ann = await ready(database, 'ann', { installation: first });
    const ben = await ready(database, 'ben', { installation: second });
    const account = await newAccount(ann);
    must(await addAudit(ann.register, [entry(account, 8, 'b'), entry(account, 7, 'a')]));
    must(await addAudit(ann.register, [entry(account, 7, 'a'), entry(account, 9, 'c')]));
    // Uses the log number 9 a second time, as a computer does after its log was restored from a backup.
    must(await addAudit(ann.register, [{ ...entry(account, 9, 'd'), at: 5 }]));
    must(await addAudit(ben.register, [entry(account, 7, 'e')]));
    const rows = await database.as(
      'olga',
      `SELECT member, number, action, os_user, local_at, now() - received_at < interval '1 minute' AS is_new
      FROM easel.audit WHERE installation IN ($1, $2) ORDER BY member, number`,
      [first, second],
    );
    const expected = ['a', 'b', 'c', 'd'].map((action, at) => ({
      member: 'ann',
      number: String(at + 1),
      action,
    }));
    expect(rows).toMatchObject([...expected, { member: 'ben', number: '1', action: 'e' }]);
    expect(rows[0]).toMatchObject({ os_user: 'Ann', local_at: new Date(Date.UTC(2026, 0, 2)), is_new: true });
  });

  test('a change has an unknown outcome if the database connection breaks during the change', async () => {
    const gate = await openGate(database.port);
    const ben = await ready(database, 'ben');
    const account = await newAccount(ben);
    const ann = await ready(database, 'ann', { address: { port: gate.port } });
    gate.toServer = (bytes) => {
      if (bytes.includes('change_items')) gate.toClient = () => null;
      return bytes;
    };
    expect(await ann.register.change(account, [note('b', { label: 'Algebra' })])).toMatchObject(
      failing('outcome-unknown'),
    );
    // Proves that the database saved Ann's change, although its response was lost.
    expect(await itemsOf(ben.register, account)).toMatchObject([{ body: { label: 'Algebra' } }]);
    expect(await ann.register.change(account, [])).toMatchObject(failing('cannot-reach'));
    await gate.shut();
  });

  test('Easel rejects rows of the team register that are too large or have an invalid revision number', async () => {
    const broken = await createDatabase();
    const ann = await ready(broken, 'ann');
    const account = await newAccount(ann);
    const rowsOf = async (body: string, revision = '1', count = 1) => {
      await broken.as('postgres', `DELETE FROM easel.items`);
      await broken.as(
        'postgres',
        `INSERT INTO easel.items SELECT '${account}', 'note', 'b' || n, ${body}, ${revision}, '', now()
        FROM generate_series(1, ${count}) n`,
      );
      const take = (): Promise<void> => Promise.reject(new Error('a broken row arrived'));
      return ann.register.since(account, 0, take);
    };
    await broken.as('postgres', 'ALTER TABLE easel.items DROP CONSTRAINT items_body_check');
    const large = (size: number): string => `to_jsonb(repeat('x', ${size}))`;
    expect(await rowsOf(large(40_000))).toMatchObject(failing('not-understood'));
    expect(await rowsOf(`'1'`, '9007199254740993')).toMatchObject(failing('not-understood'));
    expect(await rowsOf(large(200_000), '1', 400)).toMatchObject(failing('not-understood'));
    expect(ann.register.phase().phase).toBe('unreachable');
    await broken.as('postgres', 'UPDATE easel.accounts SET revision = 9007199254740993');
    await ann.register.reconnect();
    expect(await ann.register.change(account, [])).toMatchObject(failing('outcome-unknown'));
    await broken.drop();
  });
});
