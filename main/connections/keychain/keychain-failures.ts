/** Classifies the errors of the system's keychain, and describes them for each operating system. */
import type { Failure } from '../../../preload/contract/failure.ts';
import { redact } from '../../lib/log/redact.ts';
import { failure } from '../../lib/wording/failure.ts';

export type VaultState = 'locked' | 'absent' | 'busy' | 'error';
export type Platform = 'darwin' | 'win32' | 'linux';

export interface CauseAndFix {
  readonly cause: string;
  readonly fix: string;
}

export interface VaultTexts {
  readonly backend: string;
  readonly states: Readonly<Record<VaultState, CauseAndFix>>;
}

export class VaultNotLoaded extends Error {
  override readonly name = 'VaultNotLoaded';
}

/** Error messages of the keychains on Linux (libsecret, GDBus), macOS (SecBase) and Windows. The first match counts. */
const PATTERNS: readonly (readonly [VaultState, RegExp])[] = [
  ['locked', /locked|dismissed|cancel|interaction is not allowed|passphrase you entered is not correct/iu],
  [
    'absent',
    /autolaunch|org\.freedesktop\.secrets|d-?bus-launch|could not connect|no such file|not activatable|\$display|default keychain could not be found|specified keychain (?:could not be found|is not)|logon session does not exist/iu,
  ],
  ['busy', /timed? ?out|timeout|no ?reply|not respond/iu],
];

/** Returns the failure for an error of the keychain library. The details contain the redacted error message. */
export function vaultFailure(texts: VaultTexts, thrown: unknown): Failure {
  const message = thrown instanceof Error ? thrown.message : 'unknown';
  const isBroken = thrown instanceof VaultNotLoaded && !/libsecret/iu.test(message);
  const state = isBroken ? 'error' : thrown instanceof VaultNotLoaded ? 'absent' : stateOf(message);
  const known = isBroken ? NOT_LOADED : RESTARTED.test(message) ? AFTER_RESTART : null;
  const { cause, fix } = known ?? texts.states[state];
  const details = [`Keychain: ${texts.backend}`, `Message: ${redact(message).slice(0, 300)}`];
  return failure(`keychain-${state}`, { message: cause, nextStep: fix, details });
}

const stateOf = (message: string): VaultState =>
  PATTERNS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'error';

/** Matches Linux errors after a restart of the keyring. Easel must restart too, because libsecret can't reconnect. */
const RESTARTED = /the name :[\d.]+ was not provided|session wrapping the secret does not exist/iu;
const NOT_LOADED: CauseAndFix = {
  cause: 'Easel’s keychain component is missing, damaged or blocked.',
  fix: 'Reinstall Easel, or check whether security software blocks keytar.node.',
};
const AFTER_RESTART: CauseAndFix = {
  cause: 'The keychain restarted while Easel was running.',
  fix: 'Restart Easel.',
};

export const VAULT_TEXTS: Readonly<Record<Platform, VaultTexts>> = {
  darwin: {
    backend: 'Keychain',
    states: {
      locked: {
        cause: 'The keychain is locked, or access was denied.',
        fix: 'Unlock the login keychain in Keychain Access and choose “Always Allow”.',
      },
      absent: {
        cause: 'This macOS user has no default keychain.',
        fix: 'Create a login keychain in Keychain Access.',
      },
      busy: {
        cause: 'The keychain is not responding. It may be waiting for your password.',
        fix: 'Look for a password prompt behind other windows, then try again.',
      },
      error: {
        cause: 'The keychain isn’t working correctly.',
        fix: 'Try again. If that doesn’t help, repair the login keychain in Keychain Access.',
      },
    },
  },
  win32: {
    backend: 'Windows Credential Manager',
    states: {
      locked: {
        cause: 'The keychain (Windows Credential Manager) is not available in this Windows session.',
        fix: 'Sign in to Windows again, then try again.',
      },
      absent: {
        cause: 'The keychain (Windows Credential Manager) can’t be used in this session.',
        fix: 'Start Easel from a normal Windows sign-in with the Credential Manager service running.',
      },
      busy: {
        cause: 'The keychain (Windows Credential Manager) is not responding.',
        fix: 'Wait a moment and try again.',
      },
      error: {
        cause: 'The keychain (Windows Credential Manager) isn’t working correctly.',
        fix: 'Check that the Credential Manager service is running and try again.',
      },
    },
  },
  linux: {
    backend: 'Secret Service',
    states: {
      locked: {
        cause: 'The keychain is locked.',
        fix: 'Unlock the keychain in Passwords and Keys (GNOME) or KWallet (KDE) and try again.',
      },
      absent: {
        cause: 'No keychain is available in this session.',
        fix: 'Install and start gnome-keyring or KWallet (packages gnome-keyring, dbus, libsecret-1-0) and sign in again.',
      },
      busy: {
        cause: 'The keychain is not responding. It may be waiting for a password.',
        fix: 'Look for a password prompt, then try again.',
      },
      error: {
        cause: 'The keychain isn’t working correctly.',
        fix: 'Try again. If that doesn’t help, sign in to this computer again.',
      },
    },
  },
};
