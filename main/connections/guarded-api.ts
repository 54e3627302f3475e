/** A service client that asks before each change whether it is allowed, at the moment it would be sent. */
import type { Result } from '../../preload/contract/failure.ts';
import type { ServiceApi } from '../service/api.ts';

interface Permissions {
  readonly mayChange: () => Promise<Result<null>>;
  readonly mayDelete: () => Promise<Result<null>>;
}

/**
 * The same client; what changes something at the service is sent only when it may be.
 *
 * Tokens are minted all the same: checks need them, and who may hand them out is decided in `previews`.
 */
export function guardedApi(api: ServiceApi, { mayChange, mayDelete }: Permissions): ServiceApi {
  async function only<T>(may: Promise<Result<null>>, send: () => Promise<Result<T>>): Promise<Result<T>> {
    const allowed = await may;
    return allowed.ok ? send() : allowed;
  }
  return {
    ...api,
    createBoard: (...args) => only(mayChange(), () => api.createBoard(...args)),
    deleteBoard: (...args) => only(mayDelete(), () => api.deleteBoard(...args)),
    createPaper: (...args) => only(mayChange(), () => api.createPaper(...args)),
    deletePaper: (...args) => only(mayDelete(), () => api.deletePaper(...args)),
  };
}
