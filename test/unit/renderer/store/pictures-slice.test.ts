import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Picture } from '../../../../preload/contract/pictures.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { required } from '../../../../renderer/store/calls.ts';
import { startedStore } from '../scripted-bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a picture that is removed while the page requests it is not shown', async () => {
  const responses: PromiseWithResolvers<Result<readonly Picture[]>>[] = [];
  const { state, emit } = await startedStore({
    'pictures.of': () => {
      responses.push(Promise.withResolvers<Result<readonly Picture[]>>());
      return required(responses.at(-1)).promise;
    },
  });
  state().wantPicture('b');
  await vi.advanceTimersByTimeAsync(100);
  emit('pictures.changed', { connectionId: null, ids: null });
  responses[0]?.resolve(ok([{ id: 'b', takenAt: 1, image: 'removed' } as unknown as Picture]));
  await vi.advanceTimersByTimeAsync(100);
  expect(state().cachedPictures.get('b')).toBeUndefined();
  responses[1]?.resolve(ok([]));
  await vi.advanceTimersByTimeAsync(100);
  expect(state().cachedPictures.get('b')).toBeNull();
  expect(responses).toHaveLength(2);
});
