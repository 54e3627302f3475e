import { expect, test, vi } from 'vitest';
import { createPrinting } from '../../../../../main/app/window/print-window.ts';
import { BrowserWindow, session } from '../../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../../support/fake-electron.ts'));

const PAGE = { style: 'b { color: red }', body: '<b>Ada, secret</b>', size: 'A4' } as const;

async function printed(fails = false) {
  const printing = createPrinting()(PAGE);
  const window = BrowserWindow.made.at(-1) as BrowserWindow;
  // The print window must not load its page before its session has its restrictions.
  expect(window.loaded).toEqual([]);
  await vi.waitFor(() => expect(window.loaded).toHaveLength(1));
  const own = session.fromPartition('print');
  const [address = ''] = window.loaded;
  const answer = (await own.ask('protocol:app', { url: address })) as Response;
  window.webContents.emit(fails ? 'print-fails' : 'print');
  return { printing, window, own, address, answer, serve: () => own.ask('protocol:app', { url: address }) };
}

test('printing uses a hidden window without scripts, in a separate session', async () => {
  const { printing, window, own } = await printed();
  expect(window.options).toMatchObject({
    show: false,
    webPreferences: {
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      webviewTag: false,
      devTools: false,
    },
  });
  const { webPreferences } = window.options as { readonly webPreferences: object };
  expect(webPreferences).not.toHaveProperty('preload');
  expect(own.ask('permissionCheck')).toBe(false);
  expect(own.patterns.get('onBeforeRequest')).toContain('https://*/*');
  expect(own.proxy).toMatchObject({ proxyRules: 'http://127.0.0.1:9' });
  expect([...(await printing)]).toEqual([37, 80, 68, 70]);
  expect(window.calls).toContain('destroy');
});

test('the print window’s page is served only once, at a random address', async () => {
  const { printing, address, answer, serve } = await printed();
  expect(address).toMatch(/^app:\/\/print\/[0-9a-f-]{36}$/u);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/u);
  expect(policy).not.toContain('script-src');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toContain('<b>Ada, secret</b>');
  await printing;
  expect((serve() as Response).status).toBe(404);
});
