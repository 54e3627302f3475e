import { expect, test } from 'vitest';
import { withMessage } from '../../../../renderer/frame/toasts.tsx';
import type { Message } from '../../../../renderer/store/ui-slice.ts';

const message = (serial: number, topic?: string): Message => ({
  text: `Message ${serial}.`,
  look: 'done',
  serial,
  at: 0,
  connection: null,
  screen: 'boards',
  ...(topic !== undefined && { topic }),
});
const serials = (messages: readonly Message[]): readonly number[] => messages.map(({ serial }) => serial);

test('a new toast replaces a toast with the same topic', () => {
  const shown = withMessage([message(1, 'stuck deletes'), message(2)], message(3, 'stuck deletes'));
  expect(serials(shown)).toEqual([2, 3]);
  expect(serials(withMessage([message(1)], message(2, 'stuck deletes')))).toEqual([1, 2]);
});
