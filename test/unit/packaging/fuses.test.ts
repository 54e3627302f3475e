import { FuseV1Options } from '@electron/fuses';
import { expect, test } from 'vitest';
import { fuseConfig } from '../../packaging/fuses.ts';

// That each wrong one is found: D1 (test/security/fuses.ts).
test('the table has all nine fuses, with the required values', () => {
  const { version: _version, strictlyRequireAllFuses, ...fuses } = fuseConfig;
  expect(strictlyRequireAllFuses).toBe(true);
  expect(
    Object.fromEntries(Object.entries(fuses).map(([key, on]) => [FuseV1Options[Number(key)], on])),
  ).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: false,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});
