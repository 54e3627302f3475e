import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Picture } from '../../../../preload/contract/pictures.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { createAppStore, failed, scriptedBridge } from '../scripted-bridge.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pictureOf = (id: string, source: string): Picture => ({ id, source, width: 4, height: 3, takenAt: 1 });

/** A page whose pictures main gives when the test says so: those that there were when it was asked. */
function page() {
  let kept: readonly Picture[] = [pictureOf('a', 'data:old')];
  const answers: (() => void)[] = [];
  let locked = false;
  const scripted = scriptedBridge({
    'pictures.of': async ({ ids }) => {
      const found = kept.filter(({ id }) => ids.includes(id));
      await new Promise<void>((resolve) => answers.push(resolve));
      return locked ? failed('locked') : ok(found);
    },
  });
  const store = createAppStore(scripted.bridge);
  store.setState({ currentId: 'c' });
  return {
    state: () => store.getState(),
    /** The page asks for what is wanted. */
    asks: () => vi.advanceTimersByTimeAsync(100),
    answer: async () => {
      for (const each of answers.splice(0)) each();
      await vi.advanceTimersByTimeAsync(0);
    },
    keep: (pictures: readonly Picture[], ids: readonly string[] | null) => {
      kept = pictures;
      scripted.emit('pictures.changed', { connectionId: 'c', ids });
    },
    lock: (on: boolean) => {
      locked = on;
      scripted.emit('lock.changed', {
        locked: on,
        idleMinutes: 5,
        forcedMinutes: null,
        unlockBy: 'passphrase',
      });
    },
  };
}

test.each([{ ids: ['a'] }, { ids: null }])(
  'a picture that changes while it is asked for is asked for again ($ids)',
  async ({ ids }) => {
    const { state, asks, answer, keep } = page();
    state().wantPicture('a');
    state().wantPicture('b');
    await asks();
    keep([pictureOf('a', 'data:new')], ids);
    await answer();
    expect(state().heldPictures.get('a')).toBeUndefined();
    await asks();
    await answer();
    expect(state().heldPictures.get('a')?.source).toBe('data:new');
    expect(state().heldPictures.get('b')).toBeNull();
  },
);
