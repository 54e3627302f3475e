import path from 'node:path';
import type { Network } from '../connections/network/network.ts';
import type { Core } from '../ipc/core.ts';
import type { Implementations } from '../lib/implementation.ts';
import type { Env } from '../lib/env.ts';
import type { PolicyReading } from '../ipc/policy/policy.ts';
import type { Transport } from '../service/transport.ts';
import { Diagnostics, diagnosticsCalls, type DiagnosticsOptions } from './diagnostics/diagnostics.ts';
import { createLinuxNotice, updateCalls, Updates, type UpdatesOptions } from './updates/updates.ts';

export interface AppOptions extends Pick<DiagnosticsOptions, 'system'> {
  readonly env: Env;
  readonly version: string;
  readonly userData: string;
  readonly policy: PolicyReading;
  /** Loads the updater for macOS and Windows. If null, Easel announces new versions but does not install them. */
  readonly loadSelfUpdater: UpdatesOptions['loadUpdater'] | null;
}

interface AppParts extends Pick<DiagnosticsOptions, 'connections' | 'keychain' | 'health' | 'shapes'> {
  readonly network: Network;
  readonly transport: Transport;
}

export function openApp(
  core: Core,
  parts: AppParts,
  options: AppOptions,
): Pick<Implementations, 'updates' | 'diagnostics'> {
  const { env, version } = options;
  const { policy, signals } = core;
  const { network, transport } = parts;
  const updates = new Updates({
    ...core,
    env,
    installed: version,
    loadUpdater:
      options.loadSelfUpdater ??
      ((updateUrl) => Promise.resolve(createLinuxNotice(transport, updateUrl, version))),
    onProxy: network.proxyAsked.bind(network),
  });
  signals.onClose(() => updates.stop());
  const diagnostics = new Diagnostics({
    ...core,
    ...parts,
    ...options,
    updates: () => `${policy.updates ?? 'not set'}; ${updates.state.status}`,
    logs: path.join(options.userData, 'logs'),
  });
  return { updates: updateCalls(updates), diagnostics: diagnosticsCalls(diagnostics) };
}
