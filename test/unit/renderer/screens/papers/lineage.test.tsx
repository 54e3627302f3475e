import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  SourceText,
  TemplateCell,
  wasTemplateChanged,
} from '../../../../../renderer/screens/papers/lineage.tsx';
import { AppStoreContext } from '../../../../../renderer/store/use-app.ts';
import { paperOf } from '../../../../support/paper-of.ts';
import { startedStore } from '../../scripted-bridge.ts';

test.each([
  ['api', 'API'],
  ['import tool', 'import tool'],
  [null, 'Unknown'],
])('the paper source %j is shown as “%s”', (source, text) => {
  expect(renderToStaticMarkup(<SourceText source={source} />)).toContain(text);
});

test('the template column tells papers without a template from papers with an unknown template', async () => {
  const { store } = await startedStore();
  const shown = (origin: 'added' | 'created') =>
    renderToStaticMarkup(
      <AppStoreContext value={{ ...store, getInitialState: store.getState }}>
        <TemplateCell paper={paperOf('p', { origin, templateId: null })} />
      </AppStoreContext>,
    );
  expect(shown('created')).toContain('None');
  expect(shown('added')).toContain('Unknown');
});

test('a template counts as changed if its room allowed input after a copy of the template was recorded', () => {
  const copy = { ...paperOf('copy'), rememberedAt: 10 };
  const opened = (inputAt: number | null) => ({ ...paperOf('template'), inputAt });
  expect(wasTemplateChanged(copy, opened(11))).toBe(true);
  expect(wasTemplateChanged(copy, opened(9))).toBe(false);
  expect(wasTemplateChanged(copy, opened(null))).toBe(false);
  expect(wasTemplateChanged(copy, null)).toBe(false);
});
