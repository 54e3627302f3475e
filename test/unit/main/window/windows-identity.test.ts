import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { introduceToWindows, TOAST_ACTIVATOR } from '../../../../main/window/windows-identity.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('Windows is told Easel’s identity, and the class of its notifications', () => {
  const app = { setAppUserModelId: vi.fn<() => void>(), setToastActivatorCLSID: vi.fn<() => void>() };
  introduceToWindows('win32', app);
  expect(app.setAppUserModelId.mock.calls).toEqual([['example.easel.Easel']]);
  expect(app.setToastActivatorCLSID.mock.calls).toEqual([[TOAST_ACTIVATOR]]);
});

test('the uninstaller removes what notifications need: the shortcut and this class', () => {
  expect(text('electron-builder.yml')).toContain('include: main/packaging/installer.nsh');
  const script = text('main/packaging/installer.nsh');
  expect(TOAST_ACTIVATOR).toMatch(/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/u);
  expect(script).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${TOAST_ACTIVATOR}"`);
  expect(script).toMatch(/Delete "\$SMPROGRAMS\\\$\{PRODUCT_NAME\}\.lnk"/u);
});
