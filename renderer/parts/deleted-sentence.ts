import type { Deleted } from '../../preload/contract/boards.ts';

/** How a delete ended, in words: with what the service said, or that it was already gone. */
export function deletedSentence(thing: string, deleted: Deleted): string {
  if (deleted.outcome === 'already-gone') return `${thing} was already gone.`;
  return deleted.serviceMessage === ''
    ? `${thing} deleted.`
    : `${thing} deleted. The service said: ${deleted.serviceMessage}`;
}
