import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InConnection } from '../../../../renderer/parts/connection-mark.tsx';

const ACME = { name: 'Acme School', environment: 'production', color: 'teal' } as const;
const text = (markup: string): string => markup.replaceAll(/<[^>]*>/gu, '');

test('a button names the connection and environment that it acts on', () => {
  const markup = renderToStaticMarkup(<InConnection action="Delete board in" connection={ACME} />);
  expect(text(markup)).toBe('Delete board in Acme School (Production)');
  expect(markup).toContain('teal');
});

test('only the name is hidden on a shared screen: the environment stays readable', () => {
  const markup = renderToStaticMarkup(<InConnection action="Delete board in" connection={ACME} />);
  expect(/<span class="[^"]*sensitive[^"]*">([^<]*)</u.exec(markup)?.[1]).toBe('Acme School');
  expect(markup.match(/sensitive/gu)).toHaveLength(1);
});
