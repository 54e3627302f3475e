import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/**
 * Switches in Electron's executable, set before signing. Lists all of Electron's fuses with reasons.
 * `strictlyRequireAllFuses` fails the build when Electron adds a fuse.
 */
export const fuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // ELECTRON_RUN_AS_NODE would run any script with our signature and keychain access.
  [FuseV1Options.RunAsNode]: false,
  // Easel stores no cookies, and this fuse may create a keychain item. It cannot be turned off after a
  // release.
  [FuseV1Options.EnableCookieEncryption]: false,
  // NODE_OPTIONS would load foreign code; NODE_EXTRA_CA_CERTS would add a certificate authority.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // --inspect would give local programs access to the process with the keys.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Refuses a changed app.asar (macOS and Windows only).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // A folder named app beside app.asar would bypass the integrity check.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // A snapshot file is not covered by the integrity check (CVE-2025-55305).
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Easel uses app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default. The alternative, slower bounds checks for WebAssembly, is rarely used.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/**
 * Compares an executable's fuses with the table above. Takes the path of the executable (on macOS inside the .app;
 * the fuses are in its framework). Returns the number of correct fuses, and a sentence for each wrong one.
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
