/** What is said for each kind of failure when whoever met it knows nothing better. */
import type { FailureCode } from '../../preload/contract/failure.ts';

export interface FailureText {
  readonly message: string;
  readonly nextStep: string;
  readonly retryable: boolean;
}

const text = (message: string, nextStep: string, retryable = false): FailureText => ({
  message,
  nextStep,
  retryable,
});

export const FAILURE_TEXTS: Readonly<Record<FailureCode, FailureText>> = {
  'key-refused': text(
    'The service does not accept the API key.',
    'Check in the account’s dashboard whether the key is still valid, then edit the connection. Easel keeps the stored key.',
  ),
  'not-allowed': text(
    'The account is not allowed to do this.',
    'Check billing, the trial period and the key’s rights in the account’s dashboard.',
  ),
  'not-found': text('It is not there.', 'Refresh, and check that it was not deleted elsewhere.'),
  'already-gone': text('It was gone already.', 'There is nothing left to do.'),
  'too-many-requests': text('The service asks for fewer requests.', 'Wait a moment, then try again.', true),
  refused: text('The service refused the request.', 'Read its reason, change what it names, then try again.'),
  'service-problem': text(
    'The service reports a problem of its own.',
    'Try again in a few minutes. If it stays so, tell the service’s support and copy the details.',
    true,
  ),
  'cannot-reach': text(
    'The service can’t be reached.',
    'Check the address of this connection and your network, then try again.',
    true,
  ),
  timeout: text('The service did not answer in time.', 'Nothing was changed by it. Try again.', true),
  offline: text('This computer has no network.', 'Connect to a network, then try again.', true),
  certificate: text(
    'The certificate of the service is not trusted, so nothing was sent.',
    'Ask whoever runs this network or the service about its certificate.',
  ),
  'proxy-sign-in': text(
    'The proxy of this network asks for a sign-in.',
    'Sign in to the proxy as your network’s administrator describes, then try again.',
    true,
  ),
  'web-page': text(
    'The address answered with a web page instead of data.',
    'Check the address of this connection; a sign-in page or a proxy may also stand in between.',
  ),
  redirected: text(
    'The address redirects to another one. Easel does not send the key there.',
    'Enter the address it leads to in the connection, if you trust it.',
  ),
  'not-understood': text(
    'The service’s answer was not understood.',
    'Copy the details: they hold what came. The service may have changed.',
  ),
  'outcome-unknown': text(
    'It is not known whether this was done: the answer was lost.',
    'Refresh to see what is there before you try again.',
  ),
  cancelled: text('This was cancelled.', 'Start it again when you want it.', true),
  'no-key': text(
    'This connection has no API key on this computer.',
    'Edit the connection and paste its API key.',
  ),
  'keychain-locked': text(
    'The keychain is locked, so the API key can’t be read.',
    'Unlock it and try again, or keep the key for this session only.',
    true,
  ),
  'keychain-absent': text(
    'This computer has no keychain that Easel can use.',
    'Keep the key for this session only, or set up a keychain.',
  ),
  'keychain-busy': text(
    'The keychain did not answer in time.',
    'Look for a question of the keychain on your screen, answer it, then try again.',
    true,
  ),
  'keychain-error': text(
    'The keychain reported an error.',
    'Try again, or keep the key for this session only.',
    true,
  ),
  'invalid-input': text('Something in the form is not right.', 'Change what is marked.'),
  'no-preview': text(
    'The service offers no live preview for this board.',
    'The service does not document how boards are joined. You can preview papers here.',
  ),
  'read-only': text('This connection is read-only.', 'Unlock it for a while to make changes.'),
  policy: text('Your organisation turned this off.', 'Ask your administrator if you need it.'),
  locked: text('Easel is locked.', 'Unlock it to go on.'),
  storage: text(
    'Easel could not write to this computer’s disk.',
    'Check that the disk is not full and that you may write to Easel’s folder.',
    true,
  ),
  'bad-request': text('Easel made a request that it does not allow.', 'Copy the details for the log.'),
  'needs-press': text(
    'This needs a key press or a click, and Easel saw none, so nothing was done.',
    'Press the key or the button again.',
    true,
  ),
  'too-fast': text('That was too many requests at once.', 'Wait a moment, then try again.', true),
  internal: text(
    'Something went wrong in Easel.',
    'Try again. The request id in the details finds it in the log.',
    true,
  ),
};
