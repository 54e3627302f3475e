/** Which hosts the organisation's policy lets a connection have. */
import type { Policy } from '../policy/policy.ts';
import type { Addresses } from '../service/api.ts';

type HostRules = Pick<Policy, 'allowedApiHosts' | 'allowedEmbedHosts'>;
type AddressField = keyof Addresses;

const FIELDS = ['paperApi', 'boardApi', 'appUrl'] as const satisfies readonly AddressField[];
/** More entries than this are not listed beside a field. */
const MOST_NAMED = 5;

/** Whether a host is one of the entries, or lies below an entry such as `*.example.com`. */
function isAllowed(address: string, entries: readonly string[] | null): boolean {
  if (entries === null) return true;
  const { host, hostname } = new URL(address);
  return entries.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted.startsWith('*.')
      ? hostname.endsWith(wanted.slice(1)) && hostname.length >= wanted.length
      : wanted === hostname || wanted === host;
  });
}

function entriesOf(rules: HostRules, field: AddressField): readonly string[] | null {
  return field === 'appUrl' ? rules.allowedEmbedHosts : rules.allowedApiHosts;
}

/** What to put beside the fields whose hosts are not allowed; an address that is empty could not be read. */
export function forbiddenFields(rules: HostRules, addresses: Addresses): Readonly<Record<string, string>> {
  const wrong = FIELDS.filter(
    (field) => addresses[field] !== '' && !isAllowed(addresses[field], entriesOf(rules, field)),
  );
  return Object.fromEntries(wrong.map((field) => [field, onlyThese(entriesOf(rules, field) ?? [])]));
}

function onlyThese(entries: readonly string[]): string {
  if (entries.length === 0) return 'Your organisation doesn’t allow any host here.';
  const more = entries.length - MOST_NAMED;
  const named = entries.slice(0, MOST_NAMED).join(', ');
  return `Your organisation allows only ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The sentence that names the first host that is not allowed; null when all are. */
export function whyNotAllowed(rules: HostRules, addresses: Addresses): string | null {
  const wrong = FIELDS.find((field) => !isAllowed(addresses[field], entriesOf(rules, field)));
  if (wrong === undefined) return null;
  return `Your organisation doesn’t allow the host ${new URL(addresses[wrong]).host}.`;
}
