/** Address, login and connection of the team database. The connection is closed while Easel is locked. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { Core } from '../ipc/core.ts';
import { isDatabaseHost } from '../ipc/policy/policy.ts';
import { readJson } from '../lib/files/json-file.ts';
import type { Question } from '../lib/implementation.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import {
  failure,
  orStorage,
  refusalSince,
  unreadFile,
  UNTOUCHED,
  wrongFields,
} from '../lib/wording/failure.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { quoted } from '../lib/wording/format.ts';
import type { Store } from '../store/database.ts';
import type { Register, RegisterEvents, RegisterPhase } from './register.ts';

export interface PasswordKeychain {
  readonly get: (account: string) => Promise<Result<string | null>>;
  readonly set: (account: string, secret: string) => Promise<Result<null>>;
  readonly remove: (account: string) => Promise<Result<null>>;
}

export interface TeamOptions extends Pick<Core, 'policy' | 'files' | 'log' | 'isLocked'> {
  readonly settings: Store['settings'];
  readonly keychain: PasswordKeychain;
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

export const OFF = { phase: 'off', since: null, failure: null, warnings: [], isOwner: false } as const;
const CHANGE = 'change';

export class Team {
  readonly #options: TeamOptions;
  readonly #mutex = new KeyedMutex();
  #config: Config | null;
  #register: Register | null = null;
  #trouble: Failure | null = null;
  #password: string | null = null;
  #chosen: Config['certificate'] = null;
  #closings = 0;
  #isConnecting = false;

  constructor(options: TeamOptions) {
    this.#options = options;
    this.#config = withoutLogin(options.policy.teamRegister);
  }

  async open(): Promise<void> {
    const { settings, policy } = this.#options;
    const config = readJson(configSchema, await settings.get('team-register'));
    const fixed = policy.teamRegister;
    // Ignores a login that was saved for another address, because the policy's server must not receive this login.
    if (fixed === null || (config !== null && isSameAddress(config, fixed))) this.#config = config;
    this.#options.events.onPhase();
    // Easel's start does not wait for the connection, because reading the keychain may take seconds.
    void this.connect().catch(() => undefined);
  }

  get register(): Register | null {
    return this.#register;
  }

  get user(): string {
    return this.#config?.user ?? '';
  }

  state(): RegisterPhase & Pick<TeamState, 'register'> {
    const phase = this.#register?.phase() ?? { ...OFF, phase: this.#isConnecting ? 'connecting' : 'off' };
    const { certificate, ...config } = this.#config ?? { certificate: null };
    const register = 'host' in config ? { ...config, certificate: certificate?.name ?? '' } : null;
    if (this.#trouble === null) return { ...phase, register };
    return { ...OFF, phase: 'refused', failure: this.#trouble, register };
  }

  /** Connects or reconnects. Does nothing while Easel is locked. */
  connect(): Promise<void> {
    return this.#mutex.run(CHANGE, () => this.#connect());
  }

  async #connect(): Promise<void> {
    const { isLocked, events } = this.#options;
    const config = this.#config;
    if (config === null || config.user === '' || isLocked()) return;
    if (this.#register !== null) return this.#register.reconnect();
    this.#isConnecting = true;
    await this.#openRegister(config).finally(() => (this.#isConnecting = false));
    events.onPhase();
  }

  async #openRegister(config: Config): Promise<void> {
    const { osUser, events, settings, log } = this.#options;
    const closings = this.#closings;
    const password = config.hasPassword ? await this.#readPassword(config) : ok(null);
    this.#trouble = password.ok ? null : password.error;
    if (!password.ok) return;
    const [module, id] = await Promise.all([import('./register.ts'), this.#installation()]);
    // Does not connect if Easel was locked or closed during the keychain read.
    if (this.#closings !== closings) return;
    this.#password = password.value;
    if (password.value !== null) log.secrets.add(password.value);
    const { certificate, hasPassword: _has, ...address } = config;
    this.#register = new module.Register({
      address: { ...address, certificateFile: certificate?.file ?? null },
      password: password.value,
      authorities: async () =>
        [(await settings.get('extra-cas').catch(() => null)) ?? ''].filter((pem) => pem !== ''),
      installation: id,
      osUser,
      events,
    });
  }

  async close(): Promise<void> {
    this.#closings += 1;
    const [register, password] = [this.#register, this.#password];
    this.#register = null;
    this.#password = null;
    this.#trouble = null;
    this.#chosen = null;
    await register?.close();
    if (password !== null) this.#options.log.secrets.remove(password);
  }

  /** Removes the team database's password. Fails if the keychain may still contain the password. */
  forgetPassword(): Promise<Result<null>> {
    return this.#changing(async () => {
      const config = this.#config;
      if (config?.hasPassword === true) await this.close();
      const removed = await this.#removePassword();
      if (removed.ok && config?.hasPassword === true) await this.#save({ ...config, hasPassword: false });
      return removed;
    });
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

  /** Saves address and login, then connects. Fails with `invalid-input`, `policy`, `storage` or a keychain failure. */
  configure(wanted: ArgsOf<'team.configure'>, answered?: Question | null): Promise<Result<null>> {
    return this.#changing<null>(async () => {
      const refusal = refusalSince(answered, this.configureQuestion(wanted));
      if (refusal !== null) return fail(refusal);
      const next = this.#next(wanted);
      if (!next.ok) return next;
      const { keychain, settings } = this.#options;
      const { password } = wanted;
      if (password !== null && password !== '') {
        const before = await settings.get('team-password');
        await settings.set('team-password', 'kept');
        const stored = await keychain.set(await this.#account(), keptPassword(next.value, password));
        if (!stored.ok && UNTOUCHED.has(stored.error.code)) await settings.set('team-password', before);
        if (!stored.ok) return stored;
      } else if (!next.value.hasPassword) {
        const removed = await this.#removePassword();
        if (!removed.ok) return removed;
      }
      await this.close();
      await this.#save(next.value);
      await this.#connect();
      return ok(null);
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

  /** Removes address and password of the team database. Fails if the keychain may still contain the password. */
  remove(): Promise<Result<null>> {
    return this.#changing(async () => {
      const removed = await this.#removePassword();
      if (!removed.ok) return removed;
      await this.close();
      await this.#options.settings.set('team-register', null);
      this.#config = withoutLogin(this.#options.policy.teamRegister);
      this.#options.events.onPhase();
      return ok(null);
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
    const { secrets } = this.#options.log;
    if (refusal !== null || this.#register === null) return fail(refusal ?? noRegister);
    const isNew = password !== null && password !== '' && password !== this.#password;
    if (isNew) secrets.add(password);
    try {
      return await this.#register.setUp(user, password);
    } finally {
      if (isNew) secrets.remove(password);
    }
  }

  /** Validates the form. The saved password is valid only for the saved address and user. */
  #next({ host, port, database, user, password, certificate }: ArgsOf<'team.configure'>): Result<Config> {
    const known = this.#config;
    const fixed = this.#options.policy.teamRegister;
    const next = { host: host.trim().toLowerCase(), port, database: database.trim(), user: user.trim() };
    if (fixed !== null && !isSameAddress(next, fixed)) return fail(fixedAddress);
    const isSameLogin = known !== null && isSameAddress(known, next) && known.user === next.user;
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

  /** Returns the keychain account of this data folder. A user may have several data folders. */
  async #account(): Promise<string> {
    return `team-register-${await this.#installation()}`;
  }

  #installation(): Promise<string> {
    return this.#mutex.run('installation', async () => {
      const { settings } = this.#options;
      const known = await settings.get('installation');
      if (known !== null) return known;
      const made = randomUUID();
      await settings.set('installation', made);
      return made;
    });
  }

  async #readPassword(config: Config): Promise<Result<string | null>> {
    const read = await this.#options.keychain.get(await this.#account());
    if (!read.ok) return read;
    const password = read.value === null ? null : passwordIn(read.value, config);
    return password === null ? fail(passwordMissing) : ok(password);
  }

  async #removePassword(): Promise<Result<null>> {
    const { keychain, settings } = this.#options;
    // Also checks `hasPassword`, because data of older versions of Easel lacks `team-password`.
    if (this.#config?.hasPassword !== true && (await settings.get('team-password')) === null) return ok(null);
    const removed = await keychain.remove(await this.#account());
    if (removed.ok) await settings.set('team-password', null);
    return removed;
  }

  async #save(config: Config): Promise<void> {
    await this.#options.settings.set('team-register', JSON.stringify(config));
    this.#config = config;
  }

  #changing<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#mutex.run(CHANGE, () => orStorage(work()));
  }
}

type Address = Pick<Config, 'host' | 'port' | 'database'>;

function isSameAddress(one: Address, other: Address): boolean {
  return one.host === other.host && one.port === other.port && one.database === other.database;
}

function withoutLogin(fixed: Address | null): Config | null {
  return fixed === null ? null : { ...fixed, user: '', hasPassword: false, certificate: null };
}

/** Encodes the password together with its database's address, so that Easel sends it to no other server. */
function keptPassword({ host, port, database, user }: Config, password: string): string {
  return Buffer.from(JSON.stringify([host, port, database, user, password])).toString('base64');
}

function passwordIn(text: string, config: Config): string | null {
  const decoded = Buffer.from(text, 'base64').toString();
  const read = readJson(v.tuple([v.string(), v.number(), v.string(), v.string(), v.string()]), decoded);
  const password = read?.[4] ?? null;
  return password !== null && keptPassword(config, password) === text ? password : null;
}

function wrongName(name: string): boolean {
  return name === '' || cleanLine(name) !== name || Buffer.byteLength(name) > 63;
}

const placeOf = ({ host, port, database }: Address): string => `${host}:${port}/${database}`;

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
  nextStep: 'Enter its address in Settings → Team.',
});
const nothingToSetUp = failure('refused', {
  message: 'There is nothing to set up in this database.',
  nextStep: 'Connect again to check the database.',
});
const fixedAddress = failure('policy', {
  message: 'Your organisation set the address of the team register.',
  nextStep: 'Enter only your user name and password.',
});
const passwordMissing = failure('keychain-error', {
  message: 'The keychain has no password for this register.',
  nextStep: 'Enter the password again in Settings → Team.',
});
