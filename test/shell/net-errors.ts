/**
 * Chromium's numbers of network errors (net/base/net_error_list.h): DevTools gives the names only.
 */
const NUMBERS: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_TIMED_OUT: -7,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_CONNECTION_TIMED_OUT: -118,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_EMPTY_RESPONSE: -324,
};

/** The number of an error's name, such as ERR_CONNECTION_REFUSED; ERR_FAILED's for an unknown one. */
export function errorNumber(name: string): number {
  return NUMBERS[name] ?? -2;
}
