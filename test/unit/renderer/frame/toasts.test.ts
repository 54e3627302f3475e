import { expect, test } from 'vitest';
import { withMessage } from '../../../../renderer/frame/toasts.tsx';
import type { Message, MessageLook } from '../../../../renderer/store/ui-slice.ts';

const message = (serial: number, look: MessageLook = 'done', text = `Message ${serial}.`): Message => ({
  text,
  look,
  serial,
});
const serials = (messages: readonly Message[]): readonly number[] => messages.map(({ serial }) => serial);

test('a full toast list drops its oldest message, and problems last', () => {
  const two = [message(1, 'problem'), message(2)];
  expect(serials(withMessage(two, message(4)))).toEqual([1, 4]);
  const problems = [1, 2].map((serial) => message(serial, 'problem'));
  expect(serials(withMessage(problems, message(4)))).toEqual([2, 4]);
});

test('a new toast replaces one with the same topic', () => {
  const about = (serial: number, topic: string): Message => ({ ...message(serial), topic });
  const shown = withMessage([about(1, 'stuck deletes'), message(2)], about(3, 'stuck deletes'));
  expect(serials(shown)).toEqual([2, 3]);
  expect(serials(withMessage([message(1)], about(2, 'stuck deletes')))).toEqual([1, 2]);
});
