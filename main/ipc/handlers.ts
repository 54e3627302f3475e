/** One line per channel: which use case answers it. */
import type { AppInfo, Connection } from '../../preload/contract/domain.ts';
import { ok, type Result } from '../../preload/contract/failure.ts';
import type { Boards } from '../boards/boards.ts';
import type { Connections } from '../connections/connections.ts';
import type { HealthWatch } from '../health/health.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Network } from '../network/network.ts';
import type { Papers } from '../papers/papers.ts';
import type { Previews } from '../previews/previews.ts';
import type { Unknowns } from '../unknowns/unknowns.ts';
import type { Handlers } from './dispatch.ts';

export interface UseCases {
  readonly info: AppInfo;
  readonly copyText: (text: string) => void;
  readonly keychain: Keychain;
  readonly connections: Connections;
  readonly practise: () => Promise<Result<Connection>>;
  readonly boards: Boards;
  readonly papers: Papers;
  readonly previews: Previews;
  readonly unknowns: Unknowns;
  readonly health: HealthWatch;
  readonly network: Network;
}

export function createHandlers(use: UseCases): Handlers {
  const { boards, connections, health, keychain, network, papers, previews, unknowns } = use;
  return {
    'app.info': () => ok(use.info),
    'app.copy': ({ text }) => {
      use.copyText(text);
      return ok(null);
    },
    'keychain.status': async () => ok(await keychain.status()),

    'connections.list': async () => ok(await connections.list()),
    'connections.select': ({ connectionId }) => connections.select(connectionId),
    'connections.check': (draft) => connections.check(draft),
    'connections.checkPaper': ({ draft, paper }) => connections.checkPaper(draft, paper),
    'connections.save': (draft) => connections.save(draft),
    'connections.remove': ({ connectionId }) => connections.remove(connectionId),
    'connections.practise': () => use.practise(),

    'boards.list': ({ connectionId }) => boards.list(connectionId),
    'boards.cancelList': ({ connectionId }) => ok(boards.cancelList(connectionId)),
    'boards.state': ({ connectionId }) => ok(boards.state(connectionId)),
    'boards.window': (request) => ok(boards.window(request)),
    'boards.create': ({ connectionId }) => boards.create(connectionId),
    'boards.view': ({ connectionId, boardId }) => boards.view(connectionId, boardId),
    'boards.delete': ({ connectionId, boardId }) => boards.delete(connectionId, boardId),

    'papers.list': ({ connectionId }) => papers.list(connectionId),
    'papers.create': (paper) => papers.create(paper),
    'papers.add': ({ connectionId, pasted, name }) => papers.add(connectionId, pasted, name),
    'papers.delete': ({ connectionId, identifier }) => papers.delete(connectionId, identifier),
    'papers.forget': ({ connectionId, identifier }) => papers.forget(connectionId, identifier),

    'unknowns.list': ({ connectionId }) => unknowns.list(connectionId),
    'unknowns.check': ({ connectionId, unknownId }) => unknowns.check(connectionId, unknownId),
    'unknowns.settle': ({ connectionId, unknownId }) => unknowns.settle(connectionId, unknownId),

    'health.state': ({ connectionId }) => ok(health.state(connectionId)),
    'health.tryNow': async ({ connectionId }) => ok(await health.tryNow(connectionId)),

    'network.settings': ({ connectionId }) => network.settings(connectionId),
    'network.chooseCa': ({ connectionId }) => network.chooseCa(connectionId),
    'network.removeCas': ({ connectionId }) => network.removeCas(connectionId),
    'network.signIn': ({ proxy, user, password }) => network.signIn(proxy, user, password),

    'previews.open': ({ connectionId, target, displayName }) =>
      previews.open(connectionId, target, displayName),
    'previews.close': ({ previewId }) => ok(previews.close(previewId)),
    'previews.copyLink': ({ connectionId, identifier, displayName }) =>
      previews.copyLink(connectionId, identifier, displayName),
  };
}
