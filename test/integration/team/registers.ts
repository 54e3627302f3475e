import { randomUUID } from 'node:crypto';
import { ok } from '../../../preload/contract/failure.ts';
import { expect, onTestFinished } from 'vitest';
import type { Clock } from '../../../main/lib/clock.ts';
import type { RegisterAddress } from '../../../main/team/database.ts';
import { NO_NOTES } from '../../../main/store/tables/change-note.ts';
import type { RegisterItem } from '../../../main/store/tables/team.ts';
import { Register } from '../../../main/team/register.ts';
import type { RowNotes } from '../../../preload/contract/boards.ts';
import { must } from '../../support/must.ts';
import type { Login, TestDatabase } from '../../support/postgres.ts';

export interface Opening {
  readonly password?: string | null;
  readonly address?: Partial<RegisterAddress>;
  readonly authorities?: readonly string[];
  readonly installation?: string;
  readonly osUser?: string;
  readonly clock?: Clock;
}

export type Member = ReturnType<typeof openMember>;

export function openMember(database: TestDatabase, login: Login, opening: Opening = {}) {
  const { host, port, name, password, authority } = database;
  /** Ids of accounts that the database reported as changed. Null means all accounts. */
  const changed: (string | null)[] = [];
  let wake = Promise.withResolvers<void>();
  const tell = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  const register = new Register({
    address: { host, port, database: name, user: login, certificateFile: null, ...opening.address },
    password: () => Promise.resolve(ok(opening.password === undefined ? password : opening.password)),
    authorities: () => Promise.resolve(opening.authorities ?? [authority]),
    installation: opening.installation ?? randomUUID(),
    osUser: opening.osUser ?? login,
    events: {
      onPhase: tell,
      onChanged: (account) => {
        changed.push(account);
        tell();
      },
    },
    ...(opening.clock && { clock: opening.clock }),
  });
  onTestFinished(() => register.close());
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await wake.promise;
  };
  return { register, changed, until };
}

/** Opens a database client and waits for the end of its first attempt to connect, even if it fails. */
export async function connected(database: TestDatabase, login: Login, opening?: Opening): Promise<Member> {
  const member = openMember(database, login, opening);
  await member.until(() => member.register.phase().phase !== 'connecting');
  return member;
}

export async function ready(database: TestDatabase, login: Login, opening?: Opening): Promise<Member> {
  const member = await connected(database, login, opening);
  expect(member.register.phase()).toMatchObject({ phase: 'ready', failure: null });
  return member;
}

export const note = (id: string, body: Partial<RowNotes> | null, revision = 0) =>
  ({ kind: 'note', id, body: body && { ...NO_NOTES, ...body }, revision }) as const;

export async function itemsOf(
  register: Register,
  account: string,
  revision = 0,
): Promise<readonly RegisterItem[]> {
  const items: RegisterItem[] = [];
  must(await register.since(account, revision, async (page) => void items.push(...page)));
  return items;
}

export async function newAccount({ register }: Member): Promise<string> {
  const name = `Account ${randomUUID()}`;
  const account = must(await register.createAccount(name)).find((each) => each.name === name);
  return account?.id ?? '';
}
