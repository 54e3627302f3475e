/** Settings, login and connection of the team database. Easel disconnects while it is locked. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { Core } from '../ipc/core.ts';
import { isDatabaseHost } from '../ipc/policy/policy.ts';
import { readJson } from '../lib/files/json-file.ts';
import type { Question } from '../lib/implementation.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { failure, orStorage, refusalSince, unreadFile, wrongFields } from '../lib/wording/failure.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { quoted } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import { nothingToSetUp, OFF, Register, type RegisterEvents, type RegisterPhase } from './register.ts';

/** The saved password. `get` fails if the password was saved for another `login`, or while Easel is locked. */
export interface TeamPassword {
  readonly get: (login: string) => Promise<Result<string>>;
  readonly set: (login: string, password: string) => Promise<Result<null>>;
  readonly remove: () => Promise<Result<null>>;
}

export interface TeamOptions extends Pick<Core, 'policy' | 'files' | 'log' | 'isLocked'> {
  readonly settings: Store['settings'];
  readonly password: TeamPassword;
  readonly osUser: string;
  readonly events: RegisterEvents;
}

const configSchema = v.strictObject({
  host: v.string(),
  port: v.number(),
  database: v.string(),
  user: v.string(),
  hasPassword: v.boolean(),
  certificate: v.nullable(v.strictObject({ file: v.string(), name: v.string() })),
});
interface Config extends Readonly<v.InferOutput<typeof configSchema>> {}

export class Team {
  readonly #options: TeamOptions;
  readonly #mutex = new KeyedMutex();
  #config: Config | null;
  #register: Register | null = null;
  #chosen: Config['certificate'] = null;
  #installation = '';

  constructor(options: TeamOptions) {
    this.#options = options;
    this.#config = withoutLogin(options.policy.teamRegister);
  }

  async open(): Promise<void> {
    const { settings, policy } = this.#options;
    const config = readJson(configSchema, await settings.get('team-register'));
    const fixed = policy.teamRegister;
    // Ignores a login for another address, because the login must not be sent to the server that the policy sets.
    if (fixed === null || (config !== null && placeOf(config) === placeOf(fixed))) this.#config = config;
    const known = await settings.get('installation');
    this.#installation = known ?? randomUUID();
    if (known === null) await settings.set('installation', this.#installation);
    void this.connect();
  }

  get register(): Register | null {
    return this.#register;
  }

  get user(): string {
    return this.#config?.user ?? '';
  }

  state(): RegisterPhase & Pick<TeamState, 'register'> {
    const register = this.#config && { ...this.#config, certificate: this.#config.certificate?.name ?? '' };
    return { ...(this.#register?.phase() ?? OFF), register };
  }

  /** Connects or reconnects to the team database. Does nothing while Easel is locked. */
  async connect(): Promise<void> {
    const { isLocked, password, settings, osUser, events } = this.#options;
    const config = this.#config;
    if (config === null || config.user === '' || isLocked()) return;
    if (this.#register !== null) return this.#register.reconnect();
    const { certificate, hasPassword, ...address } = config;
    this.#register = new Register({
      address: { ...address, certificateFile: certificate?.file ?? null },
      password: async () => (hasPassword ? password.get(loginOf(config)) : ok(null)),
      authorities: async () =>
        [(await settings.get('extra-cas').catch(() => null)) ?? ''].filter((pem) => pem !== ''),
      installation: this.#installation,
      osUser,
      events,
    });
    events.onPhase();
  }

  async close(): Promise<void> {
    const register = this.#register;
    this.#register = null;
    this.#chosen = null;
    await register?.close();
  }

  async chooseCertificate(): Promise<Result<{ readonly fileName: string } | null>> {
    const chosen = await this.#options.files.choose('identity');
    if (chosen === null) return ok(null);
    if (!chosen.ok) return fail(unreadFile(chosen.error));
    const { path: file, name, text } = chosen.value;
    if (!text.includes('-----BEGIN CERTIFICATE-----') || !text.includes('PRIVATE KEY-----'))
      return fail(unreadFile('This file doesn’t contain a certificate and its key in PEM format.'));
    this.#chosen = { file, name };
    return ok({ fileName: name });
  }

  configureQuestion(wanted: ArgsOf<'team.configure'>): Result<Question> {
    const next = this.#next(wanted);
    return next.ok ? ok(configureQuestion(next.value, wanted.password, this.#config)) : next;
  }

  /** Saves address and login, then connects. Fails for invalid input, by policy, or on disk or keychain errors. */
  configure(wanted: ArgsOf<'team.configure'>, answered?: Question | null): Promise<Result<null>> {
    return this.#changing<null>(async () => {
      const refusal = refusalSince(answered, this.configureQuestion(wanted));
      if (refusal !== null) return fail(refusal);
      const next = this.#next(wanted);
      if (!next.ok) return next;
      const { password, settings } = this.#options;
      const before = await settings.get('team-register');
      await settings.set('team-register', JSON.stringify(next.value));
      let stored: Result<null> = ok(null);
      if (!next.value.hasPassword) stored = await password.remove();
      else if (wanted.password !== null) stored = await password.set(loginOf(next.value), wanted.password);
      if (stored.ok) return this.#use(next.value);
      await settings.set('team-register', before);
      return stored;
    });
  }

  removeQuestion(joined: number): Result<Question> {
    if (this.#config === null) return fail(noRegister);
    const connections =
      joined === 0 ? '' : ' Connections will leave their team accounts and keep copies of shared data.';
    return ok({
      message: `Remove the team register ${placeOf(this.#config)} from this computer?`,
      detail: `The team register’s password will be removed from the keychain.${connections} The database won’t be changed.`,
      yes: 'Remove register',
    });
  }

  /** Removes the saved address and password. Fails if the keychain may still contain the password. */
  remove(): Promise<Result<null>> {
    return this.#changing(async () => {
      const { password, settings, policy } = this.#options;
      const removed = await password.remove();
      if (!removed.ok) return removed;
      await settings.set('team-register', null);
      return this.#use(withoutLogin(policy.teamRegister));
    });
  }

  setUpQuestion({ user }: ArgsOf<'team.setUp'>): Result<Question> {
    const config = this.#config;
    if (config === null || this.#register === null) return fail(noRegister);
    if (this.#register.setUpSql() === '') return fail(nothingToSetUp);
    return ok({
      message: `Set up the database ${placeOf(config)} as ${quoted(user === '' ? config.user : user)}?`,
      detail:
        'Creates or updates the schema “easel” and the roles easel_member, easel_owner and easel_schema. The password will be used once and not saved.',
      yes: 'Set up database',
    });
  }

  async setUp({ user, password }: ArgsOf<'team.setUp'>, answered?: Question | null): Promise<Result<null>> {
    const refusal = refusalSince(answered, this.setUpQuestion({ user, password }));
    if (refusal !== null || this.#register === null) return fail(refusal ?? noRegister);
    const { secrets } = this.#options.log;
    const typed = password ?? '';
    secrets.add(typed);
    return this.#register.setUp(user, password).finally(() => secrets.remove(typed));
  }

  /** Validates the form. Keeps the saved password only if address and user are unchanged. */
  #next({ host, port, database, user, password, certificate }: ArgsOf<'team.configure'>): Result<Config> {
    const known = this.#config;
    const fixed = this.#options.policy.teamRegister;
    const next = { host: host.trim().toLowerCase(), port, database: database.trim(), user: user.trim() };
    if (fixed !== null && placeOf(next) !== placeOf(fixed)) return fail(fixedAddress);
    const isSameLogin = known !== null && placeOf(known) === placeOf(next) && known.user === next.user;
    const fields = {
      ...(!isDatabaseHost(next.host) && { host: 'Enter a host name, such as db.example.com.' }),
      ...(wrongName(next.database) && { database: 'Enter the name of the database.' }),
      ...(wrongName(next.user) && { user: 'Enter your database user name.' }),
      ...(password === null &&
        known?.hasPassword === true &&
        !isSameLogin && { password: 'Enter the password for this address and user.' }),
      ...(certificate === 'chosen' &&
        this.#chosen === null && { certificate: 'Choose the certificate file again.' }),
    };
    if (Object.keys(fields).length > 0) return fail(wrongFields(fields));
    const file = { none: null, kept: known?.certificate ?? null, chosen: this.#chosen }[certificate];
    return ok({
      ...next,
      hasPassword: password === null ? known?.hasPassword === true : password !== '',
      certificate: file,
    });
  }

  async #use(config: Config | null): Promise<Result<null>> {
    this.#config = config;
    await this.close();
    this.#options.events.onPhase();
    await this.connect();
    return ok(null);
  }

  #changing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run('change', () => orStorage(work()));
  }
}

type Address = Pick<Config, 'host' | 'port' | 'database'>;

function withoutLogin(fixed: Address | null): Config | null {
  return fixed === null ? null : { ...fixed, user: '', hasPassword: false, certificate: null };
}

function wrongName(name: string): boolean {
  return name === '' || cleanLine(name) !== name || Buffer.byteLength(name) > 63;
}

const placeOf = ({ host, port, database }: Address): string => `${host}:${port}/${database}`;
/** Returns a text without spaces that identifies a login. */
const loginOf = ({ host, port, database, user }: Config): string =>
  Buffer.from(JSON.stringify([host, port, database, user])).toString('base64url');

function configureQuestion(next: Config, password: string | null, known: Config | null): Question {
  const login: string[] = [];
  if (!next.hasPassword) login.push('Easel will log in without a password.');
  else if (password === null) login.push('Easel will use the saved password.');
  else login.push('The password you typed will be saved in the keychain.');
  if (next.certificate !== null) login.push(`The client certificate is ${quoted(next.certificate.name)}.`);
  if (known !== null && known.user !== '')
    login.push(`Current team register: ${placeOf(known)}, user ${quoted(known.user)}.`);
  return {
    message: `Use the team register ${placeOf(next)} as ${quoted(next.user)}?`,
    detail: `${login.join(' ')}\n\nConnections that join an account will send their notes, papers and activity to the register. The account’s members can see them under your user name.`,
    yes: 'Use this register',
  };
}

export const noRegister = failure('refused', {
  message: 'No team register is configured on this computer.',
  nextStep: 'Enter the register’s address in Settings → Team.',
});
const fixedAddress = failure('policy', {
  message: 'Your organisation set the address of the team register.',
  nextStep: 'Enter only your user name and password.',
});
