/** Behind a proxy that asks for a sign-in, with a service that only an authority of one's own vouches for. */
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect as connectTo, type AddressInfo } from 'node:net';
import { makeCertificates } from '../faults/certificates.ts';
import { fillForm } from '../support/easel.ts';
import { canMakeCertificates } from '../support/tls-host.ts';
import { expect, test } from './fixtures.ts';

const USER = 'ada';
const PASSWORD = 'a-proxy-pa55word';

interface Proxy {
  readonly server: Server;
  /** Tunnels that were opened. */
  readonly opened: () => number;
}

/** A proxy that opens tunnels for one person. */
function startProxy(): Proxy {
  let opened = 0;
  const granted = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request, socket) => {
    if (request.headers['proxy-authorization'] !== granted) {
      socket.end(
        'HTTP/1.1 407 Sign in\r\nProxy-Authenticate: Basic realm="office"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    opened += 1;
    const port = Number(request.url?.split(':').at(-1));
    const upstream = connectTo(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { server, opened: () => opened };
}

async function portOf(server: { listen: Server['listen']; address: Server['address'] }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('once an authority is added and the proxy is signed in to, the boards load', async ({ easel }, info) => {
  test.skip(!canMakeCertificates(), 'openssl is not here to make certificates');
  const { app, window } = easel;
  const certificates = makeCertificates();
  const service = createTlsServer(
    { SNICallback: (_name, done) => done(null, certificates.contexts.good) },
    (request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        request.url?.includes('offset=0') === true ? '[{"room_id":"board-behind-the-proxy"}]' : '[]',
      );
    },
  );
  const proxy = startProxy();
  const origin = `https://localhost:${await portOf(service)}`;
  const proxyName = `127.0.0.1:${await portOf(proxy.server)}`;
  const caFile = info.outputPath('authority.pem');
  await writeFile(caFile, certificates.ca);
  try {
    await app.evaluate(
      ({ dialog, session }, [route, file]) => {
        session.defaultSession.resolveProxy = () => Promise.resolve(route);
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [file] });
      },
      [`PROXY ${proxyName}`, caFile] as const,
    );
    await window.getByRole('button', { name: 'Connect to your service' }).click();
    const entries = {
      name: 'Office',
      environment: 'Test',
      paperApi: origin,
      boardApi: origin,
      appUrl: origin,
    } as const;
    await fillForm(window, { ...entries, apiKey: 'key-behind-the-proxy' });
    await window.getByRole('button', { name: 'Save' }).click();

    const notice = window.getByRole('main').getByRole('alert');
    const outage = window.getByRole('region', { name: 'Outage' });
    await expect(outage).toContainText(proxyName);
    await outage.getByRole('button', { name: /^Sign in/u }).click();
    const signIn = window.getByRole('dialog', { name: 'Sign in to the proxy' });
    await signIn.getByLabel('User name').fill(USER);
    await signIn.getByLabel('Password').fill(PASSWORD);
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await expect(signIn).toHaveCount(0);
    await window.keyboard.press('F5');
    await expect(notice).toContainText('certificate');

    await window.getByRole('button', { name: 'Network settings' }).click();
    const network = window.getByRole('dialog', { name: 'Network' });
    await expect(network).toContainText(proxyName);
    await network.getByRole('button', { name: 'Add file…' }).click();
    await expect(network.getByRole('button', { name: 'Remove all' })).toBeVisible();
    await network.getByRole('button', { name: 'Done' }).click();
    await window.keyboard.press('F5');
    await expect(window.getByRole('grid', { name: 'Boards' })).toContainText('board-behind-the-proxy');
    expect(proxy.opened()).toBeGreaterThan(0);
    expect(await window.content()).not.toContain(PASSWORD);
    expect(easel.output()).not.toContain(PASSWORD);
  } finally {
    proxy.server.closeAllConnections();
    proxy.server.close();
    service.closeAllConnections();
    service.close();
  }
});
