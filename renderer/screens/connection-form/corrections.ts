/** Detects usual mistakes in the addresses of the connection form, and suggests corrections. */
import type { ConnectionDraft, PartCheck } from '../../../preload/contract/connections.ts';

export type Addresses = Pick<ConnectionDraft, 'paperApi' | 'boardApi' | 'appUrl'>;
type AddressField = keyof Addresses;

export interface Correction {
  readonly label: string;
  readonly change: Partial<Addresses>;
}

const THIS_COMPUTER = /^(?:localhost|127\.\d+\.\d+\.\d+)$/u;
/** First path segments that only web pages use, never the base address of an API. */
const PAGES = ['dashboard', 'login', 'signin', 'sign-in', 'account', 'settings', 'admin', 'console'];
const DASHBOARD_HOST = /^(?:dashboard|admin|console|portal|account|my)\./u;

/** Parses an address with or without a scheme. Null if its host is not plausible. */
function parsed(text: string): URL | null {
  const trimmed = text.trim();
  const scheme = THIS_COMPUTER.test(trimmed.split(/[/:]/u)[0] ?? '') ? 'http:' : 'https:';
  const url = URL.parse(/^https?:\/\//iu.test(trimmed) ? trimmed : scheme + trimmed);
  if (url === null || !/\.|^localhost$/u.test(url.hostname)) return null;
  if (url.protocol === 'http:' && !THIS_COMPUTER.test(url.hostname)) url.protocol = 'https:';
  return url;
}

/** Returns an API's base address: without query, fragment, credentials and the path from `/api` or `/room` on. */
function baseOf(text: string): string | null {
  const url = parsed(text);
  if (url === null) return null;
  const segments = url.pathname.split('/').filter((each) => each !== '');
  const end = segments.findIndex((each) => ['api', 'room', ...PAGES].includes(each.toLowerCase()));
  return [url.origin, ...(end < 0 ? segments : segments.slice(0, end))].join('/');
}

/** Returns the form field to which an address belongs by its path or host. Null if several fields are possible. */
function fieldOf(text: string): AddressField | 'api' | null {
  const url = parsed(text);
  if (url === null) return null;
  const { hostname, pathname } = url;
  if (/\/room(?:\/|$)/iu.test(pathname)) return 'appUrl';
  if (/\/api\/board(?:\/|$)/iu.test(pathname)) return 'boardApi';
  if (/\/api\/(?:paper|access-token)(?:\/|$)/iu.test(pathname)) return 'paperApi';
  if (/^boards?(?:-api)?\./u.test(hostname)) return 'boardApi';
  if (/^papers?(?:-api)?\./u.test(hostname)) return 'paperApi';
  if (hostname.startsWith('app.')) return 'appUrl';
  return /\/api$/iu.test(pathname) || hostname.startsWith('api.') ? 'api' : null;
}

const NAMES: Readonly<Record<AddressField, string>> = {
  paperApi: 'paper API address',
  boardApi: 'board API address',
  appUrl: 'app address',
};

function belongs(text: string, field: AddressField): boolean {
  const found = fieldOf(text);
  return found === null || found === field || (found === 'api' && field !== 'appUrl');
}

function swap(field: AddressField, other: AddressField, addresses: Addresses): Correction | null {
  const [own, theirs] = [baseOf(addresses[field]), baseOf(addresses[other])];
  if (own === null || theirs === null || own === theirs) return null;
  return { label: `Swap with the ${NAMES[other]}`, change: { [field]: theirs, [other]: own } };
}

/** Returns a correction that swaps two addresses if each is in the field of the other. Null otherwise. */
function swapBack(field: AddressField, addresses: Addresses, isWrong: boolean): Correction | null {
  const wanted = fieldOf(addresses[field]);
  if (wanted === null || belongs(addresses[field], field)) return null;
  const others: readonly AddressField[] = wanted === 'api' ? ['paperApi', 'boardApi'] : [wanted];
  const other = others.find((each) => isWrong || !belongs(addresses[each], each));
  return other !== undefined && belongs(addresses[other], field) ? swap(field, other, addresses) : null;
}

/** Returns `base`, unless it is a dashboard's address. Then returns the other API's base address; null if unusable. */
function outOfDashboard(field: AddressField, addresses: Addresses, base: string): string | null {
  if (!DASHBOARD_HOST.test(new URL(base).hostname)) return base;
  const other = baseOf(addresses[field === 'paperApi' ? 'boardApi' : 'paperApi']);
  const isKnown = other !== null && !DASHBOARD_HOST.test(new URL(other).hostname);
  return isKnown && field !== 'appUrl' ? other : null;
}

/** Returns the likely correction of a wrong address, or null. `isRefused`: the form rejected the address as invalid. */
export function correctionOf(
  field: AddressField,
  addresses: Addresses,
  isRefused: boolean,
  check: PartCheck | undefined,
): Correction | null {
  const isWrong = isRefused || check?.state === 'failed';
  const swapped = swapBack(field, addresses, isWrong);
  const base = baseOf(addresses[field]);
  if (swapped !== null || !isWrong || base === null) return swapped;
  const corrected = outOfDashboard(field, addresses, base);
  if (corrected !== null && corrected !== addresses[field].trim().replace(/\/+$/u, ''))
    return { label: `Change to ${corrected}`, change: { [field]: corrected } };
  // After a web page, suggests a swap with the app's address. After a 404, suggests a swap with the paper API's.
  if (check?.failure?.code === 'web-page') return swap(field, 'appUrl', addresses);
  return check?.failure?.status === 404 ? swap(field, 'paperApi', addresses) : null;
}
