import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Preview } from '../../../../../renderer/screens/bulk/dialogs.tsx';

test('a name can’t turn what stands around it the other way, nor hide a character', () => {
  const markup = renderToStaticMarkup(<Preview names={['Ada \u202elevaL', 'Zoe\u200b']} />);
  expect(markup).toContain('<bdi class="sensitive">Ada \u{fffd}levaL</bdi>');
  expect(markup).toContain('<bdi class="sensitive">Zoe\u{fffd}</bdi>');
});
