import { Session } from 'node:inspector/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { Grants } from '../../../../main/previews/grants.ts';

const ADDRESS = 'https://app.example/room/7?token=the-token';
const PLACEHOLDER = 'about:blank#preview-p1';

let now: number;
let grants: Grants;

beforeEach(() => {
  now = 1_000_000;
  grants = new Grants(() => now);
});

test('a grant names its placeholder and origin, and can be spent once', () => {
  const { placeholder, appOrigin } = grants.mint('p1', ADDRESS) ?? {};
  expect({ placeholder, appOrigin }).toEqual({ placeholder: PLACEHOLDER, appOrigin: 'https://app.example' });
  expect(grants.isOpen('p1')).toBe(false);
  expect(grants.spend(PLACEHOLDER)?.address).toBe(ADDRESS);
  expect(grants.isOpen('p1')).toBe(true);
  expect(grants.spend(PLACEHOLDER)).toBeNull();
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
  grants.spend(PLACEHOLDER);
  expect(await heldBy(grants)).toContain(PLACEHOLDER);
  expect(await heldBy(grants)).not.toContain('the-token');
});

test.each([
  '',
  'about:blank',
  'about:blank#preview-p',
  'about:blank#preview-p11',
  ' about:blank#preview-p1',
  'ABOUT:BLANK#preview-p1',
  'about:blank%23preview-p1',
  'about:blank?#preview-p1',
  ADDRESS,
])('the placeholder %j matches no grant', (placeholder) => {
  grants.mint('p1', ADDRESS);
  expect(grants.spend(placeholder)).toBeNull();
  expect(grants.spend(PLACEHOLDER)).not.toBeNull();
});

test('an unused grant expires after 30 seconds', () => {
  grants.mint('p1', ADDRESS);
  grants.mint('p2', ADDRESS);
  now += 29_999;
  expect(grants.spend(PLACEHOLDER)).not.toBeNull();
  now += 1;
  expect(grants.spend('about:blank#preview-p2')).toBeNull();
  expect(grants.end('p2')).toBe(false);
  expect(grants.end('p1')).toBe(true);
});

test('a fifth preview is refused, whether the others are waiting or open, until one is closed or expires', () => {
  for (const id of ['p1', 'p2', 'p3', 'p4']) expect(grants.mint(id, ADDRESS)).not.toBeNull();
  for (const id of ['p1', 'p2', 'p3']) grants.spend(`about:blank#preview-${id}`);
  expect(grants.hasRoom()).toBe(false);
  expect(grants.mint('p5', ADDRESS)).toBeNull();
  expect(grants.end('p1')).toBe(true);
  expect(grants.mint('p5', ADDRESS)).not.toBeNull();
  expect(grants.hasRoom()).toBe(false);
  now += 30_000;
  for (const id of ['p6', 'p7']) expect(grants.mint(id, ADDRESS)).not.toBeNull();
  expect(grants.mint('p8', ADDRESS)).toBeNull();
});

test('a closed preview can be neither used nor closed again', () => {
  grants.mint('p1', ADDRESS);
  expect(grants.end('p1')).toBe(true);
  expect(grants.end('p1')).toBe(false);
  expect(grants.spend(PLACEHOLDER)).toBeNull();
});
