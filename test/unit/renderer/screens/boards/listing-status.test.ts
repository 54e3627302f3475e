import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../../preload/contract/boards.ts';
import { listingStatus, whyIncomplete } from '../../../../../renderer/screens/boards/listing-status.ts';
import { NEVER } from '../../store/boards-store.ts';

const DONE: BoardsState = { ...NEVER, phase: 'done', completeness: 'complete', rows: 1240, loaded: 1240 };

test('a list is shown as complete only with proof of its end', () => {
  expect(listingStatus(DONE)).toBe('1,240 loaded, complete');
  expect(listingStatus({ ...DONE, phase: 'loading', preparing: true })).toBe('Preparing…');
  expect(whyIncomplete(DONE)).toBeNull();
  const unproven: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(listingStatus(unproven)).toBe('1,240 loaded, may be incomplete');
  expect(whyIncomplete(unproven)).toBe('The end of the list couldn’t be confirmed.');
  expect(whyIncomplete({ ...unproven, notUnderstood: 3 })).toBeNull();
  const refused = { code: 'not-found', serviceMessage: 'Too deep.' } as BoardsState['failure'];
  expect(whyIncomplete({ ...unproven, failure: refused })).toContain('“Too deep.”');
});

test('a failed or stopped listing shows its reason', () => {
  const partial: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(whyIncomplete({ ...partial, phase: 'failed' })).toContain('failed');
  expect(whyIncomplete({ ...partial, phase: 'cancelled' })).toContain('stopped');
});
