import {
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
  type FuseV1Config,
} from '@electron/fuses';

/**
 * The switches inside Electron's executable, set once, before signing: every one that Electron has, each with its
 * reason. `strictlyRequireAllFuses` stops the build when an update of Electron brings another.
 */
export const fuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // ELECTRON_RUN_AS_NODE would run any script under our signature, and with it our access to the keychain.
  [FuseV1Options.RunAsNode]: false,
  // Easel keeps no cookies on disk, and the fuse can make a keychain item of its own. One-way: once a release has it
  // on, it stays on.
  [FuseV1Options.EnableCookieEncryption]: false,
  // NODE_OPTIONS would load foreign code, NODE_EXTRA_CA_CERTS would add a certificate authority.
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  // --inspect would open the process that holds the keys to every local program.
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // A changed app.asar does not start (macOS and Windows; Linux has no such check).
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  // A folder named app beside app.asar would go round the integrity check.
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // A snapshot file lies outside the integrity check (CVE-2025-55305).
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Easel serves itself from app://, so file:// needs no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default; without it, WebAssembly's bounds checks take a slow and rarely used path.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/**
 * Compares an executable's fuses with the table above.
 * Takes the executable's path (macOS: the one inside the .app; the fuses of its framework are read).
 * Returns how many are right, and one sentence for each that is not, or that only one side has.
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
