import { expect, test } from 'vitest';
import type { BoardsState } from '../../../../../preload/contract/boards.ts';
import {
  listingShare,
  listingStatus,
  selectedShare,
  whyIncomplete,
} from '../../../../../renderer/screens/boards/listing-status.ts';

const DONE: BoardsState = {
  connectionId: 'c',
  phase: 'done',
  completeness: 'complete',
  rows: 1240,
  loaded: 1240,
  pages: 13,
  total: null,
  notUnderstood: 0,
  strange: [],
  onItsWay: 0,
  differences: [],
  asOf: 1,
  failure: null,
  vanished: 0,
  revision: 1,
};

test('a list is complete only when its end was proven', () => {
  expect(listingStatus(DONE)).toBe('1,240 loaded, complete');
  expect(whyIncomplete(DONE)).toBeNull();
  const unproven: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(listingStatus(unproven)).toBe('1,240 loaded, may be incomplete');
  expect(whyIncomplete(unproven)).toBe('The service didn’t mark the end.');
  expect(whyIncomplete({ ...unproven, notUnderstood: 3 })).toBeNull();
  const refused = { code: 'not-found', serviceMessage: 'Too deep.' } as BoardsState['failure'];
  expect(whyIncomplete({ ...unproven, failure: refused })).toContain('“Too deep.”');
  const changing: BoardsState = { ...DONE, completeness: 'still-changing' };
  expect(listingStatus(changing)).toBe('1,240 loaded, still changing');
  expect(whyIncomplete(changing)).toContain('20 tries');
});

test('a failed or stopped listing says why boards may be missing', () => {
  const partial: BoardsState = { ...DONE, completeness: 'maybe-incomplete' };
  expect(whyIncomplete({ ...partial, phase: 'failed' })).toContain('failed');
  expect(whyIncomplete({ ...partial, phase: 'cancelled' })).toContain('stopped');
});

test('a running listing counts its rows, against the total when known', () => {
  const loading: BoardsState = { ...DONE, phase: 'loading', loaded: 312 };
  expect(listingStatus(loading)).toBe('312 so far…');
  expect(listingShare(loading)).toBeNull();
  expect(listingStatus({ ...loading, total: 1240 })).toBe('312 of 1,240 so far…');
  expect(listingShare({ ...loading, total: 1240 })).toBeCloseTo(312 / 1240);
});

test('a service that counts fewer boards than it sends doesn’t overfill the progress bar', () => {
  expect(listingShare({ ...DONE, phase: 'loading', loaded: 20, total: 10 })).toBe(1);
});

test('a selection shows its number and the total, and says when it is all', () => {
  expect(selectedShare(512, 100_000)).toBe('512 of 100,000 selected');
  expect(selectedShare(100_000, 100_000)).toBe('All 100,000 selected');
});
