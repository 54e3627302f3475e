/** Checks a login to the team database: user, rights and schema version. */
import * as v from 'valibot';
import { ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { failure } from '../lib/wording/failure.ts';
import { counted } from '../lib/wording/format.ts';
import type { Database, RegisterAddress, Trouble } from './database.ts';
import { identifier, SCHEMA_VERSION } from './schema.ts';
import { flag, name, number, one, storable } from '../lib/postgres-rows.ts';
import type { RegisterOptions, RegisterPhase } from './register.ts';

const has = (role: string): string =>
  `EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}' AND pg_has_role(session_user, oid, 'USAGE'))`;
/** Query for a login's rights. Superusers seem to have all roles, because `pg_has_role` is always true for them. */
const LOGIN = `SELECT session_user,
  (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'easel'),
  ${has('easel_member')}, ${has('easel_owner')}, ${has('easel_schema')}`;
const loginRow = v.tuple([name, v.nullable(name), flag, flag, flag]);
const oneNumber = v.tuple([one(number)]);

type Checked = Omit<RegisterPhase, 'since'>;

const stopped = (phase: Checked['phase'], reason: Failure | null = null) =>
  ok({ phase, failure: reason, warnings: [], isOwner: false });

const refused = (message: string, nextStep: string) =>
  stopped('refused', failure('not-allowed', { message, nextStep }));

/** Checks a login's rights, then subscribes to notifications. Returns `ready`, or a phase that names the problem. */
export async function checkLogin(
  database: Database,
  options: Pick<RegisterOptions, 'address' | 'installation' | 'osUser'>,
): Promise<Result<Checked, Trouble>> {
  const { user } = options.address;
  const read = await database.query(v.tuple([loginRow]), LOGIN);
  if (!read.ok) return read;
  const [[sessionUser, schemaOwner, isMember, isOwner, mayChange]] = read.value;
  if (sessionUser !== user)
    return refused(
      `A connection pooler replaces your login “${user}” with “${sessionUser}”. Changes couldn’t be recorded under your name.`,
      'Enter the address of the database server, or of a connection pooler that keeps each user’s login.',
    );
  if (schemaOwner === null) return stopped('not-set-up');
  if (schemaOwner !== 'easel_schema')
    return refused('Another program created the schema “easel” in this database.', 'Use another database.');
  if (!isMember) {
    const grant = `GRANT easel_member TO ${identifier(user)};`;
    return refused(
      `The user “${user}” is not a member of this team register.`,
      `Ask your database administrator to run: ${grant}`,
    );
  }
  const versions = 'SELECT coalesce(max(version), 0) FROM easel.schema_version';
  const found = await database.query(oneNumber, versions);
  if (!found.ok) return found;
  const [version] = found.value;
  if (version < SCHEMA_VERSION) return stopped('older');
  if (version > SCHEMA_VERSION) {
    const message = `The team register has version ${version}, but this version of Easel only supports version ${SCHEMA_VERSION}.`;
    return stopped('newer', failure('refused', { message, nextStep: 'Update Easel.' }));
  }
  const values = [options.installation, storable(options.osUser).slice(0, 200)];
  const shared = await database.query(oneNumber, 'SELECT easel.sign_in($1, $2)', values);
  if (!shared.ok) return shared;
  const listening = await database.query(v.unknown(), 'LISTEN easel');
  if (!listening.ok) return listening;
  const [sharedWith] = shared.value;
  const warnings: string[] = [];
  if (mayChange)
    warnings.push(`“${user}” is a superuser or belongs to easel_schema, and could change the audit log.`);
  if (sharedWith > 0) {
    const others = counted(sharedWith, 'other person', 'other people');
    warnings.push(`${others} used this login in the past 90 days. Each member needs their own login.`);
  }
  return ok({ phase: 'ready', failure: null, warnings, isOwner });
}

/** Returns why a set-up failed, with the missing rights. The details contain the server's message. */
export function whyNotSetUp(
  { user, database }: RegisterAddress,
  { state, isUnknown, failure: reason }: Trouble,
) {
  if (isUnknown) return failure('outcome-unknown', { ...LOST_ANSWER, from: reason });
  if (state !== '42501') return reason;
  const rights = `ALTER ROLE ${identifier(user)} CREATEROLE; GRANT CREATE ON DATABASE ${identifier(database)} TO ${identifier(user)};`;
  // From PostgreSQL 16 on, CREATEROLE is not enough, because its holders may grant only roles that they created.
  const grants = `GRANT easel_schema, easel_member, easel_owner TO ${identifier(user)} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE;`;
  return failure('not-allowed', {
    message: `The user “${user}” doesn’t have permission to set up the team register.`,
    nextStep: `Use another user, or ask your database administrator to run: ${rights} If PostgreSQL 16 or later already has the role easel_schema, the administrator must also run: ${grants}`,
    from: reason,
  });
}

export const LOST_ANSWER = {
  message:
    'Easel doesn’t know whether the change was saved in the team register, because the connection was lost before the response arrived.',
  nextStep: 'Easel will reload the team register. Check whether your change was saved before you try again.',
} as const;
