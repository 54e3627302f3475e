/** The scheme of Easel's own pages. */
import { protocol, type Session } from 'electron';
import { createAppFiles, type AppFilesOptions } from './app-files.ts';
import { APP_SCHEME } from './origins.ts';

/**
 * Must run before the app is ready, and once. No `supportFetchAPI` and no `corsEnabled` (CVE-2026-70604): a page
 * of Easel fetches nothing.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** Serves Easel's pages in the session of its page, and in no other. */
export function serveAppFiles(session: Session, options: AppFilesOptions): void {
  const respond = createAppFiles(options);
  session.protocol.handle(APP_SCHEME, (request) => respond(request));
}
