import { fail, type Failure, type FailureCode, type Result } from '../../../preload/contract/failure.ts';
import { redact } from '../log/redact.ts';

type Facts = Omit<Failure, 'code' | keyof FailureText>;

export type FailureParts = Partial<FailureText> & { readonly from?: Failure } & {
  readonly [K in keyof Facts]?: Facts[K] | undefined;
};

export const LONGEST_SERVICE_MESSAGE = 200;

/** Creates a failure. Redacts only texts that look like secrets, so the caller must redact API keys first. */
export function failure(code: FailureCode, { from, ...parts }: FailureParts = {}): Failure {
  const facts = { ...from, ...parts };
  const { details = [], status, serviceMessage = '', retryAfterSeconds, proxy, conflict } = facts;
  const { message, nextStep, retryable, fields } = { ...FAILURE_TEXTS[code], ...parts };
  return {
    code,
    message: redact(message),
    nextStep: redact(nextStep),
    retryable,
    details: details.map((line) => redact(line)),
    ...(fields !== undefined && { fields }),
    ...(status !== undefined && { status }),
    ...(serviceMessage !== '' && { serviceMessage: quote(serviceMessage) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(proxy !== undefined && { proxy }),
    ...(conflict !== undefined && { conflict }),
  };
}

export function wrongFields(fields: Readonly<Record<string, string>>): Failure {
  return failure('invalid-input', { fields });
}

export function quote(words: string, longest = LONGEST_SERVICE_MESSAGE): string {
  const line = redact(words)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= longest) return line;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

export function saidFirst(words: string, sentence: string): string {
  return words === '' ? sentence : `The service says: “${words}” ${sentence}`;
}

/** Failure codes after which the keychain is certainly unchanged (see keychain.ts). */
export const UNTOUCHED: ReadonlySet<FailureCode> = new Set([
  'keychain-locked',
  'keychain-absent',
  'invalid-input',
  'locked',
]);

/** Converts a rejection to the failure `storage`, because only database errors make `work` reject. */
export async function orStorage<T>(work: Promise<Result<T>>): Promise<Result<T>> {
  return work.catch(() => fail(failure('storage')));
}

/** Fails if `now` differs from the state `answered` that the user confirmed. Null if `answered` is undefined. */
export function changedSince(answered: object | null | undefined, now: object | null): Failure | null {
  if (answered === undefined) return null;
  if (JSON.stringify(answered) === JSON.stringify(now)) return null;
  const message = 'Something changed while this dialog was open. Nothing was saved or sent.';
  return failure('refused', { message, nextStep: 'Check what changed, then try again.' });
}

export function refusalSince(
  answered: object | null | undefined,
  now: Result<object | null>,
): Failure | null {
  return now.ok ? changedSince(answered, now.value) : now.error;
}

export function notWritten(sentence: string, nextStep = 'Try saving the file again.'): Failure {
  return failure('storage', { message: sentence, nextStep });
}

export function unreadFile(sentence: string): Failure {
  return failure('invalid-input', { message: sentence, nextStep: 'Choose another file.' });
}

type FailureText = Pick<Failure, 'message' | 'nextStep' | 'retryable'>;

const text = (message: string, nextStep: string): FailureText => ({ message, nextStep, retryable: false });
const again = (message: string, nextStep: string): FailureText => ({ message, nextStep, retryable: true });

export const FAILURE_TEXTS: Readonly<Record<FailureCode, FailureText>> = {
  'key-refused': text(
    'The service doesn’t accept the API key.',
    'Check the key in the account’s dashboard, then paste it again.',
  ),
  'not-allowed': text(
    'Your account isn’t allowed to do this.',
    'Check billing, the trial period and the key’s permissions in the account’s dashboard.',
  ),
  'not-found': text('The item wasn’t found.', 'Refresh the list. The item may have been deleted elsewhere.'),
  'already-gone': text('The item no longer exists.', 'You don’t need to do anything.'),
  'too-many-requests': again('The service is receiving too many requests.', 'Wait a moment, then try again.'),
  refused: text(
    'The service rejected the request.',
    'Check what you entered. The details contain the service’s response.',
  ),
  'service-problem': again(
    'The service reports an internal error.',
    'Try again in a few minutes. If it keeps happening, send the details to the service’s support.',
  ),
  'cannot-reach': again(
    'The service can’t be reached.',
    'Check the address in this connection and your network, then try again.',
  ),
  timeout: again('The service didn’t respond in time.', 'Nothing was changed. Try again.'),
  offline: again('This computer is offline.', 'Connect to a network, then try again.'),
  certificate: text(
    'The service’s certificate isn’t trusted. Nothing was sent.',
    'Ask your network administrator or the service’s support about this certificate.',
  ),
  'proxy-sign-in': again(
    'The proxy of this network requires a sign-in.',
    'Sign in to the proxy, then try again.',
  ),
  'web-page': text(
    'The address returned a web page instead of data.',
    'Check the address in this connection. A sign-in page or proxy may have responded instead.',
  ),
  redirected: text(
    'The address redirects to another address. Easel didn’t send the key there.',
    'If you trust the new address, edit the connection to use it.',
  ),
  'not-understood': text(
    'Easel couldn’t understand the service’s response.',
    'The service may have changed. Copy the details, and send them to support.',
  ),
  conflict: text(
    'A colleague changed this item first.',
    'Nothing was saved. Save again to see or replace your colleague’s change.',
  ),
  'outcome-unknown': text(
    'Easel doesn’t know whether the action took effect, because the response was lost.',
    'Check the result before you try again.',
  ),
  cancelled: again('Cancelled.', 'Try again when you’re ready.'),
  'no-key': text(
    'This connection has no API key on this computer.',
    'Edit the connection and paste its API key.',
  ),
  'keychain-locked': again('The keychain is locked.', 'Unlock the keychain, then try again.'),
  'keychain-absent': text('No keychain was found on this computer.', 'Set up a keychain on this computer.'),
  'keychain-busy': again(
    'The keychain is not responding.',
    'Look for a keychain prompt on your screen, then try again.',
  ),
  'keychain-error': again('The keychain reported an error.', 'Try again.'),
  'invalid-input': text('Some fields need correction.', 'Correct the marked fields.'),
  'no-preview': text(
    'This board has no live preview.',
    'The service doesn’t document how to join boards. You can preview papers.',
  ),
  'read-only': text('This connection is read-only.', 'Unlock the connection to make changes.'),
  policy: text('Your organisation turned off this feature.', 'Ask your administrator for access.'),
  locked: text('Easel is locked.', 'Unlock Easel to continue.'),
  storage: again(
    'Easel couldn’t save to this computer’s disk.',
    'Check that the disk isn’t full and that you have permission to write to Easel’s folder.',
  ),
  'bad-request': text('Easel blocked an internal request.', 'Copy the details and report the problem.'),
  'needs-press': again(
    'Nothing was done, because Easel detected no click or key press.',
    'Click the button or press the key again.',
  ),
  'too-fast': again('Easel received too many requests at once.', 'Wait a moment, then try again.'),
  internal: again(
    'Something went wrong in Easel.',
    'Try again. To find the error in Easel’s log, use the request id in the details.',
  ),
};
