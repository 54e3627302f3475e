import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../../../../preload/contract/activity.ts';
import { ACTIVITY_COLUMNS, EntryDetails } from '../../../../../renderer/screens/activity/activity-screen.tsx';
import { entryOf } from '../../activity-entry.ts';

const ENTRY = entryOf({ action: 'connection-added' });

function aboutOf(change: Partial<ActivityEntry>): string {
  const entry: ActivityEntry = { ...ENTRY, ...change };
  const column = ACTIVITY_COLUMNS.find(({ id }) => id === 'target');
  return renderToStaticMarkup(column?.cell({ kind: 'entry', entry, inJob: false }));
}

test('the activity screen makes invisible characters in names visible', () => {
  const names = { connectionName: 'Acme \u202eemcA', user: 'ada\u200b', reason: 'Ticket \u202e7' };
  const column = ACTIVITY_COLUMNS.find(({ id }) => id === 'connection');
  const row = { kind: 'entry', entry: { ...ENTRY, ...names }, inJob: false } as const;
  expect(renderToStaticMarkup(column?.cell(row))).toContain('<bdi class="sensitive">Acme \u{fffd}emcA</bdi>');
  const details = renderToStaticMarkup(<EntryDetails row={row} />);
  for (const shown of ['Acme \u{fffd}emcA', 'ada\u{fffd}', 'Ticket \u{fffd}7'])
    expect(details).toContain(`<bdi class="sensitive">${shown}</bdi>`);
  expect(aboutOf(names)).not.toContain('\u202e');
});
