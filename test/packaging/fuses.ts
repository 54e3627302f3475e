import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/**
 * Electron's fuses: switches in its executable, set before signing. `strictlyRequireAllFuses` fails the build when a
 * new Electron version adds a fuse.
 */
export const fuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // ELECTRON_RUN_AS_NODE would run any script with Easel's signature and keychain access.
  [FuseV1Options.RunAsNode]: false,
  // Easel stores no cookies. Cookie encryption may create a keychain item, and can't be turned off later.
  [FuseV1Options.EnableCookieEncryption]: false,
  // NODE_OPTIONS would load foreign code, and NODE_EXTRA_CA_CERTS a foreign certificate authority.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // --inspect would give local programs access to the process with the API keys.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // With this fuse Electron refuses to start with a changed app.asar (macOS and Windows only).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // Without this fuse, a folder named `app` beside app.asar would bypass the integrity check.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // The integrity check does not cover a V8 snapshot file (CVE-2025-55305).
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Easel uses app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default. The alternative is slower bounds checks for WebAssembly, which few apps use.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/**
 * Compares the fuses in an executable with `fuseConfig`. On macOS, takes the executable inside the .app, although its
 * framework contains the fuses. Returns the number of correct fuses, and a sentence for each wrong one.
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
