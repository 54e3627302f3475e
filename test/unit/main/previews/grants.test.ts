import { Session } from 'node:inspector/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Previews } from '../../../../main/previews/previews.ts';
import {
  CANARY_TOKEN,
  previewsUnderTest,
  ROOM_ADDRESS,
  type PreviewsUnderTest,
} from './previews-under-test.ts';

let under: PreviewsUnderTest;

beforeEach(() => {
  under = previewsUnderTest();
});

test('a preview grant contains the room’s origin and can be used once', async () => {
  const { previewId, placeholder } = await under.open();
  const grant = { previewId, address: ROOM_ADDRESS, appOrigin: 'https://app.example' };
  expect(under.previews.spend(placeholder)).toEqual(grant);
  expect(under.previews.spend(placeholder)).toBeNull();
});

/** Reads the private field `#visits` with Node's debugger. */
async function heldBy(previews: Previews): Promise<string> {
  const session = new Session();
  session.connect();
  vi.stubGlobal('underTest', previews);
  const { result } = await session.post('Runtime.evaluate', { expression: 'underTest' });
  const answer: object = await session.post('Runtime.getProperties', { objectId: result.objectId ?? '' });
  const { privateProperties } = answer as {
    readonly privateProperties: readonly {
      readonly name: string;
      readonly value: { readonly objectId: string };
    }[];
  };
  const visits = privateProperties.find(({ name }) => name === '#visits');
  const text = await session.post('Runtime.callFunctionOn', {
    objectId: visits?.value.objectId ?? '',
    functionDeclaration: 'function () { return JSON.stringify([...this.values()]); }',
  });
  session.disconnect();
  return String(text.result.value);
}

test('the room’s address with its token is dropped after the guest has received it', async () => {
  const { previewId, placeholder } = await under.open();
  expect(await heldBy(under.previews)).toContain(CANARY_TOKEN);
  under.previews.spend(placeholder);
  expect(await heldBy(under.previews)).toContain(previewId);
  expect(await heldBy(under.previews)).not.toContain(CANARY_TOKEN);
});

test('a preview grant matches only its exact placeholder address', async () => {
  const { placeholder, previewId } = await under.open();
  const others = [
    'about:blank#preview-',
    placeholder.slice(0, -1),
    placeholder.toUpperCase(),
    previewId,
    ROOM_ADDRESS,
  ];
  for (const other of others) expect(under.previews.spend(other)).toBeNull();
  expect(under.previews.spend(placeholder)).not.toBeNull();
});

test('an unused preview grant expires after 30 seconds, and frees one of four slots', async () => {
  const [first, second] = await under.fill();
  await under.pass(29_999);
  expect(under.previews.spend(first.placeholder)).not.toBeNull();
  await under.pass(1);
  expect(under.previews.spend(second.placeholder)).toBeNull();
  for (let count = 1; count <= 3; count += 1) await under.open();
  expect(await under.asked()).toMatchObject({ error: { code: 'refused' } });
});
