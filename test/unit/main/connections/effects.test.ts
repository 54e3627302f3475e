/** What a client may do, by the effect that each of its calls declares. */
import { describe, expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import {
  connectionsUnderTest,
  HOSTS,
  keyOf,
  type ConnectionsUnderTest,
  codeOf,
} from './connections-under-test.ts';

let under: ConnectionsUnderTest;

/** What the service answers here to everything that reaches it. */
const SENT = 'service-problem';

test('a read-only connection makes no join links, but tokens for visits and checks', async () => {
  under = await connectionsUnderTest();
  const { id } = await under.save({ readOnly: true });
  expect(codeOf(await (await under.apiOf(id)).mintInvite('p', 'Ann'))).toBe('read-only');
  expect(codeOf(await (await under.apiOf(id)).mintToken('p', 'Ann'))).toBe(SENT);
});

describe('a client that only tries', () => {
  const trial = () =>
    under.connections.access.trial(
      { paperApi: HOSTS.papers, boardApi: HOSTS.boards, appUrl: HOSTS.app },
      () => Promise.resolve(ok({ key: keyOf('tried-key'), origins: [HOSTS.papers, HOSTS.boards] })),
    );

  test('changes nothing, whatever is asked of it', async () => {
    under = await connectionsUnderTest();
    const api = trial();
    const codes = [
      await api.createBoard(),
      await api.deleteBoard('b'),
      await api.createPaper({ name: 'n', templateId: null }),
      await api.deletePaper('p'),
      await api.mintInvite('p', 'Ann'),
    ].map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['read-only']));
    expect(under.sent).toEqual([]);
    expect(codeOf(await api.viewBoard('b'))).toBe(SENT);
  });

  test('gets to no host that the policy does not allow', async () => {
    under = await connectionsUnderTest({ allowedApiHosts: ['papers.example'] });
    expect(codeOf(await trial().viewBoard('b'))).toBe('policy');
    expect(under.sent).toEqual([]);
  });
});
