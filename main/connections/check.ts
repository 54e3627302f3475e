/** *Check*: tries each part of a connection and says, part by part, what it found. Stores and creates nothing. */
import type { CheckPart, PartCheck } from '../../preload/contract/domain.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ServiceApi } from '../service/api.ts';

export type CheckApi = Pick<ServiceApi, 'listBoards' | 'checkApp' | 'checkPaperApi'>;

/** Runs the four checks side by side; each is an answer, none an exception. */
export async function checkParts(
  api: CheckApi,
  keychain: Pick<Keychain, 'status'>,
): Promise<readonly PartCheck[]> {
  return Promise.all([checkKeychain(keychain), checkBoardApi(api), checkPaperApi(api), checkApp(api)]);
}

async function checkKeychain(keychain: Pick<Keychain, 'status'>): Promise<PartCheck> {
  const status = await keychain.status();
  return status.state === 'available'
    ? good('keychain', `${status.backend} is ready to keep the key.`)
    : { part: 'keychain', state: 'failed', summary: `${status.cause} ${status.fix}`.trim(), failure: null };
}

/** Listing one board changes nothing and proves address, key and rights (product.md, 5: One key, two hosts?). */
async function checkBoardApi(api: CheckApi): Promise<PartCheck> {
  const page = await api.listBoards({ limit: 1, offset: 0 });
  if (!page.ok) return failed('board-api', page.error);
  const { total } = page.value;
  return good('board-api', `Answers and accepts the key${total === null ? '' : `: ${total} boards`}.`);
}

/** No harmless call needs the key here, so only the host is tried, without the key. */
async function checkPaperApi(api: CheckApi): Promise<PartCheck> {
  const answer = await api.checkPaperApi();
  if (!answer.ok) return failed('paper-api', answer.error);
  return {
    part: 'paper-api',
    state: 'not-checkable',
    summary: 'The host answers. The key can’t be checked here without creating something.',
    failure: null,
  };
}

/** Mints an access token for a paper that exists, and drops it: proves the key for the paper API, creates nothing else. */
export async function checkKnownPaper(
  api: Pick<ServiceApi, 'mintToken'>,
  identifier: string,
): Promise<PartCheck> {
  const token = await api.mintToken(identifier, null);
  if (!token.ok) return failed('paper-api', token.error);
  return good(
    'paper-api',
    'Answers and accepts the key: it gave an access token for this paper, which was dropped.',
  );
}

async function checkApp(api: CheckApi): Promise<PartCheck> {
  const answer: Result<{ readonly status: number }> = await api.checkApp();
  return answer.ok
    ? good('app', `The host answers (status ${answer.value.status}).`)
    : failed('app', answer.error);
}

function good(part: CheckPart, summary: string): PartCheck {
  return { part, state: 'good', summary, failure: null };
}

function failed(part: CheckPart, failure: Failure): PartCheck {
  return { part, state: 'failed', summary: failure.message, failure };
}
