export const APP_SCHEME = 'app';
export const APP_HOST = 'easel';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const START_PAGE = `${APP_ORIGIN}/index.html`;

/** Returns a URL's origin; null if the URL is invalid. Also supports `app:`, for which `URL.origin` is "null". */
export function originOf(address: string): string | null {
  const url = URL.parse(address);
  if (url?.protocol === `${APP_SCHEME}:`) return `${url.protocol}//${url.host}`;
  return url === null || url.origin === 'null' ? null : url.origin;
}
