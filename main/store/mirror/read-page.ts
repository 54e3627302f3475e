/** Reads a page of boards from its bytes, in the thread that keeps it: main does not look into it. */
import { redact } from '../../log/redact.ts';
import type { BoardPage } from '../../service/types.ts';
import { decodeBody, readBody } from '../../service/wire/body.ts';
import { withoutSecrets } from '../../service/wire/clean-items.ts';
import { readList } from '../../service/wire/list.ts';
import { saysFailure } from '../../service/wire/service-messages.ts';

/**
 * Null where main has to say what is wrong, for it is no list. What looks like a secret is taken out; that no key is in
 * it is for main to have seen, for keys are not told to other threads.
 */
export function readPage(bytes: Uint8Array, countHeader: string | undefined): BoardPage | null {
  const text = decodeBody(bytes);
  const body = readBody(text);
  const page = saysFailure(body) ? null : readList(body, countHeader);
  return page && withoutSecrets(page, text, redact);
}
