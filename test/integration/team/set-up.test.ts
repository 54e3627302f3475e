import { describe, expect, onTestFinished, test } from 'vitest';
import { SCHEMA_VERSION, setUpSql } from '../../../main/team/schema.ts';
import { createDatabase, whyNoPostgres, type TestDatabase } from '../../support/postgres.ts';
import { must } from '../../support/must.ts';
import { connected, ready } from './registers.ts';

async function database(kind: 'set-up' | 'empty'): Promise<TestDatabase> {
  const made = await createDatabase(kind);
  onTestFinished(() => made.drop());
  return made;
}

const versions = ({ as }: TestDatabase) => as('postgres', 'SELECT version, by FROM easel.schema_version');

describe.skipIf(whyNoPostgres() !== null)('set-up of the team register', () => {
  test('setting up the team register does not need a superuser', async () => {
    const at = await database('empty');
    const { register } = await connected(at, 'ben');
    expect(register.phase()).toMatchObject({ phase: 'not-set-up', failure: null });
    const reconnecting = register.reconnect();
    must(await register.setUp('dba', at.password));
    await reconnecting;
    expect(register.phase()).toMatchObject({ phase: 'ready', isOwner: false });
    expect(register.setUpSql()).toBe('');
    expect(await register.setUp('dba', at.password)).toMatchObject({ error: { code: 'refused' } });
    expect(await versions(at)).toEqual([{ version: SCHEMA_VERSION, by: 'dba' }]);
    for (const user of ['dba', 'ben'] as const)
      expect(await at.psql(user, 'SET ROLE easel_schema')).toMatchObject({ code: 3 });
    const heirs = `SELECT rolname FROM pg_roles WHERE NOT rolsuper AND pg_has_role(oid, 'easel_schema', 'USAGE')`;
    expect(await at.as('postgres', heirs)).toEqual([{ rolname: 'easel_schema' }]);
  });

  test('Easel does not set up the team register if Easel was locked during the database login', async () => {
    const at = await database('empty');
    const { register } = await connected(at, 'ben');
    const setUp = register.setUp('dba', at.password);
    await register.close();
    expect(await setUp).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await at.as('postgres', `SELECT 1 FROM pg_namespace WHERE nspname = 'easel'`)).toEqual([]);
  });

  test('the set-up SQL of the team register can be run several times and simultaneously', async () => {
    const at = await database('empty');
    const sql = setUpSql('ann');
    const both = await Promise.all([at.psql('dba', sql), at.psql('dba', sql)]);
    expect(both.map(({ code, output }) => (code === 0 ? '' : output))).toEqual(['', '']);
    expect(await at.psql('postgres', sql)).toMatchObject({ code: 0 });
    expect(await versions(at)).toHaveLength(1);
    await ready(at, 'ann');
  });

  test('the failure to set up the team register names the missing database rights', async () => {
    const at = await database('empty');
    const { register } = await connected(at, 'ann');
    const refused = await register.setUp('', null);
    const rights = `ALTER ROLE "ann" CREATEROLE; GRANT CREATE ON DATABASE "${at.name}" TO "ann";`;
    const grants = 'GRANT easel_schema, easel_member, easel_owner TO "ann" WITH ADMIN TRUE';
    const error = { code: 'not-allowed', nextStep: expect.stringMatching(`${rights}.*${grants}`) };
    expect(refused).toMatchObject({ ok: false, error });
    const wrong = await register.setUp('dba', 'wrong-password');
    expect(wrong).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
    expect(JSON.stringify([refused, wrong])).not.toMatch(new RegExp(`wrong-password|${at.password}`, 'u'));
    expect(register.phase().phase).toBe('not-set-up');
  });

  test('two simultaneous runs of the set-up SQL update an older team register only once', async () => {
    const at = await database('set-up');
    await at.as('postgres', 'UPDATE easel.schema_version SET version = 0; DROP FUNCTION easel.visit');
    const { register } = await connected(at, 'ann');
    expect(register.phase().phase).toBe('older');
    const sql = register.setUpSql();
    expect(await at.psql('olga', sql)).toMatchObject({ code: 3 });
    const both = await Promise.all([at.psql('dba', sql), at.psql('dba', sql)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await versions(at)).toMatchObject([{ version: 0 }, { version: SCHEMA_VERSION }]);
    const owner = `SELECT proowner::regrole::text AS owner FROM pg_proc WHERE proname = 'visit'`;
    expect(await at.as('postgres', owner)).toEqual([{ owner: 'easel_schema' }]);
    await register.reconnect();
    expect(register.phase().phase).toBe('ready');
  });

  test('an old version of Easel neither uses nor changes a team register that a newer version has set up', async () => {
    const at = await database('set-up');
    const newer = SCHEMA_VERSION + 1;
    await at.as('postgres', `INSERT INTO easel.schema_version VALUES (${newer}); DROP FUNCTION easel.visit`);
    const { register } = await connected(at, 'ann');
    expect(register.phase()).toMatchObject({ phase: 'newer', failure: { nextStep: 'Update Easel.' } });
    expect(register.setUpSql()).toBe('');
    expect(await at.psql('dba', setUpSql('ann'))).toMatchObject({ code: 3 });
    expect(await at.as('postgres', `SELECT 1 FROM pg_proc WHERE proname = 'visit'`)).toEqual([]);
  });

  test('Easel does not set up the team register in a schema that another program created', async () => {
    const at = await database('empty');
    await at.as('dba', 'CREATE SCHEMA easel');
    const { register } = await connected(at, 'ann');
    expect(register.phase()).toMatchObject({ phase: 'refused' });
    expect(register.phase().failure?.message).toContain('Another program created the schema');
  });
});
