import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import type { ActivityEntry, ActivityRow } from '../../../../preload/contract/activity.ts';
import type { PrintedPage } from '../../../../main/lib/files/files.ts';
import { Signals } from '../../../../main/lib/signals.ts';
import { openKeyCalendar } from '../../../../main/connections/key-calendar.ts';
import { rotationCalls, rotationDetail } from '../../../../main/connections/rotation-record.ts';
import { fakeClock } from '../service/clock.ts';
import { localDay } from '../../../../main/lib/wording/format.ts';
import { exportSaver } from '../../../../main/lib/files/table.ts';
import { fileInMemory } from '../../../support/services.ts';
import { recordOf } from './connection-record.ts';
import { KEY, newKey, NEXT, store, under } from './keys-under-test.ts';

const DAY = 24 * 60 * 60_000;

async function calendarUnderTest() {
  const keyStore = under().run();
  const clock = fakeClock();
  const about = { note: 'the secret note', useWhenGreen: false };
  const add = (connectionId: string, stage: 'current' | 'next' | 'previous', days: number | null) => {
    const remindAt = days === null ? null : clock.now() + days * DAY;
    return store(
      keyStore,
      newKey(stage === 'next' ? NEXT : KEY, { connectionId, stage, about: { ...about, remindAt } }),
    );
  };
  await add('open', 'current', 1);
  await add('open', 'previous', -9);
  await add('other', 'current', 1);
  await add('other', 'next', 0);
  await add('third', 'current', null);
  const records = [
    recordOf({ id: 'open', name: '=Acme' }),
    recordOf({ id: 'other', name: 'Beta', separateBoardKey: true }),
    recordOf({ id: 'third', name: 'Gamma', environment: 'staging' }),
  ];
  const settings = new Map<string, string | null>();
  const told: { readonly sentence: string; readonly click: () => void }[] = [];
  const screen = { isFocused: false, wants: true };
  const opened: string[] = [];
  const file: string[] = [];
  const options = {
    ...clock,
    keyStore,
    store: {
      connections: { all: () => Promise.resolve(records) },
      settings: {
        get: (name: string) => Promise.resolve(settings.get(name) ?? null),
        set: async (name: string, value: string | null) => void settings.set(name, value),
      },
    },
    saveExport: exportSaver(
      {
        saveStream: (_purpose, name) => Promise.resolve(ok(fileInMemory(name, (text) => file.push(text)))),
      },
      new URL('file:///no-workbook'),
      () => 0,
    ),
    preferences: { wantsNotice: () => Promise.resolve(screen.wants) },
    announce: (sentence: string, click: () => void) => {
      if (!screen.isFocused) told.push({ sentence, click });
      return !screen.isFocused;
    },
    publish: (_event: string, data: object) => opened.push((data as { connectionId: string }).connectionId),
  };
  const start = () => {
    const signals = new Signals({ error: () => undefined });
    const calls = openKeyCalendar({ ...options, signals });
    return { calls, stop: () => signals.close() };
  };
  const advance = (ms: number) => clock.advance(ms);
  return { advance, start, told, opened, file, screen, settings };
}

test('the reminder of API keys due for rotation appears at most once a day', async () => {
  const { start, advance, told, opened } = await calendarUnderTest();
  await start().stop();
  const calendar = start();
  await advance(DAY - 60 * 60_000);
  expect(told).toEqual([]);
  await advance(2 * 60 * 60_000);
  expect(told.map(({ sentence }) => sentence)).toEqual(['Due for rotation: 2 API keys.']);
  told[0]?.click();
  expect(opened).toEqual(['open']);
  await calendar.stop();
  start();
  await advance(60 * 60_000);
  expect(told).toHaveLength(1);
  await advance(DAY);
  expect(told).toHaveLength(2);
});

test('the reminder of API keys due for rotation appears only while Easel is in the background', async () => {
  const { start, advance, told, screen } = await calendarUnderTest();
  screen.isFocused = true;
  start();
  await advance(DAY + 60 * 60_000);
  expect(told).toEqual([]);
  Object.assign(screen, { isFocused: false, wants: false });
  await advance(10 * 60_000);
  expect(told).toEqual([]);
  screen.wants = true;
  await advance(10 * 60_000);
  expect(told).toHaveLength(1);
});

test('the exported list of API keys is sorted by due date in local time', async () => {
  const { start, file, told, advance, settings } = await calendarUnderTest();
  const calendar = start();
  await advance(3 * DAY);
  expect(await calendar.calls.export.run({})).toEqual(ok({ fileName: expect.any(String), items: 5 }));
  const text = file.join('');
  const rows = text.split('\r\n').map((line) => line.split(',').toSpliced(4, 2));
  expect(rows.map((cells) => cells.join(' '))).toEqual([
    '\u{feff}connection environment key stage due',
    `Beta Test Paper API key Next ${localDay(0)}`,
    `'=Acme Test API key Current ${localDay(DAY)}`,
    `Beta Test Paper API key Current ${localDay(DAY)}`,
    "'=Acme Test API key Previous ",
    'Gamma Staging API key Current ',
    '',
  ]);
  const outward = [text, ...told.map(({ sentence }) => sentence), ...settings.values()].join('\n');
  for (const secret of [KEY, NEXT, 'secret note']) expect(outward).not.toContain(secret);
});

function entry(change: Partial<ActivityEntry>): ActivityRow {
  const own = {
    number: 7,
    at: DAY,
    user: 'ada',
    connectionId: 'c',
    connectionName: 'Acme <b>',
    target: 'main',
  };
  const rest = { outcome: 'done', status: null, reason: '', job: '', detail: '' } as const;
  return { kind: 'entry', inJob: false, entry: { ...own, action: 'key-switched', ...rest, ...change } };
}

function recordsUnderTest(...rows: readonly ActivityRow[]) {
  const saved: (readonly [string, string])[] = [];
  const calls = rotationCalls({
    activity: {
      page: () => Promise.resolve(ok({ from: 0, rows, total: rows.length, matching: rows.length })),
    },
    files: { save: (_purpose, name, text) => Promise.resolve(ok((saved.push([name, text]), name))) },
    savePdf: (name, { body }: PrintedPage) => Promise.resolve(ok((saved.push([name, body]), name))),
  });
  return { ...calls, saved };
}

const CELL = { stage: 'next', summary: '', failure: null } as const;
const DETAIL = rotationDetail({
  before: { fingerprint: '1a2b3c4d' },
  after: { fingerprint: '5e6f7a8b' },
  checked: {
    at: 0,
    cells: [
      { ...CELL, api: 'board-api', state: 'good' },
      { ...CELL, api: 'paper-api', state: 'offline' },
    ],
  },
  by: 'hand',
});
const ARGS = { connectionId: 'c', slot: 'main' } as const;

test('the record of a key rotation can be saved as text or as PDF', async () => {
  const { saveRotation, saved } = recordsUnderTest(
    entry({ number: 9, target: 'board' }),
    entry({ detail: DETAIL }),
    entry({ number: 5, detail: 'Switched.' }),
  );
  const text = [
    'Record of a key rotation with Easel',
    'Connection: Acme <b>',
    'Key: API key',
    'Changed by: ada',
    'Changed at: 1970-01-02T00:00:00.000Z',
    'Old key: 1a2b3c4d',
    'New key: 5e6f7a8b',
    'Check of the new key: board API passed, paper API not checked (offline) at 1970-01-01T00:00:00.000Z',
    'Switched: manually',
    'Activity log on this computer: entry 7',
    'Keys are identified by fingerprints, which can only be compared on this computer.',
  ].join('\n');
  for (const [number, format] of [
    [null, 'txt'],
    [7, 'pdf'],
    [5, 'txt'],
  ] as const)
    expect(await saveRotation.run({ ...ARGS, entry: number, format })).toMatchObject({ ok: true });
  const [[textName, written] = [], [pdfName, body] = [], [, older] = []] = saved;
  expect(older).toContain('\nSwitched\n');
  expect([textName, written]).toEqual(['easel-key-rotation-1970-01-02.txt', `${text}\n`]);
  expect(pdfName).toBe('easel-key-rotation-1970-01-02.pdf');
  expect(body).toContain('<p dir="auto">Connection: Acme &lt;b&gt;</p>');
});

test('no rotation record can be saved for a key that was never rotated', async () => {
  const { saveRotation } = recordsUnderTest(entry({ target: 'board' }));
  const none = await saveRotation.run({ ...ARGS, entry: 7, format: 'pdf' });
  expect(none).toMatchObject({ error: { code: 'not-found' } });
});
