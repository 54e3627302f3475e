/** Command-line switches that would open Easel up. Fuses do not stop Chromium's switches (security.md, A). */

const REFUSED: ReadonlySet<string> = new Set([
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'host-resolver-rules',
  'host-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-running-insecure-content',
  'disable-web-security',
  'no-sandbox',
  'disable-sandbox',
  'disable-setuid-sandbox',
  'disable-gpu-sandbox',
  'single-process',
  'js-flags',
  'load-extension',
  'log-net-log',
  'net-log-capture-mode',
  'ssl-key-log-file',
  'enable-logging',
  'log-file',
  'user-agent',
  'inspect',
  'inspect-brk',
]);

/** Variables that would weaken TLS or write traffic and internals to a file. */
const DROPPED_VARIABLES: readonly RegExp[] = [
  /^SSLKEYLOGFILE$/i,
  /^NODE_TLS_REJECT_UNAUTHORIZED$/i,
  /^NODE_OPTIONS$/i,
  /^NODE_EXTRA_CA_CERTS$/i,
  /^ELECTRON_.*LOG/i,
];

/** Exit code of a packaged build that was started with a refused switch (EX_CONFIG of sysexits.h). */
export const REFUSED_SWITCH_EXIT = 78;

/**
 * The name of the first refused switch among the arguments, or null. As in Chromium's reading, letter case, the count
 * of dashes and blanks around an argument make no difference (base/command_line.cc).
 */
export function refusedSwitch(argv: readonly string[]): string | null {
  for (const argument of argv) {
    const match = /^(?:--?|\/)([^=]+)/.exec(argument.trim());
    const name = match?.[1]?.toLowerCase();
    if (name !== undefined && REFUSED.has(name)) return name;
  }
  return null;
}

/** The names of the variables that must go before anything opens a socket. */
export function droppedVariables(names: readonly string[]): readonly string[] {
  return names.filter((name) => DROPPED_VARIABLES.some((pattern) => pattern.test(name)));
}
