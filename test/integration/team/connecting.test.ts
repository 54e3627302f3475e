import dns from 'node:dns';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Clock } from '../../../main/lib/clock.ts';
import { freshFolder } from '../../support/fresh-folder.ts';
import { openGate } from '../../support/gate.ts';
import { createDatabase, TLS_HOST, whyNoPostgres, type TestDatabase } from '../../support/postgres.ts';
import { fakeClock } from '../../unit/main/service/clock.ts';
import { createAuthority, type Certificate } from '../service/authority.ts';
import { connected, newAccount, openMember, ready } from './registers.ts';

let database: TestDatabase;
beforeAll(async () => {
  if (whyNoPostgres() === null) database = await createDatabase();
});
afterAll(async () => database.drop());

const CONNECT_MS = 10_000;

const withoutServer = whyNoPostgres() !== null;

/** Resolves every host name to this computer, because TLS is optional only for addresses of this computer. */
function resolveHere(): void {
  const lookup = dns.lookup;
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, ...rest: [dns.LookupOptions, never]) =>
    lookup('127.0.0.1', ...rest)) as unknown as typeof dns.lookup);
}

describe.skipIf(withoutServer)('TLS connections to the team’s database', () => {
  beforeEach(resolveHere);

  async function tlsServer(answer: 'S' | 'N', certificate: Certificate) {
    const received: string[] = [];
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write(answer);
          const stream = answer === 'S' ? new TLSSocket(socket, { isServer: true, ...certificate }) : socket;
          stream
            .on('error', () => undefined)
            .on('data', (bytes: Buffer) => received.push(bytes.toString('latin1')));
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, received };
  }

  test('the login to the team’s database can use a client certificate instead of a password', async () => {
    await ready(database, 'ann', { address: { host: TLS_HOST } });
    const file = path.join(freshFolder(), 'client.pem');
    writeFileSync(file, database.identity.cert + database.identity.key);
    await ready(database, 'test', { address: { host: TLS_HOST, certificateFile: file }, password: null });
    const without = await connected(database, 'test', { address: { host: TLS_HOST } });
    expect(without.register.phase()).toMatchObject({ phase: 'refused', failure: { code: 'not-allowed' } });
    const address = { host: TLS_HOST, certificateFile: `${file}.missing` };
    const missing = await connected(database, 'test', { address });
    expect(missing.register.phase().failure?.message).toContain('client certificate');
  });

  const cases = [
    ['a certificate of an unknown authority', 'S', TLS_HOST, false],
    ['a certificate for another host', 'S', 'other.example', true],
    ['no TLS', 'N', TLS_HOST, true],
  ] as const;
  test.each(cases)('Easel sends no data to a server with %s', async (_name, answer, host, isTrusted) => {
    const authority = createAuthority();
    const { port, received } = await tlsServer(answer, authority.issue(host));
    const opening = { address: { host: TLS_HOST, port }, authorities: isTrusted ? [authority.pem] : [] };
    const { register } = await connected(database, 'ann', opening);
    expect(register.phase()).toMatchObject({ phase: 'unreachable', failure: { code: 'certificate' } });
    expect(received).toEqual([]);
  });

  test('Easel connects to a team database on another computer only with TLS', async () => {
    const own = await createDatabase();
    for (const host of ['localhost', '127.0.0.1']) await ready(own, 'ann', { address: { host } });
    const named = await connected(own, 'ann', { address: { host: TLS_HOST }, authorities: [] });
    expect(named.register.phase().failure?.code).toBe('certificate');
    await own.drop();
  });
});

describe.skipIf(withoutServer)('refused connections to the team’s database', () => {
  const cases = [
    ['a wrong password', 'ann', { password: 'wrong-password' }, 'refused', 'accept the password'],
    ['no password', 'ann', { password: null }, 'refused', 'requires a password'],
    ['no membership', 'eve', {}, 'refused', 'not a member'],
    ['a missing database', 'ann', { address: { database: 'absent' } }, 'unreachable', 'no database “absent”'],
    ['an unknown host', 'ann', { address: { host: 'unknown.invalid' } }, 'unreachable', 'unknown.invalid'],
    ['a closed port', 'ann', { address: { port: 1 } }, 'unreachable', 'refused the connection on port'],
  ] as const;
  test.each(cases)(
    'the failure to connect to the team’s database does not contain the password: %s',
    async (_name, login, opening, phase, words) => {
      const { register } = await connected(database, login, opening);
      const state = register.phase();
      expect(state).toMatchObject({ phase, warnings: [] });
      expect(state.failure?.message).toContain(words);
      const { password } = { password: null, ...opening };
      expect(JSON.stringify(state)).not.toContain(password ?? database.password);
      expect(await register.accounts()).toMatchObject({ ok: false, error: { code: 'cannot-reach' } });
    },
  );

  test('Easel does not repeat a refused login to the team’s database until the user reconnects', async () => {
    const clock = fakeClock();
    const gate = await openGate(database.port);
    let logins = 0;
    gate.toServer = (bytes) => {
      if (bytes.includes('user\0')) logins += 1;
      return bytes;
    };
    const opening = { clock, address: { port: gate.port }, password: 'wrong' };
    const { register } = await connected(database, 'ann', opening);
    await clock.advance(600_000);
    expect(logins).toBe(1);
    await register.reconnect();
    expect([logins, register.phase().phase]).toEqual([2, 'refused']);
    await gate.shut();
  });

  test('a database user who is not a team member sees the SQL that would add this user', async () => {
    const own = await createDatabase();
    await own.as('postgres', `CREATE ROLE "new ""one""" LOGIN PASSWORD '${own.password}'`);
    const { register } = await connected(own, 'eve', { address: { user: 'new "one"' } });
    const step = register.phase().failure?.nextStep ?? '';
    await own.as('postgres', step.slice(step.indexOf('GRANT')));
    await register.reconnect();
    expect(register.phase().phase).toBe('ready');
    await register.close();
    await own.drop();
    await database.as('postgres', 'DROP ROLE "new ""one"""');
  });

  test('Easel refuses a database connection if a connection pooler logs in as a different database user', async () => {
    const gate = await openGate(database.port);
    gate.toServer = (bytes) =>
      Buffer.from(bytes.toString('latin1').replace('user\0ann\0', 'user\0ben\0'), 'latin1');
    const { register } = await connected(database, 'ann', { address: { port: gate.port } });
    expect(register.phase()).toMatchObject({ phase: 'refused' });
    expect(register.phase().failure?.message).toContain(
      'A connection pooler replaces your login “ann” with “ben”',
    );
    await gate.shut();
  });

  test('a message of the database server that can’t be parsed does not crash Easel', async () => {
    // Sends a PostgreSQL row description that announces 32,767 columns but contains none.
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write(Buffer.from([0x54, 0, 0, 0, 6, 0x7f, 0xff]));
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { register } = await connected(database, 'ann', { address: { port } });
    expect(register.phase().phase).toBe('unreachable');
    server.close();
  });
});

describe.skipIf(withoutServer)('the client of the team’s database', () => {
  test('a warning appears if two members log in as the same database user', async () => {
    const own = await createDatabase();
    const admin = await ready(own, 'postgres');
    expect(admin.register.phase().warnings).toEqual([expect.stringContaining('a superuser')]);
    const first = await ready(own, 'ann', { osUser: 'ann' });
    expect(first.register.phase()).toMatchObject({ warnings: [], isOwner: false });
    const second = await ready(own, 'ann', { osUser: 'berta' });
    expect(second.register.phase().warnings).toEqual([
      expect.stringContaining('1 other person used this login'),
    ]);
    const owner = await ready(own, 'olga');
    expect(owner.register.phase().isOwner).toBe(true);
    await own.drop();
  });

  test('the delay before Easel reconnects to the team’s database grows up to 30 s', async () => {
    const clock = fakeClock();
    const retries: number[] = [];
    const recording: Clock = {
      now: clock.now,
      after: (ms, run) => {
        if (register.phase().phase === 'unreachable' && ms !== CONNECT_MS) retries.push(ms);
        return clock.after(ms, run);
      },
    };
    const gate = await openGate(database.port);
    const opening = { clock: recording, address: { port: gate.port } };
    const { register, until, changed } = openMember(database, 'ann', opening);
    await until(() => register.phase().phase === 'ready');
    await gate.shut();
    await until(() => register.phase().phase === 'unreachable');
    expect(register.phase().failure?.code).toBe('cannot-reach');
    for (const seconds of [1, 2, 4, 8, 16, 30, 30, 30]) {
      await expect.poll(() => retries).toHaveLength(1);
      const delay = retries.pop() ?? 0;
      expect(delay).toBeGreaterThanOrEqual(seconds * 500);
      expect(delay).toBeLessThanOrEqual(seconds * 1000);
      await clock.advance(delay);
    }
    await gate.open();
    await register.reconnect();
    expect(register.phase().phase).toBe('ready');
    expect(changed.filter((account) => account === null)).toHaveLength(2);
    await gate.shut();
  });

  test('Easel closes the connection to the team’s database after 35 s without a response', async () => {
    const clock = fakeClock();
    const gate = await openGate(database.port);
    const { register } = await ready(database, 'ann', { clock, address: { port: gate.port } });
    gate.toClient = () => Buffer.alloc(0);
    const accounts = register.accounts();
    await clock.advance(35_000);
    expect(await accounts).toMatchObject({ ok: false, error: { code: 'timeout' } });
    expect(register.phase().phase).toBe('unreachable');
    await gate.shut();
  });

  test('Easel ignores database notifications without a valid account and revision', async () => {
    const { register, until, changed } = await ready(database, 'ann');
    const account = await newAccount({ register, changed, until });
    const before = changed.length;
    const forged = ['', 'x', account, `${account}:x`, `${account}:1;2`, `${account}:12345678901234567`, '%'];
    for (const payload of [...forged, 'x'.repeat(7000), `${account}:99`])
      await database.as('eve', 'SELECT pg_notify($1, $2)', ['easel', payload]);
    await until(() => changed.length > before);
    expect(changed.slice(before)).toEqual([account]);
  });

  test('Easel reads all changes in the team’s database after each connect and every 20 s', async () => {
    const clock = fakeClock();
    const { register, changed } = await ready(database, 'ann', { clock });
    // The first reconnect waits for this statement. Meanwhile the second one connects, and its connection stays.
    void register.read(v.unknown(), 'SELECT pg_sleep(1)', []);
    await Promise.all([register.reconnect(), register.reconnect()]);
    await clock.advance(60_000);
    expect(changed).toEqual([null, null, null, null, null]);
  });
});
