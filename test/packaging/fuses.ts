import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/** Settings of Electron's fuses, the switches in its executable. `strictlyRequireAllFuses` refuses unknown fuses. */
export const fuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // This fuse is off, because ELECTRON_RUN_AS_NODE would run any script with Easel's signature and keychain access.
  [FuseV1Options.RunAsNode]: false,
  // This fuse is off, because Easel stores no cookies. If it were on, it could not be turned off later.
  [FuseV1Options.EnableCookieEncryption]: false,
  // This fuse is off, because NODE_OPTIONS and NODE_EXTRA_CA_CERTS would otherwise load foreign code and certificates.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // This fuse is off, because --inspect would give local programs access to the process that contains the API keys.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // This fuse is on, so that Electron does not start if app.asar was changed (macOS and Windows only).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // This fuse is on, because Electron would otherwise load a folder named `app` without an integrity check.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // This fuse is off, because the integrity check does not cover V8 snapshot files (CVE-2025-55305).
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // This fuse is off, because Easel's pages use app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // This fuse is on, as by default. If it were off, WebAssembly would use slower bounds checks.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/** On macOS, `executable` is in the .app. @electron/fuses then reads the fuses in Electron's framework. */
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
