import { writeFile } from 'node:fs/promises';
import { createAuthority } from '../integration/service/authority.ts';
import { letThrough, startProxy } from '../integration/service/proxies.ts';
import { startSecureServer } from '../integration/service/servers.ts';
import { fillForm, questionsOf } from '../support/easel.ts';
import { filesWith } from '../support/planted-secrets.ts';
import { hasProgram } from '../support/system.ts';
import { expect, test } from './fixtures.ts';

const USER = 'ada';
const PASSWORD = 'a-proxy-pa55word';
const SIGN_IN = `Proxy-Authorization: Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
const CHALLENGE =
  'HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n';

test('Easel loads the boards through a proxy that requires a sign-in', async ({ easel }, info) => {
  test.skip(!hasProgram('openssl'), 'openssl is missing');
  const { app, window } = easel;
  const authority = createAuthority();
  const service = await startSecureServer(authority.issue('localhost'), (response, { url }) => {
    response.setHeader('content-type', 'application/json');
    response.end(url.includes('offset=0') ? '[{"room_id":"board-behind-the-proxy"}]' : '[]');
  });
  const proxy = await startProxy((socket, head) =>
    head.toLowerCase().includes(SIGN_IN.toLowerCase()) ? letThrough(socket, head) : CHALLENGE,
  );
  const caFile = info.outputPath('authority.pem');
  await writeFile(caFile, authority.pem);
  try {
    await app.evaluate(
      ({ dialog, session }, [route, file]) => {
        session.defaultSession.resolveProxy = () => Promise.resolve(route);
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
      },
      [`PROXY ${proxy.name}`, caFile] as const,
    );
    await window.getByRole('button', { name: 'Connect to your service' }).click();
    const { origin } = service;
    const addresses = { paperApi: origin, boardApi: origin, appUrl: origin };
    const entries = { name: 'Office', environment: 'Test', apiKey: 'key-behind-the-proxy' } as const;
    await fillForm(window, { ...entries, ...addresses });
    await window.getByRole('button', { name: 'Save' }).click();

    const notice = window.getByRole('main').getByRole('alert');
    const outage = window.getByRole('region', { name: 'Outage' });
    await expect(outage).toContainText(proxy.name);
    await outage.getByRole('button', { name: /^Sign in/u }).click();
    const signIn = window.getByRole('dialog', { name: 'Sign in to the proxy' });
    await signIn.getByLabel('User name').fill(USER);
    await signIn.getByLabel('Password').fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await expect(signIn).toHaveCount(0);
    expect(await questionsOf(easel)).toMatchObject([
      { message: `Sign in to the proxy ${proxy.name} as “${USER}”?` },
    ]);
    await window.keyboard.press('F5');
    await expect(notice).toContainText('certificate');

    await notice.getByRole('button', { name: 'Network settings…' }).click();
    const network = window.getByRole('dialog', { name: 'Network' });
    await expect(network.getByRole('listitem')).toContainText('Saved in the keychain');
    expect(filesWith(easel.userData, PASSWORD)).toEqual([]);
    await network.getByRole('button', { name: 'Add certificate…' }).click();
    await expect(network.getByRole('button', { name: 'Remove all certificates' })).toBeVisible();
    await network.getByRole('button', { name: 'Done' }).click();
    await expect(notice.getByRole('button', { name: 'Network settings…' })).toBeFocused();
    await window.keyboard.press('F5');
    await expect(window.getByRole('grid', { name: 'Boards' })).toContainText('board-behind-the-proxy');
    await window.getByRole('button', { name: 'Network settings' }).click();
    await network.getByRole('button', { name: /^Forget/u }).click();
    await expect(network.getByRole('region', { name: 'Proxy sign-ins' })).toHaveCount(0);
    expect(proxy.received()).toContain(`CONNECT ${new URL(origin).host}`);
    expect(await window.content()).not.toContain(PASSWORD);
    expect(easel.output()).not.toContain(PASSWORD);
  } finally {
    await proxy.close();
    await service.close();
  }
});
