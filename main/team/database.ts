/** A connection to PostgreSQL, with TLS and limits. Converts errors to failures with messages for the user. */
import { readFile } from 'node:fs/promises';
import type { ClientConfig, DatabaseError } from 'pg';
import * as v from 'valibot';
import { fail, ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { redact, Secrets } from '../lib/log/redact.ts';
import { failure, quote } from '../lib/wording/failure.ts';
import { trustedAuthorities } from '../service/ca-file.ts';
import { certificateSentences, readNetworkError, type TransportError } from '../service/network-failures.ts';

const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;
/** Time limit in ms for a response. Above `STATEMENT_MS`, at which a working server cancels the statement. */
const ANSWER_MS = STATEMENT_MS + 5000;
const KEEP_ALIVE_MS = 10_000;
const CLOSE_MS = 2000;
/** Maximum size of a response in bytes. A page of 500 items of maximum size has 17 MiB. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

export interface RegisterAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Path of a PEM file with a client certificate and its private key. Null if the login needs none. */
  readonly certificateFile: string | null;
}

export interface Trouble {
  readonly failure: Failure;
  /** The error's SQLSTATE code. Empty if the server did not respond. */
  readonly state: string;
  readonly isUnknown: boolean;
}

export interface Database {
  /** Runs an SQL statement after all earlier statements. `rows`: schema of the resulting rows. All values are texts. */
  readonly query: <T>(
    rows: v.GenericSchema<unknown, T>,
    text: string,
    values?: readonly unknown[],
  ) => Promise<Result<T, Trouble>>;
  /** Closes the connection after all earlier statements, which get at most 2 s. */
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  readonly address: RegisterAddress;
  readonly password: string | null;
  readonly authorities: readonly string[];
  readonly clock: Clock;
  readonly onNotice: (payload: string) => void;
  /** Called once if an open connection is lost. Not called after `close`. */
  readonly onLost: (database: Database, failure: Failure) => void;
}

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/u;

/** Keeps all values as texts, because the schemas of the rows convert them. */
const TEXTS: ClientConfig['types'] = { getTypeParser: () => (text: string) => text };

const stop = (code: string) => Object.assign(new Error(code), { code });

/** Connects with TLS. A server on this computer is reached without TLS, unless there is a client certificate. */
export async function connectDatabase(options: DatabaseOptions): Promise<Result<Database, Trouble>> {
  const { address, password, authorities, clock, onNotice, onLost } = options;
  const { host, port, database, user, certificateFile } = address;
  // Imports `pg` on demand, because most users have no team.
  const { Client } = await import('pg');
  const secrets = new Secrets(password === null ? [] : [password]);
  const troubleOf = (error: unknown, wasSent: boolean): Trouble => describe(error, address, secrets, wasSent);
  const pem = certificateFile === null ? null : await readFile(certificateFile, 'utf8').catch(() => '');
  if (pem === '') return fail(troubleOf(stop('CERTIFICATE_FILE'), false));
  const tls = {
    ca: trustedAuthorities(authorities),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  } as const;
  const client = new Client({
    host,
    port,
    database,
    user,
    // Never gives null to `pg`, because `pg` would then use a password from the environment or from ~/.pgpass.
    password: () => {
      if (password === null) throw stop('NO_PASSWORD');
      return password;
    },
    ssl: pem === null ? !LOOPBACK.test(host) && tls : { ...tls, cert: pem, key: pem },
    application_name: 'Easel',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: TEXTS,
  });

  let received = 0;
  let end: Trouble | null = null;
  let isOpen = false;
  const destroy = (error: Error): void => void client.connection.stream.destroy(error);
  const deadline = (ms: number): (() => void) => clock.after(ms, () => destroy(stop('ETIMEDOUT')));
  /** Closes the connection if a response is too large, or if the parser of `pg` throws. */
  const guard = (): void => {
    const { stream } = client.connection;
    const [parse] = stream.listeners('data');
    stream.removeAllListeners('data').on('data', (bytes: Buffer) => {
      received += bytes.length;
      try {
        if (received > LARGEST_ANSWER) throw stop('TOO_LARGE');
        parse?.call(stream, bytes);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : stop('NOT_UNDERSTOOD'));
      }
    });
  };
  const lost = (error: unknown): void => {
    if (end !== null) return;
    end = troubleOf(error, false);
    if (isOpen) onLost(opened, end.failure);
  };
  client.connection.once(client.ssl ? 'sslconnect' : 'connect', guard);
  client.on('error', lost).on('end', () => lost(stop('ECONNRESET')));
  client.on('notification', ({ channel, payload = '' }) => {
    received -= Buffer.byteLength(channel + payload);
    onNotice(payload);
  });

  const cancel = deadline(CONNECT_MS);
  try {
    await client.connect();
    await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
    isOpen = true;
  } catch (error) {
    end = troubleOf(error, false);
    destroy(stop('CLOSED'));
    return fail(end);
  } finally {
    cancel();
  }

  /** Runs statements one after another, because the built-in queue of `pg` is deprecated. */
  const mutex = new KeyedMutex();
  const opened: Database = {
    query: (rows, text, values) =>
      mutex.run('query', async () => {
        if (end !== null) return fail(end);
        received = 0;
        const cancel = deadline(ANSWER_MS);
        try {
          const statement = { text, rowMode: 'array', ...(values && { values: [...values] }) } as const;
          const answer = await client.query(statement);
          const read = v.safeParse(rows, answer.rows ?? []);
          return read.success ? ok(read.output) : fail(troubleOf(stop('NOT_UNDERSTOOD'), true));
        } catch (error) {
          return fail(troubleOf(error, true));
        } finally {
          cancel();
        }
      }),
    close: async () => {
      const cancel = clock.after(CLOSE_MS, () => destroy(stop('CLOSED')));
      await mutex.run('query', async () => undefined);
      end ??= troubleOf(stop('CLOSED'), false);
      await client.end().catch(() => undefined);
      cancel();
    },
  };
  return ok(opened);
}

type Sentences = readonly [code: FailureCode, message: string, nextStep: string];

export const ASK = 'Ask your database administrator.';
const LATER = 'Easel tries again automatically.';
const LOGIN = 'Enter the login again in Settings → Team.';

/** Messages by SQLSTATE code or network fault. `not-allowed` is never retried, so that the login is not locked. */
function sentences({ host, port, database, user }: RegisterAddress, network: TransportError) {
  const check = 'Check host, port and database in Settings → Team.';
  const [untrusted, trust] = certificateSentences(network, { host });
  const known: { readonly lost: Sentences; readonly [key: string]: Sentences | undefined } = {
    '28P01': ['not-allowed', `${host} doesn’t accept the password for “${user}”.`, LOGIN],
    '28000': ['not-allowed', `${host} doesn’t let “${user}” log in from this computer.`, ASK],
    '3D000': ['not-found', `${host} has no database “${database}”.`, check],
    '42501': ['not-allowed', `The user “${user}” doesn’t have permission to do this.`, ASK],
    EA015: ['refused', `${host} runs an older version than PostgreSQL 15.`, ASK],
    '57014': ['timeout', `${host} took more than 30 seconds to respond.`, 'Nothing was changed. Try again.'],
    stopping: ['cannot-reach', `The database on ${host} is starting or stopping.`, LATER],
    answer: ['refused', `The database on ${host} reported a problem.`, `${ASK} See the details.`],
    NO_PASSWORD: ['not-allowed', `${host} requires a password.`, LOGIN],
    NO_TLS: ['certificate', `${host} doesn’t support encrypted connections. Nothing was sent.`, ASK],
    CERTIFICATE_FILE: [
      'not-allowed',
      'The client certificate file can’t be used.',
      'In Settings → Team, choose a PEM file with a certificate and its unencrypted key.',
    ],
    TOO_LARGE: ['not-understood', `The response from ${host} is larger than 32 MiB.`, ASK],
    NOT_UNDERSTOOD: ['not-understood', `Easel couldn’t understand the response from ${host}.`, ASK],
    dns: ['cannot-reach', `No host named “${host}” was found.`, check],
    'dns-unavailable': ['cannot-reach', `The host name ${host} can’t be looked up.`, LATER],
    refused: ['cannot-reach', `${host} refused the connection on port ${port}.`, check],
    unreachable: ['cannot-reach', `This network has no route to ${host}.`, LATER],
    'connect-timeout': ['timeout', `${host} didn’t respond in time.`, LATER],
    certificate: ['certificate', untrusted, trust],
    tls: ['certificate', `Easel couldn’t establish a secure connection (TLS 1.2 or later) to ${host}.`, ASK],
    lost: ['cannot-reach', `The connection to ${host} was lost.`, LATER],
  };
  return known;
}

function describe(error: unknown, address: RegisterAddress, secrets: Secrets, wasSent: boolean): Trouble {
  const { message: said = '', code = 'UNKNOWN', severity } = error as Partial<DatabaseError>;
  const isAnswer = severity !== undefined;
  const isStopping = /^(?:57P|08)/u.test(code);
  const network = readNetworkError(error, false);
  const known = sentences(address, network);
  let other: string = network.fault;
  if (isAnswer) other = isStopping ? 'stopping' : 'answer';
  else if (said === 'The server does not support SSL connections') other = 'NO_TLS';
  else if (said.startsWith('SASL: ')) other = 'NO_PASSWORD';
  else if (/^ERR_(?:OSSL_|MISSING_PASSPHRASE)/u.test(code)) other = 'CERTIFICATE_FILE';
  const [failureCode, message, nextStep] = known[code] ?? known[other] ?? known.lost;
  const details = [`Cause: ${code}`, ...(isAnswer ? [`Response: ${quote(redact(said, secrets))}`] : [])];
  return {
    failure: failure(failureCode, { message, nextStep, details }),
    state: isAnswer ? code : '',
    // The server may have committed just before it ended the connection. So the outcome is unknown.
    isUnknown: wasSent && (severity !== 'ERROR' || isStopping),
  };
}
