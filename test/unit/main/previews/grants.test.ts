import { Session } from 'node:inspector/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { GRANT_LIFETIME_MS, Grants, MOST_LIVE_PREVIEWS } from '../../../../main/previews/grants.ts';

const ADDRESS = 'https://app.example/room/7?token=the-token';

let now: number;
let grants: Grants;

beforeEach(() => {
  now = 1_000_000;
  grants = new Grants(() => now);
});

test('a grant names its placeholder and origin, and waits 30 seconds, with at most four at a time', () => {
  const grant = grants.mint('p1', ADDRESS);
  expect(grant).toMatchObject({
    previewId: 'p1',
    placeholder: 'about:blank#preview-p1',
    address: ADDRESS,
    appOrigin: 'https://app.example',
  });
  expect([GRANT_LIFETIME_MS, MOST_LIVE_PREVIEWS]).toEqual([30_000, 4]);
});

test('a grant works once', () => {
  grants.mint('p1', ADDRESS);
  expect(grants.spend('about:blank#preview-p1')?.address).toBe(ADDRESS);
  expect(grants.spend('about:blank#preview-p1')).toBeNull();
});

/** What `grants` holds in its private fields, as the debugger sees it. */
async function heldBy(instance: Grants): Promise<string> {
  const session = new Session();
  session.connect();
  vi.stubGlobal('underTest', instance);
  const { result } = await session.post('Runtime.evaluate', { expression: 'underTest' });
  const answer: object = await session.post('Runtime.getProperties', { objectId: result.objectId ?? '' });
  const { privateProperties } = answer as {
    readonly privateProperties: readonly {
      readonly name: string;
      readonly value: { readonly objectId: string };
    }[];
  };
  const entries = privateProperties.find(({ name }) => name === '#entries');
  const text = await session.post('Runtime.callFunctionOn', {
    objectId: entries?.value.objectId ?? '',
    functionDeclaration: 'function () { return JSON.stringify([...this.values()]); }',
  });
  session.disconnect();
  return String(text.result.value);
}

test('the address with its token is dropped once the guest has it', async () => {
  grants.mint('p1', ADDRESS);
  expect(await heldBy(grants)).toContain('the-token');
  grants.spend('about:blank#preview-p1');
  expect(await heldBy(grants)).toContain('about:blank#preview-p1');
  expect(await heldBy(grants)).not.toContain('the-token');
});

test.each([
  '',
  'about:blank',
  'about:blank#',
  'about:blank#preview-',
  'about:blank#preview-p',
  'about:blank#preview-p11',
  'about:blank#preview-p1 ',
  ' about:blank#preview-p1',
  'ABOUT:BLANK#preview-p1',
  'about:blank#PREVIEW-p1',
  'about:blank#preview-p2',
  'about:blank?#preview-p1',
  'p1',
  ADDRESS,
])('the placeholder %j matches no grant', (placeholder) => {
  grants.mint('p1', ADDRESS);
  expect(grants.spend(placeholder)).toBeNull();
  expect(grants.spend('about:blank#preview-p1')).not.toBeNull();
});

test('a grant is valid just below 30 seconds', () => {
  grants.mint('p1', ADDRESS);
  now += GRANT_LIFETIME_MS - 1;
  expect(grants.spend('about:blank#preview-p1')).not.toBeNull();
});

test('after 30 seconds a grant is invalid', () => {
  grants.mint('p1', ADDRESS);
  now += GRANT_LIFETIME_MS;
  expect(grants.spend('about:blank#preview-p1')).toBeNull();
  expect(grants.end('p1')).toBe(false);
});

test('an open preview does not expire', () => {
  grants.mint('p1', ADDRESS);
  grants.spend('about:blank#preview-p1');
  now += 10 * GRANT_LIFETIME_MS;
  expect(grants.end('p1')).toBe(true);
});

test('a fifth preview is refused, with waiting and open ones counted together', () => {
  for (const id of ['p1', 'p2', 'p3', 'p4']) expect(grants.mint(id, ADDRESS)).not.toBeNull();
  grants.spend('about:blank#preview-p1');
  grants.spend('about:blank#preview-p2');
  expect(grants.hasRoom()).toBe(false);
  expect(grants.mint('p5', ADDRESS)).toBeNull();
  expect(grants.spend('about:blank#preview-p5')).toBeNull();
});

test('closing frees a slot at once, and an unused grant when it expires', () => {
  for (const id of ['p1', 'p2', 'p3', 'p4']) grants.mint(id, ADDRESS);
  for (const id of ['p1', 'p2', 'p3']) grants.spend(`about:blank#preview-${id}`);
  expect(grants.end('p1')).toBe(true);
  expect(grants.mint('p5', ADDRESS)).not.toBeNull();
  expect(grants.hasRoom()).toBe(false);
  now += GRANT_LIFETIME_MS;
  expect(grants.mint('p6', ADDRESS)).not.toBeNull();
  expect(grants.mint('p7', ADDRESS)).not.toBeNull();
  expect(grants.mint('p8', ADDRESS)).toBeNull();
});

test('a closed preview can be neither used nor closed again', () => {
  grants.mint('p1', ADDRESS);
  expect(grants.end('p1')).toBe(true);
  expect(grants.end('p1')).toBe(false);
  expect(grants.spend('about:blank#preview-p1')).toBeNull();
});
