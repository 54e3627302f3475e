/** The secrets that go through every flow of the matrix, and what a careless service would quote of them. */

/** An API key that no pattern finds, and that changes whenever it is encoded. */
export const KEY = 'K3y/with+odd=signs~and"quotes';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token that the service quotes where it has no business to. */
export const CANARY = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ paper: 'canary', name: 'Ann' })}.c2lnbmF0dXJlLW9mLWEtY2FuYXJ5`;

/** Words of a service that throws both back, plain and encoded. */
export const QUOTING = [
  'No:',
  KEY,
  encodeURIComponent(KEY),
  Buffer.from(KEY).toString('base64'),
  CANARY,
].join(' ');
