import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Note, Stroke } from '../../../main/practice/items.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, field, Guest, token } from './clients.ts';

let service: PracticeService;

beforeAll(async () => {
  service = await startPractice({ boards: 2, papers: 2, boardPreviews: true });
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

const stroke = (id: string): Stroke => ({
  kind: 'stroke',
  id,
  by: 'whoever',
  ink: 'blue',
  size: 4,
  points: [
    [0, 0, 0.5],
    [10, 12.5, 0.6],
  ],
});
const note: Note = {
  kind: 'note',
  id: 'n1',
  by: 'whoever',
  color: 'pink',
  x: 5,
  y: 6,
  width: 150,
  fontSize: 16,
  text: 'Remember the milk',
};

async function newPaper(body: object = { name: 'Test' }): Promise<string> {
  return String(field(await call(service, 'POST', '/api/paper', { body }), 'identifier'));
}

/** Everything that someone who comes now is shown. */
async function itemsOf(paper: string): Promise<readonly unknown[]> {
  const guest = await Guest.present(service, paper, await token(service, paper, 'Visitor'));
  const { items } = await guest.next('welcome');
  await guest.leave();
  return items;
}

describe('people in a room', () => {
  test('get the present state when they join late: changed items changed, removed ones gone', async () => {
    const paper = await newPaper();
    const ada = await Guest.join(service, paper, 'Ada');
    for (const id of ['s1', 's2', 's3']) ada.send({ type: 'put', item: stroke(id) });
    ada.send({ type: 'remove', ids: ['s2'] });
    ada.send({ type: 'put', item: { ...stroke('s3'), ink: 'red' } });
    await ada.next('removed');
    while ((await ada.next('put')).item.id !== 's3');
    await ada.next('put');
    expect(await itemsOf(paper)).toEqual([
      { ...stroke('s1'), by: 'Ada' },
      { ...stroke('s3'), by: 'Ada', ink: 'red' },
    ]);
  });

  test('see nothing of other rooms', async () => {
    const [one, two] = [await newPaper(), await newPaper()];
    const [ada, bob] = [await Guest.join(service, one, 'Ada'), await Guest.join(service, two, 'Bob')];
    ada.send({ type: 'put', item: stroke('mine') });
    await ada.next('put');
    expect((await bob.next('welcome')).people).toEqual([]);
    expect(await itemsOf(two)).toEqual([]);
  });
});

describe('templates', () => {
  test('a copy has the content at that time; later changes aren’t shared', async () => {
    const template = await newPaper();
    const author = await Guest.join(service, template, 'Ada');
    author.send({ type: 'put', item: stroke('before') });
    await author.next('put');
    const copy = await newPaper({ name: 'Copy', template });
    author.send({ type: 'put', item: stroke('after') });
    author.send({ type: 'remove', ids: ['before'] });
    await author.next('removed');
    expect(await itemsOf(copy)).toEqual([{ ...stroke('before'), by: 'Ada' }]);

    const pupil = await Guest.join(service, copy, 'Bob');
    pupil.send({ type: 'put', item: note });
    await pupil.next('put');
    expect(await itemsOf(template)).toEqual([{ ...stroke('after'), by: 'Ada' }]);
  });
});

describe('admission', () => {
  test('refuses a token for another paper, a forged one, a truncated one or none, each with its reason', async () => {
    const [one, two] = [await newPaper(), await newPaper()];
    const good = await token(service, one, 'Ada');
    const [head, payload = '', signature] = good.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, paper: two })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    const cases = [
      [two, good, 'other-paper'],
      [two, `${head}.${forged}.${signature}`, 'invalid'],
      [one, `${none}.${payload}.`, 'invalid'],
      [one, good.slice(0, -4), 'invalid'],
      [one, '', 'missing'],
      ['no-such-paper', good, 'unknown'],
    ] as const;
    for (const [paper, presented, reason] of cases) {
      const guest = await Guest.present(service, paper, presented);
      expect((await guest.next('refused')).reason).toBe(reason);
      await guest.closed();
    }
  });

  test('refuses a token from another run of the service', async () => {
    const other = await startPractice({ boards: 0, papers: 2 });
    try {
      const paper = service.samplePapers[0]?.identifier ?? '';
      const guest = await Guest.present(service, paper, await token(other, paper, 'Ada'));
      expect((await guest.next('refused')).reason).toBe('invalid');
    } finally {
      await other.stop();
    }
  });

  test('disconnects whoever sends a message before the token', async () => {
    const paper = await newPaper();
    const guest = new Guest(service, paper);
    await guest.opened();
    guest.send({ type: 'put', item: stroke('early') });
    expect((await guest.next('refused')).reason).toBe('missing');
    await guest.closed();
    expect(await itemsOf(paper)).toEqual([]);
  });

  test.each([
    ['a page of another origin', '/room/x/live', { Origin: 'https://other.example' }],
    ['another host name', '/room/x/live', { Host: 'other.example' }],
    ['another address', '/room/x', {}],
  ])('%s gets no socket', async (_who, path, headers) => {
    const socket = new WebSocket(service.origin.replace('http', 'ws') + path, { headers });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
  });
});

describe('the end of a room', () => {
  test('deleting the paper tells everyone in it and disconnects them, and its link says so too', async () => {
    const paper = await newPaper();
    const presented = await token(service, paper, 'Late');
    const [ada, bob] = [await Guest.join(service, paper, 'Ada'), await Guest.join(service, paper, 'Bob')];
    await call(service, 'DELETE', `/api/paper/${paper}`);
    for (const guest of [ada, bob]) {
      expect((await guest.next('refused')).reason).toBe('deleted');
      await guest.closed();
    }
    const late = await Guest.present(service, paper, presented);
    expect((await late.next('refused')).reason).toBe('deleted');
  });
});
