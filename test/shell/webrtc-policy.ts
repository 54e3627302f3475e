/**
 * `webContents.setWebRTCIPHandlingPolicy`. Chromium keeps the policy for the whole browser and lets extensions alone set
 * it, so the strictest one that any page was given holds for all of them, guests too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browser } from './shell.ts';

/** Policies, the strictest one last. */
const POLICIES = [
  'default',
  'default_public_and_private_interfaces',
  'default_public_interface_only',
  'disable_non_proxied_udp',
];

let strictest = 0;

export function applyWebRtcPolicy(policy: string): void {
  const wanted = POLICIES.indexOf(policy);
  if (wanted < 0) throw new TypeError(`Not a policy of WebRTC: ${policy}`);
  if (wanted <= strictest) return;
  strictest = wanted;
  const { profile, connection } = browser();
  const folder = path.join(profile, `webrtc-${policy}`);
  mkdirSync(folder);
  const manifest = {
    manifest_version: 3,
    name: policy,
    version: '1',
    permissions: ['privacy'],
    background: { service_worker: 'worker.js' },
  };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  const script = `chrome.privacy.network.webRTCIPHandlingPolicy.set({ value: '${policy}' });`;
  writeFileSync(path.join(folder, 'worker.js'), script);
  connection.root.send('Extensions.loadUnpacked', { path: folder }).catch((error: unknown) => {
    process.stderr.write(`Chromium shell: the WebRTC policy is not applied: ${String(error)}\n`);
  });
}
