import { expect, test } from 'vitest';
import { shapeReport } from '../../../../../renderer/screens/settings/settings-screen.tsx';

test('a report says what was learned, how sure that is and since when, and not whose service it is', () => {
  const seenAt = Date.UTC(2026, 10, 23, 9, 41);
  const report = shapeReport({
    connectionId: 'the-connection',
    facts: [
      { about: 'Boards are in', found: 'data.items', sure: true, times: 12, seenAt },
      { about: 'Offsets count', found: 'rows', sure: false, times: 1, seenAt },
    ],
  });
  expect(report).toBe(
    [
      'What Easel has learned of the service:',
      'Boards are in data.items (sure, seen 12 times, last 2026-11-23T09:41:00.000Z)',
      'Offsets count rows (likely, seen once, last 2026-11-23T09:41:00.000Z)',
      '',
    ].join('\n'),
  );
});
