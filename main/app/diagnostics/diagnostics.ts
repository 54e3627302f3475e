/** Writes a file for support requests, without keys, tokens, addresses, ids and names. */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ServiceShapes } from '../../boards/shape.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Keychain } from '../../connections/keychain/keychain.ts';
import { routesOf } from '../../connections/network/network.ts';
import type { HealthWatch } from '../../health/health.ts';
import type { Env } from '../../lib/env.ts';
import type { Transport } from '../../service/transport.ts';
import { savedAs } from '../../lib/files/files.ts';
import type { CallsOf } from '../../lib/implementation.ts';
import { LOG_FILES } from '../../lib/log/log.ts';
import type { Core } from '../../ipc/core.ts';
import type { Policy, PolicyReading } from '../../ipc/policy/policy.ts';
import { NO_POLICY } from '../../ipc/policy/policy.ts';
import { counted, dayOf, isoOf } from '../../lib/wording/format.ts';

type Fact = readonly [about: string, found: string];

export interface DiagnosticsOptions extends Pick<Core, 'clean' | 'now' | 'files'> {
  readonly env: Pick<Env, 'platform' | 'isPackaged'>;
  readonly version: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly policy: PolicyReading;
  readonly keychain: Pick<Keychain, 'state'>;
  readonly connections: Pick<Connections, 'list'>;
  readonly health: Pick<HealthWatch, 'state'>;
  readonly shapes: Pick<ServiceShapes, 'of'>;
  readonly transport: Pick<Transport, 'proxyOf'>;
  readonly updates: () => string;
  readonly logs: string;
}

const ABOUT = `This file describes Easel on this computer, for support.
It hasn’t been sent anywhere. Read it before you share it.
Left out: keys and tokens; addresses and hosts; ids and names of boards, papers, connections and people.`;

async function reportOf(options: DiagnosticsOptions): Promise<string> {
  const { connections: all, currentId } = await options.connections.list();
  const sections: (readonly [title: string, facts: readonly Fact[]])[] = [
    ['This computer', factsOfComputer(options)],
    ['Policy', factsOfPolicy(options)],
  ];
  for (const [at, connection] of all.entries()) {
    const { id, environment, readOnly } = connection;
    const traits = [
      environment,
      ...(readOnly.on ? ['read-only'] : []),
      ...(id === currentId ? ['selected'] : []),
    ];
    const title = `Connection ${at + 1} (${traits.join(', ')})`;
    const routes = await routesOf(options.transport, connection);
    const factsOfRoutes = routes.map(({ part, route }): Fact => [`Network route to ${part}`, kindsOf(route)]);
    sections.push([title, [...factsOfHealth(options, id), ...factsOfRoutes, ...factsOfShape(options, id)]]);
  }
  return sections
    .map(([title, facts]) => [title, ...facts.map(([about, found]) => `  ${about}: ${found}`)].join('\n'))
    .join('\n\n');
}

function factsOfComputer(options: DiagnosticsOptions): readonly Fact[] {
  const { version, env, updates, keychain, now } = options;
  const { electron, chrome, node } = process.versions;
  const { state, backend } = keychain.state();
  const memory = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
  return [
    ['Created', isoOf(now())],
    ['Version', `${version}, ${env.isPackaged ? 'packaged' : 'built from source'}`],
    ['Updates', updates()],
    ['Keychain', `${backend}: ${state}`],
    ['System', `${env.platform} ${os.release()} ${process.arch}`],
    ['Runtime', `Electron ${electron ?? 'none'}, Chromium ${chrome ?? 'none'}, Node ${node}`],
    ['Processors and memory', `${os.cpus().length}, ${memory(os.totalmem())}, ${memory(os.freemem())} free`],
    ['System uptime', `${Math.round(os.uptime())} s`],
    ['Desktop', options.variables['XDG_SESSION_TYPE'] ?? 'unknown'],
  ];
}

function factsOfPolicy({ policy }: DiagnosticsOptions): readonly Fact[] {
  if (policy.kind !== 'active') return [['Policy', policy.kind]];
  const { holdSeconds, ...rules } = policy.policy;
  const set = Object.entries(rules).filter(([name, value]) => value !== NO_POLICY[name as keyof Policy]);
  return [
    ['Policy', counted(set.length, 'rule')],
    ...set.map(([name, value]): Fact => [name, ruleValue(value)]),
    ['holdSeconds', `${holdSeconds.single ?? 'not set'}, ${holdSeconds.bulk ?? 'not set'}`],
  ];
}

function factsOfHealth({ health }: DiagnosticsOptions, connectionId: string): readonly Fact[] {
  return health.state({ connectionId }).parts.map(({ name, state, failure, since }) => {
    const trouble = failure === null ? '' : `, ${failure.code} ${failure.status ?? ''} since ${isoOf(since)}`;
    return [`Status of ${name}`, `${state}${trouble}`];
  });
}

function factsOfShape({ shapes }: DiagnosticsOptions, connectionId: string): readonly Fact[] {
  return shapes
    .of({ connectionId })
    .facts.map(({ about, found, sure, times }) => [
      about,
      `${found} (${sure ? 'sure' : 'likely'}, seen ${counted(times, 'time')})`,
    ]);
}

async function publicLog(logs: string): Promise<string> {
  const texts = await Promise.all(
    LOG_FILES.toReversed().map((name) => readFile(path.join(logs, name), 'utf8').catch(() => '')),
  );
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  return lines.map((line) => `${publicLine(line)}\n`).join('');
}

function ruleValue(value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, 'host');
  return typeof value === 'string' && value.includes(':') ? 'set' : String(value);
}

/** Returns the kinds of proxy routes, such as "direct", "proxy" or "SOCKS5", without host names. */
export function kindsOf(routes: string): string {
  const kinds = routes.split(', then ').map((route) => {
    const [kind = ''] = route.split(/[\s:]/u);
    return /^(?:direct|proxy|unknown|[A-Z\d]{1,10})$/u.test(kind) ? kind : 'another kind';
  });
  return kinds.join(', then ');
}

/** Log fields that contain only words from Easel's code, such as call names and failure codes. */
const OWN_WORDS = ['channel', 'event', 'call', 'cause', 'code', 'kind', 'requestId', 'type', 'what'];
const OWN_WORD = /^[\w.:() -]{1,80}$/u;

export function publicLine(line: string): string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return '(unreadable line)';
  }
  if (typeof read !== 'object' || read === null) return '(unreadable line)';
  const { time, level, scope, message, ...fields } = read as Readonly<Record<string, unknown>>;
  const shownFields = Object.entries(fields).flatMap(([name, value]) => {
    const shown = publicValue(name, value);
    return shown === null ? [] : [`${name}=${shown}`];
  });
  const words = [time, level, scope, message].map((word) => (typeof word === 'string' ? word : ''));
  return [...words, ...shownFields].filter((word) => word !== '').join(' ');
}

function publicValue(name: string, value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return OWN_WORDS.includes(name) && OWN_WORD.test(value) ? value : null;
  if (name !== 'error' || typeof value !== 'object' || value === null) return null;
  // Omits the message of the error, because it may contain personal data.
  const { name: kind, code } = value as Readonly<Record<string, unknown>>;
  const parts = [kind, code].filter((part) => typeof part === 'string' && OWN_WORD.test(part));
  return parts.length === 0 ? null : parts.join('/');
}

export function diagnosticsCalls(options: DiagnosticsOptions): CallsOf<'diagnostics'> {
  const { files, now, clean, logs } = options;
  return {
    save: {
      run: async () => {
        const text = clean(`${ABOUT}\n\n${await reportOf(options)}\n\nLog\n${await publicLog(logs)}`);
        return savedAs(await files.save('diagnostics', `easel-diagnostics-${dayOf(now())}.txt`, text), {});
      },
      log: (_args, result) => {
        if (!result.ok || result.value === null) return null;
        const detail = 'A file for support, without names, ids or keys.';
        return { connectionId: '', action: 'diagnostics-saved', target: '', outcome: 'done', detail };
      },
    },
  };
}
