import { expect, test } from 'vitest';
import { withMessage } from '../../../../renderer/frame/toasts.tsx';
import type { Message } from '../../../../renderer/store/ui-slice.ts';
import { startedStore } from '../scripted-bridge.ts';

test('at most two messages are shown at a time, and the last 20 messages are kept', async () => {
  const { state } = await startedStore();
  const texts = Array.from({ length: 25 }, (_, at) => `Message ${at}`);
  for (const text of texts) state().announce(text);
  const { messages } = state();
  expect(messages.map(({ text }) => text)).toEqual(texts.slice(-20).toReversed());
  const shown = messages.toReversed().reduce<readonly Message[]>(withMessage, []);
  expect(shown.map(({ text }) => text)).toEqual(texts.slice(-2));
});
