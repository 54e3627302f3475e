/** An API key that no redaction pattern matches. Its encoded forms all differ from the plain key. */
export const KEY = 'K3y/with+odd=signs~and"quotes';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token that the service quotes in responses to other requests. */
export const CANARY = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ paper: 'canary', name: 'Ann' })}.c2lnbmF0dXJlLW9mLWEtY2FuYXJ5`;

export const QUOTING = [
  'No:',
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64'),
  CANARY,
].join(' ');
