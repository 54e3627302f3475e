import { app } from './app.ts';

let chromium = '';

export function setUserAgent(own: string): void {
  chromium = own.replace('HeadlessChrome', 'Chrome');
}

export function userAgent(): string {
  const name = app.getName().replaceAll(/\s/g, '');
  return chromium
    .replace(' Chrome/', ` ${name}/${app.getVersion()} Chrome/`)
    .replace(' Safari/', ` Electron/${process.versions['electron']} Safari/`);
}
