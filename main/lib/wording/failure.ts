/** Makes failures. A caller that knows no sentence of its own gets the one of the code, from fallback-texts.ts. */
import { fail, type Failure, type FailureCode, type Result } from '../../../preload/contract/failure.ts';
import { redact } from '../log/redact.ts';
import { FAILURE_TEXTS } from './fallback-texts.ts';

/** What is known beyond the code; the rest comes from the code's own text. */
export interface FailureParts extends Partial<Omit<Failure, 'code'>> {
  /** The failure behind this one: its details, status and the service's words are taken over. */
  readonly from?: Failure;
}

/** Longest quotation of the service's words. */
export const LONGEST_SERVICE_MESSAGE = 200;

/**
 * Makes a failure fit to be shown: complete, with the code's own sentences where `parts` has none, and redacted.
 *
 * Who knows secrets that look like nothing (an API key) redacts them before: see `clean` in client.ts.
 */
export function failure(code: FailureCode, { from, ...parts }: FailureParts = {}): Failure {
  const { details, status, serviceMessage, retryAfterSeconds, proxy } = { ...from, ...parts };
  const { message, nextStep, retryable, fields } = { ...FAILURE_TEXTS[code], ...parts };
  return {
    code,
    message: redact(message),
    nextStep: redact(nextStep),
    retryable,
    details: (details ?? []).map((line) => redact(line)),
    ...(fields === undefined ? {} : { fields }),
    ...(status === undefined ? {} : { status }),
    ...(serviceMessage === undefined || serviceMessage === ''
      ? {}
      : { serviceMessage: quote(serviceMessage) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

/** Input that is wrong: a sentence to put beside each field. */
export function wrongFields(fields: Readonly<Record<string, string>>): Failure {
  return failure('invalid-input', { fields });
}

/** Words of the service on one line, redacted and short enough to be shown. */
export function quote(words: string, longest = LONGEST_SERVICE_MESSAGE): string {
  const line = redact(words)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= longest) return line;
  return `${characters.slice(0, longest - 1).join('')}…`;
}

/** The service's own words, where it sent some, and what Easel makes of them, in sentences. */
export function saidFirst(words: string, sentence: string): string {
  return words === '' ? sentence : `The service says: “${words}” ${sentence}`;
}

/** Queries of the database reject when the disk fails: that is a failure like any other. */
export async function orStorage<T>(work: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work;
  } catch {
    return fail(failure('storage'));
  }
}

/**
 * The failure where `now`, the question to ask in the turn that saves, differs from the one that a person answered; null
 * where it doesn't. A null question means that there is nothing to ask; undefined, that main calls for itself.
 */
export function changedSince(answered: object | null | undefined, now: object | null): Failure | null {
  if (answered === undefined) return null;
  if (JSON.stringify(answered) === JSON.stringify(now)) return null;
  const message = 'Something changed while Easel asked. Nothing was saved or sent.';
  return failure('refused', { message, nextStep: 'Check it, then try again.' });
}

// What is said of files that a person chose, with the sentence of `Files`.

export function notWritten(sentence: string, nextStep = 'Save it again.'): Failure {
  return failure('storage', { message: sentence, nextStep });
}

export function unreadFile(sentence: string): Failure {
  return failure('invalid-input', { message: sentence, nextStep: 'Choose another file.' });
}
