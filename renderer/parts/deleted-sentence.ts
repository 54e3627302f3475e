import type { Deleted } from '../../preload/contract/boards.ts';

/** How a delete ended, in words: what the service said of it, or that it no longer knew the thing. */
export function deletedSentence(thing: string, deleted: Deleted): string {
  if (deleted.outcome === 'already-gone') return `${thing} was already gone: the service no longer knew it.`;
  return deleted.serviceMessage === ''
    ? `${thing} deleted.`
    : `${thing} deleted. The service said: ${deleted.serviceMessage}`;
}
