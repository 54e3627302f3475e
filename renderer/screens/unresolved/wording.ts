/** What a check of an unknown create found, in words. */
import type { UnresolvedCheck } from '../../../preload/contract/service.ts';

type BoardCheck = Extract<UnresolvedCheck, { readonly kind: 'board' }>;

/** What the boards of that time say about the one that was sent. Never more than is known. */
export function newcomersSentence({ newcomers, completeness }: BoardCheck): string {
  if (newcomers.length === 1) return 'One board was created about then. Is this it?';
  if (newcomers.length > 1) return `${newcomers.length} boards were created about then. Is one of them it?`;
  return completeness === 'complete'
    ? 'No board in the list says that it was created about then: it was most likely not created.'
    : 'No board that was found says that it was created about then, but it may still exist.';
}

/** How sure the list is that was read for it. */
export function completenessSentence(completeness: BoardCheck['completeness']): string {
  return completeness === 'complete'
    ? 'The list was read to its end. Boards that are known to be others, or that came without a readable creation time, are left out here.'
    : 'The service did not show where its list ends, so boards may be missing here.';
}
