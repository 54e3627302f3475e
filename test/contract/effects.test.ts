import { expect, test } from 'vitest';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import { channelsThat } from './effects.ts';

test('every channel is judged by what it does at the service', () => {
  const judged = (['changes', 'asks', 'nothing'] as const).flatMap(channelsThat);
  expect(judged.toSorted()).toEqual([...CALL_NAMES].toSorted());
});

test('creating, deleting and handing out a way in are what changes something', () => {
  expect(channelsThat('changes')).toEqual([
    'boards.create',
    'papers.create',
    'jobs.deleteOne',
    'jobs.deleteReviewed',
    'jobs.createBoards',
    'jobs.createPapers',
    'jobs.mintLinks',
    'jobs.startNow',
    'jobs.resume',
    'jobs.retryFailed',
    'previews.copyLink',
  ]);
});
