import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/**
 * Electron's fuses: switches in its executable, set before signing. Lists all fuses with reasons.
 * `strictlyRequireAllFuses` fails the build when a new Electron version adds a fuse.
 */
export const fuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // This fuse is off, because ELECTRON_RUN_AS_NODE would run any script with Easel's signature and keychain access.
  [FuseV1Options.RunAsNode]: false,
  // Cookie encryption is off: Easel stores no cookies, and this fuse may create a keychain item. After a
  // release the fuse cannot be turned off again.
  [FuseV1Options.EnableCookieEncryption]: false,
  // This fuse is off, because NODE_OPTIONS would load foreign code, and NODE_EXTRA_CA_CERTS a certificate authority.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // This fuse is off, because --inspect would give local programs access to the process that has the API keys.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // With this fuse Electron refuses to start with a changed app.asar (macOS and Windows only).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // This fuse is on, because a folder named `app` beside app.asar would bypass the integrity check.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // This fuse is off, because the integrity check does not cover a V8 snapshot file (CVE-2025-55305).
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // This fuse is off, because Easel uses app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // This fuse is on by default. The alternative is slower bounds checks for WebAssembly, which few apps use.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/**
 * Compares the fuses in an executable with the table above. Takes the executable's path (on macOS inside the .app,
 * although its framework contains the fuses). Returns the number of correct fuses, and a sentence for each wrong one.
 */
export const readFuses = async (
  executable: string,
): Promise<{ readonly right: number; readonly wrong: readonly string[] }> => {
  const { version: _version, ...found }: Readonly<Record<string, unknown>> =
    await getCurrentFuseWire(executable);
  const { version: _v, strictlyRequireAllFuses: _strict, ...wanted } = fuseConfig;
  const misset = Object.entries(wanted)
    .filter(([key, on]) => found[key] !== (on ? FuseState.ENABLE : FuseState.DISABLE))
    .map(([key, on]) => `fuse ${FuseV1Options[Number(key)]} is not ${on ? 'on' : 'off'}`);
  const unknown = Object.keys(found)
    .filter((key) => !(key in wanted))
    .map((key) => `fuse ${key} is not in the table`);
  return { right: Object.keys(wanted).length - misset.length, wrong: [...misset, ...unknown] };
};
