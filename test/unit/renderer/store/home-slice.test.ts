import { expect, test } from 'vitest';
import { connectionOf, failed, startedStore } from '../scripted-bridge.ts';

test('the home screen does not show another connection’s failure', async () => {
  const { state } = await startedStore(
    { 'boards.window': () => failed('internal'), 'keys.all': () => failed('internal') },
    [connectionOf('a'), connectionOf('b')],
  );
  await state().readHome();
  expect(state().homeFailure).not.toBeNull();
  await state().selectConnection('b');
  expect(state().homeFailure).toBeNull();
});
