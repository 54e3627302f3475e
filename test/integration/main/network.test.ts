import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCertificates, type Certificates } from '../../faults/certificates.ts';
import { draftFor, startServices, type ServicesOptions, type TestServices } from '../../support/services.ts';
import { canMakeCertificates } from '../../support/tls-host.ts';

let services: TestServices;
let connectionId: string;

async function start(origin: string, around: ServicesOptions): Promise<void> {
  services = await startServices(undefined, around);
  const saved = await services.call('connections.save', draftFor(origin, 'some-key'));
  if (!saved.ok) throw new Error(saved.error.message);
  connectionId = saved.value.id;
}

afterEach(() => services.close());

async function codeOfView(): Promise<string> {
  const view = await services.call('boards.view', { connectionId, boardId: 'b' });
  return view.ok ? 'ok' : view.error.code;
}

describe.skipIf(!canMakeCertificates())('an added certificate authority', () => {
  let certificates: Certificates;
  let server: Server;
  let origin: string;
  let requests: number;

  beforeAll(() => {
    certificates = makeCertificates();
  });

  beforeEach(async () => {
    requests = 0;
    server = createServer(
      { SNICallback: (_name, done) => done(null, certificates.contexts.good) },
      (_request, answer) => {
        requests += 1;
        answer.setHeader('content-type', 'application/json');
        answer.end('{"room_id":"b","created_at":"2026-01-01 00:00:00"}');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is trusted from the moment it is chosen, also after a restart, until it is removed', async () => {
    await start(origin, { caFile: certificates.ca });
    expect(await codeOfView()).toBe('certificate');
    expect(requests).toBe(0);

    const chosen = await services.call('network.chooseCa', { connectionId });
    expect(chosen).toMatchObject({
      ok: true,
      value: { cas: [{ fingerprint: expect.stringContaining(':') }] },
    });
    expect(await codeOfView()).toBe('ok');

    const again = await services.call('network.chooseCa', { connectionId });
    expect(again.ok && again.value.cas).toHaveLength(1);

    services = await services.restart();
    await services.call('connections.save', draftFor(origin, 'some-key', { id: connectionId }));
    expect(await codeOfView()).toBe('ok');

    const removed = await services.call('network.removeCas', { connectionId });
    expect(removed).toMatchObject({ ok: true, value: { cas: [] } });
    expect(await codeOfView()).toBe('certificate');

    // Each time once: a file that brought nothing new changed nothing.
    const told = await services.call('activity.page', {
      connectionId: null,
      action: 'settings-changed',
      user: null,
      since: null,
      until: null,
      find: '',
      open: [],
      from: 0,
      count: 10,
    });
    const rows = told.ok ? told.value.rows : [];
    expect(rows.flatMap((row) => (row.kind === 'entry' ? row.entry.detail : []))).toEqual([
      'Certificate authorities beside the system’s: from 1 to 0.',
      'Certificate authorities beside the system’s: from 0 to 1.',
    ]);
  });
});
