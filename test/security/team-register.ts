/** Check G1: a team database refuses forbidden statements of a team member who uses psql instead of Easel. */
import { randomUUID } from 'node:crypto';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { createDatabase, whyNoPostgres, type Login, type TestDatabase } from '../support/postgres.ts';

const ACCOUNT = randomUUID();
const [OWN, OTHERS] = [randomUUID(), randomUUID()];
const MONTH = new Date().toISOString().slice(0, 7).replace('-', '_');

const change = (body: string, id = `'x'`, kind = 'note', revision = 0): string =>
  `SELECT easel.change_items('${ACCOUNT}', jsonb_build_array(jsonb_build_object('kind', '${kind}', 'id', ${id},
  'revision', ${revision}, 'body', ${body}, 'changed_by', 'ben', 'changed_at', '2020-01-01')))`;
const entryOf = (
  number: number,
): string => `[{"number": ${number}, "account": "${ACCOUNT}", "at": 0, "user": "u", "action": "a", "target": "t", "outcome": "o",
  "detail": "", "reason": "", "job": "", "member": "ben", "received_at": "2020-01-01"}]`;

/** SQL statements that the server must refuse. The member `ann` runs those without a login. */
const REFUSED: Readonly<Record<string, string | readonly [Login, string]>> = {
  'read the audit': 'SELECT * FROM easel.audit',
  'count the audit': 'SELECT count(*) FROM easel.audit',
  'read a partition': `SELECT * FROM easel.audit_${MONTH}`,
  'copy the audit': 'COPY easel.audit TO STDOUT',
  'read installations': 'SELECT * FROM easel.installations',
  'change the audit': `UPDATE easel.audit SET action = 'x'`,
  'delete the audit': 'DELETE FROM easel.audit',
  'delete in a partition': `DELETE FROM easel.audit_${MONTH}`,
  'empty the audit': 'TRUNCATE easel.audit',
  'insert into the audit': `INSERT INTO easel.audit SELECT now(), 'ben', '${OWN}', 1, '${ACCOUNT}', 1, now(), '', '', '', '', 0, '', '', ''`,
  'detach a partition': `ALTER TABLE easel.audit DETACH PARTITION easel.audit_${MONTH}`,
  'drop a month': `SELECT easel.drop_audit_month('2020-01-01')`,
  'reset the number': `UPDATE easel.installations SET last_number = 0`,
  'add entries of another’s installation': `SELECT easel.add_audit('${OTHERS}', '${entryOf(2)}')`,
  'insert an item': `INSERT INTO easel.items VALUES ('${ACCOUNT}', 'note', 'y', '{}', 1, 'ben', now())`,
  'change an item': `UPDATE easel.items SET changed_by = 'ben'`,
  'delete an item': 'DELETE FROM easel.items',
  'change an item with an old revision': change(`'{}'`, `'b1'`),
  'change a revision': 'UPDATE easel.accounts SET revision = 0',
  'create an account as another': `INSERT INTO easel.accounts (name, created_by) VALUES ('z', 'ben')`,
  'become the schema’s role': 'SET ROLE easel_schema',
  'become an owner': 'SET ROLE easel_owner',
  'become a colleague': 'SET ROLE ben',
  'become a colleague for the session': 'SET SESSION AUTHORIZATION ben',
  'join the schema’s role': 'GRANT easel_schema TO ann',
  'join the owners': 'GRANT easel_owner TO ann',
  'let others in': 'GRANT easel_member TO eve',
  'replace the trigger’s function': `CREATE OR REPLACE FUNCTION easel.guard_plan() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  'add a trigger': 'CREATE TRIGGER t BEFORE INSERT ON easel.items EXECUTE FUNCTION easel.guard_plan()',
  'create a table in the schema': 'CREATE TABLE easel.y (id integer)',
  'change the version': 'INSERT INTO easel.schema_version (version) VALUES (9)',
  'lock the audit': 'BEGIN; LOCK TABLE easel.audit',
  'write a body over 32 KiB': change(`to_jsonb(repeat('x', 40000))`),
  'write an id over 512 characters': change(`'{}'`, `repeat('x', 513)`),
  'write an unknown kind': change(`'{}'`, `'x'`, 'plan'),
  'insert a plan': `INSERT INTO easel.plans (account_id, ids, note) VALUES ('${ACCOUNT}', '["x"]', '')`,
  'approve a plan directly': `UPDATE easel.plans SET state = 'approved'`,
  'delete a plan': 'DELETE FROM easel.plans',
  'save a plan for 91 days': `SELECT easel.save_plan('${ACCOUNT}', '["x"]', 'null', 'x', '', 91)`,
  'save and approve an own plan': `SELECT easel.save_plan('${ACCOUNT}', '["x"]', 'null', 'x', '', 9);
    SELECT easel.decide_plan(id, digest, 'approved', '') FROM easel.plans`,
  'run a plan that is not approved': `SELECT easel.save_plan('${ACCOUNT}', '["x"]', 'null', 'x', '', 9);
    SELECT easel.start_run('${ACCOUNT}', id, digest, '${OWN}', ids) FROM easel.plans`,
  'insert a run': `INSERT INTO easel.runs (account_id, installation, ids) VALUES ('${ACCOUNT}', '${OWN}', '["x"]')`,
  'end a colleague’s run': `UPDATE easel.runs SET state = 'ended'`,
  'insert results': `INSERT INTO easel.results SELECT id, 'x', 'done' FROM easel.plans`,
  'insert a visit as another': `INSERT INTO easel.visits (account_id, installation, member) VALUES ('${ACCOUNT}', '${OWN}', 'ben')`,
  'disable the trigger of plans': 'ALTER TABLE easel.plans DISABLE TRIGGER guard_plan',
  'no member reads plans': ['eve', 'SELECT * FROM easel.plans'],
  'owner approves a plan directly': ['olga', `UPDATE easel.plans SET state = 'approved'`],
  'owner changes the audit': ['olga', `UPDATE easel.audit SET action = 'x'`],
  'owner deletes the audit': ['olga', 'DELETE FROM easel.audit'],
  'owner drops this month': ['olga', 'SELECT easel.drop_audit_month(now()::date)'],
  'owner drops a partition': ['olga', `DROP TABLE easel.audit_${MONTH}`],
  'no member reads items': ['eve', 'SELECT * FROM easel.items'],
  'no member changes items': ['eve', change(`'{}'`)],
  'end a run and leave its plan running': [
    'postgres',
    `SET SESSION AUTHORIZATION ben; SELECT easel.save_plan('${ACCOUNT}', '["x"]', 'null', 'x', 'Bens', 9);
    SET SESSION AUTHORIZATION ann; SELECT easel.decide_plan(id, digest, 'approved', '') FROM easel.plans WHERE note = 'Bens';
    SELECT easel.start_run('${ACCOUNT}', id, digest, '${OWN}', ids) FROM easel.plans WHERE note = 'Bens';
    SELECT easel.report_run(id, 'ended', 0, '{}') FROM easel.runs`,
  ],
  'no member signs in': ['eve', `SELECT easel.sign_in('${OWN}', 'x')`],
};

/** SQL statements with a false author or time. The server accepts them, but stores the true author and time. */
const OVERWRITTEN: Readonly<Record<string, readonly [sql: string, query: string]>> = {
  'write an item under another name': [
    change(`'{}'`, `'named'`),
    `SELECT changed_by = 'ann' AND changed_at > now() - interval '1 hour' FROM easel.items WHERE id = 'named'`,
  ],
  'write an item with a false clock': [
    `CREATE FUNCTION pg_temp.now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT '2020-01-01'::timestamptz $$;
    SET search_path = pg_temp, pg_catalog; ${change(`'{}'`, `'dated'`)}`,
    `SELECT changed_at > now() - interval '1 hour' FROM easel.items WHERE id = 'dated'`,
  ],
  'repeat an entry': [
    `SELECT easel.add_audit('${OWN}', '${entryOf(1)}')`,
    `SELECT count(*) = 1 FROM easel.audit WHERE installation = '${OWN}'`,
  ],
  'add an entry under another name': [
    `SELECT easel.add_audit('${OWN}', '${entryOf(7)}')`,
    `SELECT member = 'ann' AND received_at > now() - interval '1 hour' FROM easel.audit
    WHERE installation = '${OWN}' AND number = 2`,
  ],
};

const FALSE_ZONE = `SET datestyle = 'SQL'; SET timezone = 'Asia/Shanghai'`;

async function prepare({ as }: TestDatabase): Promise<void> {
  await as('postgres', `INSERT INTO easel.accounts (id, name) VALUES ('${ACCOUNT}', 'Account')`);
  for (const [login, installation] of [
    ['ann', OWN],
    ['ben', OTHERS],
  ] as const) {
    await as(login, `SELECT easel.sign_in('${installation}', '${login}')`);
    // The first entry creates the month's partition. Its bounds must not depend on the session's time zone.
    await as(login, `${FALSE_ZONE}; SELECT easel.add_audit('${installation}', '${entryOf(1)}')`);
  }
  await as('ben', change(`'{}'`, `'b1'`));
}

async function play(database: TestDatabase): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const [name, attempt] of Object.entries(REFUSED)) {
    const [login, sql] = typeof attempt === 'string' ? (['ann', attempt] as const) : attempt;
    const { code, output } = await database.psql(login, sql);
    const isRefused = code === 3 && !/syntax error|does not exist/u.test(output);
    cases.push({ name, problems: isRefused ? [] : [`psql ended with ${code}: ${output.trim()}`] });
  }
  for (const [name, [sql, query]] of Object.entries(OVERWRITTEN)) {
    const { code, output } = await database.psql('ann', sql);
    const [row = {}] = await database.as('postgres', query);
    const isRight = Object.values(row)[0] === true;
    cases.push({
      name,
      problems: code === 0 && isRight ? [] : [`psql ended with ${code}: ${output.trim()}`],
    });
  }
  const [month = {}] = await database.as(
    'postgres',
    `SELECT ARRAY(SELECT bound[1]::timestamptz FROM regexp_matches(pg_get_expr(relpartbound, oid), '''(.*?)''', 'g') bound)
      = ARRAY[date_trunc('month', now(), 'UTC'), date_trunc('month', now() + interval '1 month', 'UTC')] AS is_right
    FROM pg_class WHERE relname = 'audit_${MONTH}'`,
  );
  cases.push({
    name: 'create a month’s partition in a false time zone',
    problems: 'is_right' in month && month.is_right === true ? [] : ['the partition does not hold the month'],
  });
  const [left = {}] = await database.as(
    'postgres',
    `SELECT (SELECT count(*) FROM easel.audit) AS entries, (SELECT string_agg(id, ' ' ORDER BY id) FROM easel.items) AS items`,
  );
  const found = JSON.stringify(left);
  const isSame = found === JSON.stringify({ entries: '3', items: 'b1 dated named' });
  cases.push({ name: 'nothing else was stored', problems: isSame ? [] : [found] });
  return cases;
}

export async function check(): Promise<Finding> {
  const reason = whyNoPostgres();
  const cases = reason === null ? await playAlone() : [{ name: 'G1', problems: [], skipped: reason }];
  return {
    id: 'G1',
    what: 'a member with psql against the team register',
    target: '0 attempts succeed',
    ...tally(cases),
  };
}

async function playAlone(): Promise<readonly Case[]> {
  const database = await createDatabase();
  try {
    await prepare(database);
    return await play(database);
  } finally {
    await database.drop();
  }
}
