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

test('gives the pieces in order, whether they come before or after they are asked for', async () => {
  const { body, told } = setUp();
  body.push(Buffer.from('a'));
  body.push(Buffer.from('b'));
  const read = texts(body);
  await new Promise((resolve) => setImmediate(resolve));
  body.push(Buffer.from('c'));
  body.end();
  expect(await read).toEqual(['a', 'b', 'c']);
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

describe('nobody reads', () => {
  test('so the connection holds back, until all that waits is read', async () => {
    const { body, told } = setUp();
    body.push(bytes(40_000));
    expect(told).toEqual([]);
    body.push(bytes(40_000));
    body.push(bytes(40_000));
    expect(told).toEqual(['pause']);
    await body.next();
    await body.next();
    expect(told).toEqual(['pause']);
    await body.next();
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
