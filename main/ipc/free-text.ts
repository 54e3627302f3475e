/**
 * What people write down: reasons, notes, names. It is kept, shown, exported and passed on, so a key or a token that was
 * pasted into it by mistake is refused, and the field is named.
 */
import type { ArgsOf, CallName } from '../../preload/contract/calls.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { ACCESS_TOKEN, LONG_SECRET } from '../log/redact.ts';
import { failure } from '../service/failures.ts';

type Written = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The fields of a call that take free text, by the names that its failures use for them. */
const FREE_TEXTS: { readonly [C in CallName]?: (args: ArgsOf<C>) => Written } = {
  'connections.save': ({ name }) => ({ name }),
  'keys.stage': ({ note, owner }) => ({ note, owner }),
  'keys.edit': ({ note, owner }) => ({ note, owner }),
  'boards.annotate': ({ change: { label, note, customer, addTags } }) => ({ label, note, customer, addTags }),
  'views.save': ({ name }) => ({ name }),
  'papers.create': ({ name }) => ({ name }),
  'papers.add': ({ name }) => ({ name }),
  'jobs.deleteReviewed': ({ reason }) => ({ reason }),
  'jobs.createPapers': ({ names }) => ({ names }),
  'jobs.mintLinks': ({ names }) => ({ names }),
  'plans.save': ({ note }) => ({ note }),
  'previews.open': ({ displayName, reason }) => ({ displayName, reason }),
  'previews.copyLink': ({ displayName }) => ({ displayName }),
};

const SENTENCE =
  'A key or an access token is in this text. Take it out: what stands here is kept and passed on.';

/** The failure of a call whose free text holds a secret, with each such field; null for one that holds none. */
export function secretWritten<C extends CallName>(
  channel: C,
  args: ArgsOf<C>,
  isKnown: (text: string) => boolean,
): Failure | null {
  const written = FREE_TEXTS[channel]?.(args) ?? {};
  // The key of the same form is known to nobody yet.
  const keys = keysOf(args);
  const holdsSecret = (text: string): boolean =>
    isKnown(text) || ACCESS_TOKEN.test(text) || keys.some((key) => text.includes(key));
  const wrong = Object.keys(written).filter((field) => [written[field] ?? []].flat().some(holdsSecret));
  if (wrong.length === 0) return null;
  return failure('invalid-input', { fields: Object.fromEntries(wrong.map((field) => [field, SENTENCE])) });
}

function keysOf(args: object): readonly string[] {
  const { apiKey, boardApiKey } = args as { readonly apiKey?: unknown; readonly boardApiKey?: unknown };
  return [apiKey, boardApiKey].flatMap((key) =>
    typeof key === 'string' && key.trim().length >= LONG_SECRET ? [key.trim()] : [],
  );
}
