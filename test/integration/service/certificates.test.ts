import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../support/system.ts';
import {
  AUTHORITY_NAME,
  createAuthority,
  selfSigned,
  type Authority,
  type Certificate,
} from './authority.ts';
import { CALL_NAMES, CALLS, opened } from './servers.ts';

const { client, secureServer, closeAll } = opened();
afterEach(closeAll);

const messageOf = (result: { readonly ok: boolean; readonly error?: { readonly message: string } }): string =>
  result.error?.message ?? '';

describe.skipIf(!hasProgram('openssl'))('certificates', () => {
  let authority: Authority;
  let certificates: Readonly<Record<'good' | 'expired' | 'other' | 'self', Certificate>>;
  beforeAll(() => {
    authority = createAuthority();
    certificates = {
      good: authority.issue('localhost'),
      expired: authority.issue('localhost', -1),
      other: authority.issue('proxy.corp.example'),
      self: selfSigned('localhost'),
    };
  });
  afterAll(() => authority.remove());

  const apiFor = (origin: string, extraCa: readonly string[] = [authority.pem]) =>
    client(origin, {}, { extraCa }).api;

  test('from a trusted authority are accepted', async () => {
    const { origin, seen } = await secureServer(certificates.good);
    expect(await apiFor(origin).listBoards({ limit: 1, offset: 0 })).toMatchObject({ ok: true });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['self', 'comes from an issuer that this computer doesn’t trust (“localhost”)'],
    ['expired', 'has expired'],
    ['other', 'is for proxy.corp.example'],
  ] as const)('%s: %s; no call sends anything', async (name, sentence) => {
    const { origin, seen } = await secureServer(certificates[name]);
    const api = apiFor(origin);
    for (const call of CALL_NAMES) {
      const result = await CALLS[call](api);
      expect(result, call).toMatchObject({ ok: false, error: { code: 'certificate' } });
      expect(messageOf(result)).toContain(sentence);
      expect(messageOf(result)).toContain('Nothing was sent');
    }
    expect(seen).toEqual([]);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'from an authority that was not added are refused, and the authority named: %s',
    async (version) => {
      const { origin, seen } = await secureServer({
        ...certificates.good,
        minVersion: version,
        maxVersion: version,
      });
      const result = await apiFor(origin, []).createBoard();
      expect(result).toMatchObject({ ok: false, error: { code: 'certificate' } });
      expect(messageOf(result)).toContain(`“${AUTHORITY_NAME}”`);
      expect(seen).toEqual([]);
    },
  );

  test('are refused once their authority is removed, even while a connection is open', async () => {
    const { origin, seen } = await secureServer(certificates.good);
    const { api, transport } = client(origin, {}, { extraCa: [authority.pem] });
    expect(await api.listBoards({ limit: 1, offset: 0 })).toMatchObject({ ok: true });
    transport.setExtraCa([]);
    expect(messageOf(await api.listBoards({ limit: 1, offset: 0 }))).toContain('doesn’t trust');
    expect(seen).toHaveLength(1);
  });

  test('TLS below 1.2 is refused', async () => {
    const { origin, seen } = await secureServer({
      ...certificates.good,
      ciphers: 'ALL:@SECLEVEL=0',
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
    });
    const result = await apiFor(origin).createBoard();
    expect(result).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(messageOf(result)).toContain('TLS 1.2');
    expect(seen).toEqual([]);
  });
});
