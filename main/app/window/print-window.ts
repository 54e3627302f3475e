/** Prints in a hidden window without network, preload script and JavaScript. The page's URL is a random id. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { session as electronSession, type Session } from 'electron';
import type { PrintPdf } from '../../lib/files/files.ts';
import { APP_SCHEME } from '../../lib/origins.ts';
import { lockDownSession } from '../security/lockdown.ts';
import { hardenedWindow } from './main-window.ts';

const DEADLINE_MS = 60_000;

export function createPrinting(): PrintPdf {
  const pages = new Map<string, Response>();
  let own: { readonly session: Session; readonly lockedDown: Promise<void> } | null = null;

  function sessionOfPrints(): NonNullable<typeof own> {
    if (own !== null) return own;
    const session = electronSession.fromPartition('print', { cache: false });
    own = { session, lockedDown: lockDownSession(session) };
    session.protocol.handle(APP_SCHEME, ({ url }) => pages.get(url) ?? new Response(null, { status: 404 }));
    return own;
  }

  return async ({ style, body, size }) => {
    const { session, lockedDown } = sessionOfPrints();
    const address = `${APP_SCHEME}://print/${randomUUID()}`;
    pages.set(address, pageOf(style, body));
    const window = hardenedWindow({ session });
    const margins = { top: 0, bottom: 0, left: 0, right: 0 };
    try {
      const printed = lockedDown
        .then(() => window.loadURL(address))
        .then(() => window.webContents.printToPDF({ pageSize: size, margins }));
      return await Promise.race([printed, late()]);
    } finally {
      pages.delete(address);
      window.destroy();
    }
  };
}

function pageOf(style: string, body: string): Response {
  const hash = createHash('sha256').update(style).digest('base64');
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body>${body}</body></html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${hash}'`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        'sandbox',
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

async function late(): Promise<never> {
  await wait(DEADLINE_MS, null, { ref: false });
  throw new Error('printing took too long');
}
