import { describe, expect, test } from 'vitest';
import { AnswerBody } from '../../../../main/service/answer-body.ts';

function setUp() {
  const told: string[] = [];
  const body = new AnswerBody({
    abort: () => told.push('abort'),
    pause: () => told.push('pause'),
    resume: () => told.push('resume'),
  });
  return { body, told };
}

const bytes = (count: number): Uint8Array => new Uint8Array(count);
const texts = async (body: AnswerBody): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const piece of body) all.push(Buffer.from(piece).toString());
  return all;
};

test('gives the pieces in order, and at once all that waited', async () => {
  const { body, told } = setUp();
  body.push(Buffer.from('a'));
  body.push(Buffer.from('b'));
  const read = texts(body);
  await new Promise((resolve) => setImmediate(resolve));
  body.push(Buffer.from('c'));
  body.end();
  expect(await read).toEqual(['ab', 'c']);
  expect(told).toEqual([]);
});

test('gives what came before it was cut off, then says so', async () => {
  const { body } = setUp();
  body.push(Buffer.from('a'));
  body.end(new Error('cut off'));
  expect(await body.next()).toMatchObject({ done: false });
  await expect(body.next()).rejects.toThrow('cut off');
});

test('tells a reader who waits that it was cut off', async () => {
  const { body } = setUp();
  const next = body.next();
  body.end(new Error('cut off'));
  await expect(next).rejects.toThrow('cut off');
});

test('leaves others their turn where each piece is one byte, and comes to its end', async () => {
  const { body, told } = setUp();
  const read = texts(body);
  for (let piece = 0; piece < 20_000; piece += 1) {
    expect(told).toEqual([]);
    body.push(Buffer.from('x'));
  }
  expect(told).toEqual(['pause']);
  await new Promise(setImmediate);
  expect(told).toEqual(['pause', 'resume']);
  body.push(Buffer.from('y'));
  body.end();
  expect((await read).join('')).toBe(`${'x'.repeat(20_000)}y`);
});

describe('nobody reads', () => {
  test('so the connection holds back, until all that waits is read', async () => {
    const { body, told } = setUp();
    body.push(bytes(40_000));
    expect(told).toEqual([]);
    body.push(bytes(40_000));
    body.push(bytes(40_000));
    expect(told).toEqual(['pause']);
    expect((await body.next()).value).toHaveLength(120_000);
    expect(told, 'others come before more of it').toEqual(['pause']);
    await new Promise(setImmediate);
    expect(told).toEqual(['pause', 'resume']);
  });
});

describe('leaving', () => {
  test('before the end ends the connection, once', async () => {
    const { body, told } = setUp();
    body.push(bytes(1));
    for await (const piece of body) {
      expect(piece).toHaveLength(1);
      break;
    }
    await body.return();
    expect(told).toEqual(['abort']);
  });

  test('after the end leaves the connection to others', async () => {
    const { body, told } = setUp();
    body.push(bytes(1));
    body.end();
    await body.return();
    expect(told).toEqual([]);
  });

  test('ends the waiting of a reader when the connection is gone', async () => {
    const { body } = setUp();
    const next = body.next();
    await body.return();
    body.end(new Error('aborted'));
    await expect(next).rejects.toThrow('aborted');
  });
});
