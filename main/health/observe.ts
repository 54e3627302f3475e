/** Lets every call of a service client tell the health of its part how it went; the calls themselves stay as they are. */
import type { PartName } from '../../preload/contract/service.ts';
import type { Failure, FailureCode, Result } from '../../preload/contract/failure.ts';
import type { PageRequest, ServiceApi } from '../service/api.ts';

/** `failure` is null after a success, or after a refusal that proves that the part answers; that took `tookMs`. */
export type Observe = (part: PartName, failure: Failure | null, tookMs?: number) => void;

/** Failures of the connection itself. Everything else is a response of the service. */
const TROUBLE: ReadonlySet<FailureCode> = new Set([
  'service-problem',
  'cannot-reach',
  'timeout',
  'offline',
  'certificate',
  'proxy-sign-in',
  'web-page',
  'redirected',
  'outcome-unknown',
]);

/** What ended before the network was asked: it says nothing about any part. */
const SILENT: ReadonlySet<FailureCode> = new Set([
  'cancelled',
  'no-key',
  'keychain-locked',
  'keychain-absent',
  'keychain-busy',
  'keychain-error',
  'invalid-input',
  'storage',
  'read-only',
  'policy',
  'locked',
  'internal',
]);

/** Tells health what one outcome means for its part; `failed` is null for a success. */
export function tell(observe: Observe, part: PartName, failed: Failure | null, tookMs?: number): void {
  if (failed === null || !(isTrouble(failed) || SILENT.has(failed.code))) observe(part, null, tookMs);
  else if (isTrouble(failed)) observe(part, failed);
}

/** A create that was answered without an id has an unknown outcome, and its part answers all the same. */
function isTrouble({ code, status = 500 }: Failure): boolean {
  return TROUBLE.has(code) && (code !== 'outcome-unknown' || status >= 500);
}

/** The same client, watched. */
export function observed(api: ServiceApi, observe: Observe): ServiceApi {
  /** `ofOne`: a page that says of one thing that it is not there says nothing of the part. */
  async function told<T>(part: PartName, call: Promise<Result<T>>, ofOne = false): Promise<Result<T>> {
    const asked = performance.now();
    const result = await call;
    const error = result.ok ? null : result.error;
    const isMissing = error?.code === 'web-page' && (error.status === 404 || error.status === 410);
    if (!ofOne || !isMissing) tell(observe, part, error, Math.round(performance.now() - asked));
    return result;
  }
  /** Nor does one behind the last board. */
  const isBehind = ({ offset }: PageRequest): boolean => (offset ?? 0) > 0;
  return {
    listBoards: (page, ...args) => told('board-api', api.listBoards(page, ...args), isBehind(page)),
    fetchBoards: (page, ...args) => told('board-api', api.fetchBoards(page, ...args), isBehind(page)),
    viewBoard: (...args) => told('board-api', api.viewBoard(...args), true),
    createBoard: (...args) => told('board-api', api.createBoard(...args)),
    deleteBoard: (...args) => told('board-api', api.deleteBoard(...args), true),
    createPaper: (...args) => told('paper-api', api.createPaper(...args)),
    deletePaper: (...args) => told('paper-api', api.deletePaper(...args), true),
    mintToken: (...args) => told('paper-api', api.mintToken(...args)),
    mintInvite: (...args) => told('paper-api', api.mintInvite(...args)),
    checkApp: (...args) => told('app', api.checkApp(...args)),
    checkPaperApi: (...args) => told('paper-api', api.checkPaperApi(...args)),
  };
}
