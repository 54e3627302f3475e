import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RoomPreview } from '../../../../renderer/parts/room-preview.tsx';

test('the name that a visitor has chosen can’t turn what the bar says of them the other way', () => {
  const grant = {
    previewId: '1',
    placeholder: 'about:blank#preview-1',
    displayName: 'Ada \u202etroppuS',
    host: 'app.example',
    expiresAt: null,
    endsAt: 0,
  };
  const markup = renderToStaticMarkup(
    <RoomPreview
      preview={{
        grant,
        connectionId: 'c1',
        target: { kind: 'paper', id: 'p' },
        entering: { displayName: grant.displayName, reason: '', minutes: 10 },
        title: 'Algebra',
        state: 'crashed',
        failure: null,
        lifted: false,
        renewing: false,
        leaving: false,
      }}
      connection={null}
      readOnly={false}
      covered={false}
      oneOfMany={false}
      ask={() => Promise.resolve(true)}
      onShield={() => undefined}
      onLeave={() => undefined}
      onRetry={() => undefined}
      onCapture={() => undefined}
      noCapture={null}
      megabytes={null}
    />,
  );
  expect(markup).toContain('as “<strong><bdi class="sensitive">Ada \u{fffd}troppuS</bdi></strong>”');
  expect(markup).not.toContain('\u202e');
});
