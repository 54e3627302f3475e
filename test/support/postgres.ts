/** Real PostgreSQL servers for tests. Each cluster has a TLS certificate, and each test a database. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { setUpSql } from '../../main/team/schema.ts';
import { createAuthority, type Certificate } from '../integration/service/authority.ts';
import { findPostgres, hasProgram } from './system.ts';

const START_LIMIT_MS = 60_000;
export const TLS_HOST = 'db.team.example';
const HOST = '127.0.0.1';
const TEMPLATE = 'easel_template';
const isRoot = process.getuid?.() === 0;

/** Database users: `dba` created the database, `olga` is an owner, `eve` is no member, `test` has a certificate. */
export type Login = 'postgres' | 'dba' | 'ann' | 'ben' | 'olga' | 'eve' | 'test';

const LOGINS = `
CREATE ROLE ben LOGIN IN ROLE easel_member; CREATE ROLE test LOGIN IN ROLE easel_member;
CREATE ROLE olga LOGIN IN ROLE easel_owner; CREATE ROLE eve LOGIN;`;

export interface ClusterFacts {
  readonly port: number;
  readonly password: string;
  /** Certificate (PEM) of the authority that issued the server's certificate. */
  readonly authority: string;
  readonly identity: Certificate;
}

export interface Cluster extends ClusterFacts {
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Returns the reason why this machine can't run tests of the team database; null if it can. */
export function whyNoPostgres(): string | null {
  if (findPostgres() === undefined) return 'no PostgreSQL 15 or newer is installed';
  if (!hasProgram('openssl')) return 'openssl is not installed';
  if (isRoot && !(hasProgram('setpriv') && serverUser() !== null))
    return 'PostgreSQL does not run as root, and there is no user postgres';
  return null;
}

/** Returns an unprivileged user and group for the server, because PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | null {
  try {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'])));
    return { uid, gid };
  } catch {
    return null;
  }
}

/** Returns a folder in memory if it has 1 GB, because on disk the 300 files of each test database take 0.2 s. */
async function memoryFolder(): Promise<string> {
  const free = process.platform === 'linux' ? await statfs('/dev/shm').catch(() => null) : null;
  return free !== null && free.bavail * free.bsize > 1e9 ? '/dev/shm' : tmpdir();
}

export async function startCluster(parent = tmpdir()): Promise<Cluster> {
  const programs = findPostgres() ?? '';
  const folder = mkdtempSync(path.join(parent, 'easel-postgres-'));
  const data = path.join(folder, 'data');
  const user = isRoot ? serverUser() : null;
  const owned = (file: string): string => {
    if (user !== null) chownSync(file, user.uid, user.gid);
    return file;
  };
  const write = (name: string, content: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    return owned(file);
  };
  owned(folder);
  const as = { cwd: folder, ...user };
  const authority = createAuthority();
  const server = authority.issue(TLS_HOST);
  const identity = authority.issue('client');
  const password = randomBytes(12).toString('base64url');
  const facts = { port: await freePort(), password, authority: authority.pem, identity };
  const settings = {
    port: facts.port,
    listen_addresses: HOST,
    unix_socket_directories: folder,
    // Without fsync, data is lost only in a crash of the whole computer, which tests do not simulate.
    fsync: 'off',
    max_connections: 200,
    ssl: 'on',
    ssl_cert_file: write('server.crt', server.cert),
    ssl_key_file: write('server.key', server.key),
    ssl_ca_file: write('authority.crt', authority.pem),
    hba_file: write('hba', 'hostssl all test all cert\nhost all all all scram-sha-256\n'),
  };
  const initial = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const files = [`--pgdata=${data}`, `--pwfile=${write('password', password)}`];
  await promisify(execFile)(path.join(programs, 'initdb'), [...initial, ...files], as);
  const postgres = path.join(programs, 'postgres');
  const args = ['-D', data, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)];
  const [command, ...rest] = hasProgram('setpriv')
    ? // With `setpriv`, PostgreSQL ends when this process ends, even if this process crashes.
      (['setpriv', '--pdeathsig', 'QUIT', postgres, ...args] as const)
    : ([postgres, ...args] as const);

  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const log = openSync(path.join(folder, 'log'), 'a');
    const end = Date.now() + START_LIMIT_MS;
    for (;;) {
      // Starts PostgreSQL again if it has exited, because after a kill it exits until its old processes have ended.
      if (child === null || child.exitCode !== null)
        child = spawn(command, rest, { ...as, stdio: ['ignore', log, log] });
      const client = await loggedIn(facts, 'postgres', 'postgres').catch(() => null);
      if (client !== null) {
        await client.end();
        closeSync(log);
        return;
      }
      if (Date.now() > end) throw new Error(readFileSync(path.join(folder, 'log'), 'utf8').slice(-2000));
      await delay(50);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    child = null;
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  await start();
  await addTemplate(facts);
  return {
    ...facts,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGQUIT');
      process.off('exit', remove);
      remove();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function loggedIn({ port, password }: ClusterFacts, user: Login, database: string): Promise<Client> {
  const client = new Client({ host: HOST, port, user, password, database });
  // Ignores connection errors, because a test may stop the server.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function addTemplate(facts: ClusterFacts): Promise<void> {
  const admin = await loggedIn(facts, 'postgres', 'postgres');
  await admin.query('CREATE ROLE dba LOGIN CREATEROLE; CREATE ROLE ann LOGIN');
  await admin.query(`ALTER ROLE dba PASSWORD '${facts.password}'`);
  await admin.query(`CREATE DATABASE ${TEMPLATE}`);
  await admin.query(`GRANT CREATE ON DATABASE ${TEMPLATE} TO dba`);
  const dba = await loggedIn(facts, 'dba', TEMPLATE);
  await dba.query(setUpSql('ann'));
  await dba.end();
  await admin.query(LOGINS);
  for (const login of ['ann', 'ben', 'olga', 'eve'])
    await admin.query(`ALTER ROLE ${login} PASSWORD '${facts.password}'`);
  await admin.end();
}

/** Environment variable with the path of a socket, from which test processes read the shared cluster's address. */
const ASK = 'EASEL_POSTGRES';

/** Shares one PostgreSQL cluster, started at its first use, with all tests. Returns a function that stops it. */
// oxlint-disable-next-line import/no-default-export -- Vitest and Playwright call a global setup's default export.
export default async function sharePostgres(): Promise<() => Promise<void>> {
  if (process.env[ASK] !== undefined || whyNoPostgres() !== null) return () => Promise.resolve();
  const folder = mkdtempSync(path.join(tmpdir(), 'easel-postgres-run-'));
  let cluster: Promise<Cluster> | null = null;
  const server = createServer((socket) => {
    cluster ??= memoryFolder().then(startCluster);
    cluster.then(
      (facts) => socket.end(JSON.stringify(facts)),
      (error: unknown) => socket.end(JSON.stringify({ problem: String(error) })),
    );
  }).listen(path.join(folder, 'ask'));
  await once(server, 'listening');
  process.env[ASK] = path.join(folder, 'ask');
  return async () => {
    Reflect.deleteProperty(process.env, ASK);
    server.close();
    await cluster?.then((started) => started.stop());
    rmSync(folder, { recursive: true, force: true });
  };
}

async function sharedCluster(): Promise<ClusterFacts> {
  const answer = JSON.parse(await text(connect(process.env[ASK] ?? ''))) as
    | ClusterFacts
    | { problem: string };
  if ('problem' in answer) throw new Error(answer.problem);
  return answer;
}

export interface TestDatabase extends ClusterFacts {
  readonly host: string;
  readonly name: string;
  readonly as: (login: Login, sql: string, values?: readonly unknown[]) => Promise<readonly object[]>;
  readonly psql: (login: Login, sql: string) => Promise<{ readonly code: number; readonly output: string }>;
  readonly drop: () => Promise<void>;
}

/** Creates a copy of the template database, or an empty one in which `dba` may create schemas. */
export async function createDatabase(kind: 'set-up' | 'empty' = 'set-up'): Promise<TestDatabase> {
  return databaseIn(await sharedCluster(), kind);
}

export async function databaseIn(
  facts: ClusterFacts,
  kind: 'set-up' | 'empty' = 'set-up',
): Promise<TestDatabase> {
  const name = `easel_${randomBytes(6).toString('hex')}`;
  const run = async (login: Login, database: string, sql: string, values: readonly unknown[] = []) => {
    const client = await loggedIn(facts, login, database);
    try {
      return (await client.query<object>(sql, values.length === 0 ? undefined : [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const admin = (sql: string): Promise<unknown> => run('postgres', 'postgres', sql);
  await admin(`CREATE DATABASE ${name} TEMPLATE ${kind === 'empty' ? 'template0' : TEMPLATE}`);
  await admin(`GRANT CREATE ON DATABASE ${name} TO dba`);
  return {
    ...facts,
    host: HOST,
    name,
    as: (login, sql, values) => run(login, name, sql, values),
    psql: async (login, sql) => {
      const program = path.join(findPostgres() ?? '', 'psql');
      const { port, password } = facts;
      const address = { PGHOST: HOST, PGPORT: String(port), PGDATABASE: name };
      const env = { ...process.env, ...address, PGUSER: login, PGPASSWORD: password };
      const child = spawn(program, ['-X', '-v', 'ON_ERROR_STOP=1'], { env });
      child.stdin.end(sql);
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const code = child.exitCode ?? ((await once(child, 'exit')) as [number])[0];
      return { code, output: stdout + stderr };
    },
    drop: async () => void (await admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
