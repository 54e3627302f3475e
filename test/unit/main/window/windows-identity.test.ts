import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { APP_ID, introduceToWindows, TOAST_ACTIVATOR } from '../../../../main/window/windows-identity.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('Windows is told Easel’s identity, and the class of its notifications', () => {
  const app = { setAppUserModelId: vi.fn<() => void>(), setToastActivatorCLSID: vi.fn<() => void>() };
  introduceToWindows('win32', app);
  expect(app.setAppUserModelId.mock.calls).toEqual([['example.easel.Easel']]);
  expect(app.setToastActivatorCLSID.mock.calls).toEqual([[TOAST_ACTIVATOR]]);
});

test('other systems aren’t, because Electron has neither function there', () => {
  const never = (): never => {
    throw new TypeError('is not a function');
  };
  const app = { setAppUserModelId: never, setToastActivatorCLSID: never };
  introduceToWindows('linux', app);
  introduceToWindows('darwin', app);
});

test('the identity is the installers’, and is set before Easel waits for Electron', () => {
  expect(text('electron-builder.yml')).toContain(`appId: ${APP_ID} `);
  const entry = text('main/index.ts');
  expect(entry.indexOf('introduceToWindows(env')).toBeGreaterThan(0);
  expect(entry.indexOf('introduceToWindows(env')).toBeLessThan(entry.indexOf('app.whenReady()'));
});

test('the uninstaller removes what notifications need: the shortcut and this class', () => {
  expect(text('electron-builder.yml')).toContain('include: main/packaging/installer.nsh');
  const script = text('main/packaging/installer.nsh');
  expect(TOAST_ACTIVATOR).toMatch(/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/u);
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${TOAST_ACTIVATOR}"`);
  expect(script).toMatch(/Delete "\$SMPROGRAMS\\\$\{PRODUCT_NAME\}\.lnk"/u);
});
