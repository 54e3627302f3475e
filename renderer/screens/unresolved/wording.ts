/** What a check of an unknown create found, in words. */
import type { UnresolvedCheck } from '../../../preload/contract/service.ts';

type BoardCheck = Extract<UnresolvedCheck, { readonly kind: 'board' }>;

/** What the boards of that time say about the one that was sent. Never more than is known. */
export function newcomersSentence({ newcomers, completeness }: BoardCheck): string {
  if (newcomers.length === 1) return 'One board was created around that time. Is this it?';
  if (newcomers.length > 1)
    return `${newcomers.length} boards were created around that time. Is it one of them?`;
  return completeness === 'complete'
    ? 'The list has no board from around that time, so it was most likely not created.'
    : 'Easel found no board from around that time, but it may still exist.';
}

/** How sure the list is that was read for it. */
export function completenessSentence(completeness: BoardCheck['completeness']): string {
  return completeness === 'complete'
    ? 'The list is complete. It leaves out boards made with Easel and boards without a readable creation time.'
    : 'The service didn’t say where its list ends, so boards may be missing.';
}
