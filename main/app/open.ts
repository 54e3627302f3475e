import path from 'node:path';
import type { Connections } from '../connections/connections.ts';
import type { Keychain } from '../connections/keychain/keychain.ts';
import type { Network } from '../connections/network/network.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { ServiceShapes } from '../boards/shape.ts';
import type { Env } from '../lib/env.ts';
import type { PolicyReading } from '../ipc/policy/policy.ts';
import type { Transport } from '../service/transport.ts';
import { Diagnostics, diagnosticsCalls, type DiagnosticsOptions } from './diagnostics/diagnostics.ts';
import { createLinuxNotice, updateCalls, Updates, type UpdatesOptions } from './updates/updates.ts';

export interface AppOptions extends Partial<Pick<DiagnosticsOptions, 'system'>> {
  readonly env: Env;
  readonly version: string;
  readonly userData: string;
  readonly policy: PolicyReading;
  /** Loads the updater for macOS and Windows. Without an updater, Easel only announces new versions. */
  readonly loadSelfUpdater?: UpdatesOptions['loadUpdater'] | null;
}

export interface AppParts {
  readonly connections: Connections;
  readonly keychain: Keychain;
  readonly network: Network;
  readonly health: HealthWatch;
  readonly shapes: ServiceShapes;
  readonly transport: Transport;
}

export function openApp(
  core: Core,
  parts: AppParts,
  options: AppOptions,
): Pick<Implementations, 'updates' | 'diagnostics'> {
  const { env, version } = options;
  const { policy, publish, signals } = core;
  const { connections, keychain, network, health, shapes, transport } = parts;
  const updates = new Updates({
    ...core,
    env,
    installed: version,
    loadUpdater:
      options.loadSelfUpdater ??
      ((updateUrl) => Promise.resolve(createLinuxNotice(transport, updateUrl, version))),
    onChange: (state) => publish('updates.changed', state),
    onProxy: network.proxyAsked.bind(network),
  });
  signals.onClose(() => updates.stop());
  const diagnostics = new Diagnostics({
    ...core,
    env,
    version,
    system: options.system ?? (() => []),
    policy: options.policy,
    keychain: keychain.state.bind(keychain),
    connections: connections.list.bind(connections),
    health: (connectionId) => health.state({ connectionId }),
    shape: (connectionId) => shapes.of({ connectionId }),
    proxyOf: transport.proxyOf.bind(transport),
    updates: () => `${policy.updates ?? 'not set'}; ${updates.state.status}`,
    logs: path.join(options.userData, 'logs'),
  });
  return { updates: updateCalls(updates), diagnostics: diagnosticsCalls(diagnostics) };
}
