/** Faults below HTTP: seen as bytes on a socket. */
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CommonFault } from '../../practice/faults.ts';
import { startPractice, type PracticeService } from '../../practice/practice.ts';
import { call, split, wire } from './clients.ts';

let service: PracticeService;

beforeAll(async () => {
  service = await startPractice({ boards: 12, papers: 1 });
});
beforeEach(() => service.reset());
afterAll(() => service.stop());

/** The bytes that creating a board gives, and how many boards there are more. */
async function createWith(
  fault: CommonFault,
): Promise<Awaited<ReturnType<typeof wire>> & { readonly created: number }> {
  await service.faults.set('createBoard', fault);
  const seen = await wire(service, 'POST', '/api/board');
  return { ...seen, created: (await service.contents()).boards.length - 12 };
}

const declaredLength = (head: string): number => Number(/content-length: (\d+)/i.exec(head)?.[1]);

describe('cut connections', () => {
  test('before the headers: no response, and no work', async () => {
    const { bytes, end, created } = await createWith({ kind: 'cut', at: 'before-headers' });
    expect([bytes.length, end, created]).toEqual([0, 'reset', 0]);
  });

  test('lost response: no response, but the work is done', async () => {
    const { bytes, end, created } = await createWith({ kind: 'cut', at: 'after-processing' });
    expect([bytes.length, end, created]).toEqual([0, 'reset', 1]);
  });

  test('end with an orderly close instead of a reset', async () => {
    const { bytes, end, created } = await createWith({ kind: 'cut', at: 'after-processing', with: 'close' });
    expect([bytes.length, end, created]).toEqual([0, 'closed', 1]);
  });

  test('after the headers: the whole head, no body', async () => {
    const { bytes, created } = await createWith({ kind: 'cut', at: 'after-headers' });
    const { head, body } = split(bytes);
    expect(head).toContain('HTTP/1.1 200 OK');
    expect(declaredLength(head)).toBeGreaterThan(100);
    expect([body.length, created]).toEqual([0, 1]);
  });

  test('in mid-body: half of what was announced', async () => {
    const { bytes, created } = await createWith({ kind: 'cut', at: 'mid-body' });
    const { head, body } = split(bytes);
    expect(body.length).toBe(Math.floor(declaredLength(head) / 2));
    expect(created).toBe(1);
  });

  test('on a kept-alive connection, after a good response', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    await service.faults.set('createBoard', { kind: 'cut', at: 'before-headers', after: 1 });
    expect((await call(service, 'POST', '/api/board', { agent })).status).toBe(200);
    await expect(call(service, 'POST', '/api/board', { agent })).rejects.toThrow('ECONNRESET');
    agent.destroy();
    expect((await service.requests()).counts.createBoard).toBe(2);
  });
});

describe('corrupt bodies', () => {
  test('malformed: complete and labelled JSON, but not JSON', async () => {
    const { head, body } = split((await createWith({ kind: 'malformed-json' })).bytes);
    expect(head).toContain('Content-Type: application/json');
    expect(body.length).toBe(declaredLength(head));
    expect(() => JSON.parse(body.toString()) as unknown).toThrow(SyntaxError);
  });

  test('truncated: half of the JSON, framed as complete', async () => {
    const { head, body } = split((await createWith({ kind: 'truncated-json' })).bytes);
    expect(body.length).toBe(declaredLength(head));
    expect(body.toString()).toMatch(/^\{"room_id"/);
    expect(() => JSON.parse(body.toString()) as unknown).toThrow(SyntaxError);
  });

  test.each([[5], [-5]])('a Content-Length off by %i', async (by) => {
    const { head, body } = split((await createWith({ kind: 'wrong-length', by })).bytes);
    expect(declaredLength(head)).toBe(body.length + by);
    expect(JSON.parse(body.toString())).toHaveProperty('room_id');
  });

  test('chunked without an end', async () => {
    const { head, body } = split((await createWith({ kind: 'truncated-chunked' })).bytes);
    expect(head).toContain('Transfer-Encoding: chunked');
    expect(head).not.toMatch(/content-length/i);
    const announced = Number.parseInt(body.toString(), 16);
    expect(body.length).toBeLessThan(announced);
    await expect(call(service, 'POST', '/api/board')).rejects.toThrow('aborted');
  });

  test('bytes that aren’t UTF-8', async () => {
    const { body } = split((await createWith({ kind: 'bad-utf8' })).bytes);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError);
    expect(JSON.parse(body.toString())).toBeTypeOf('object');
  });

  test('a small gzip body that expands', async () => {
    const { head, body } = split((await createWith({ kind: 'gzip-bomb', bytes: 3_000_000 })).bytes);
    expect(head).toContain('Content-Encoding: gzip');
    expect(body.length).toBeLessThan(20_000);
    expect(gunzipSync(body).length).toBe(3_000_000);
  });

  test('a body labelled gzip that isn’t', async () => {
    const { head, body } = split((await createWith({ kind: 'bad-gzip' })).bytes);
    expect(head).toContain('Content-Encoding: gzip');
    expect(() => gunzipSync(body)).toThrow('incorrect header check');
  });

  test('a huge header', async () => {
    const { head } = split((await createWith({ kind: 'huge-header', bytes: 1_000_000 })).bytes);
    expect(head.length).toBeGreaterThan(1_000_000);
  });

  test('the response sent twice', async () => {
    const { bytes, created } = await createWith({ kind: 'duplicate-response' });
    const text = bytes.toString();
    const half = text.slice(0, text.length / 2);
    expect(half.startsWith('HTTP/1.1 200')).toBe(true);
    expect(text).toBe(half + half);
    expect(created).toBe(1);
  });
});

describe('slow responses', () => {
  test.each(['head', 'body'] as const)('the %s arrives slowly, and whole', async (part) => {
    await service.faults.set('listBoards', { kind: 'drip', part, bytes: 40, everyMs: 5 });
    const start = performance.now();
    const answer = await call(service, 'GET', '/api/board?limit=2');
    expect(performance.now() - start).toBeGreaterThan(20);
    expect(answer.json).toHaveLength(2);
  });

  test('a client that disconnects half way doesn’t harm the service', async () => {
    await service.faults.set('listBoards', { kind: 'drip', part: 'body', bytes: 1, everyMs: 5, times: 1 });
    const request = http.request(`${service.origin}/api/board`, {
      agent: false,
      headers: { Authorization: `Bearer ${service.apiKey}` },
    });
    const gone = Promise.withResolvers<void>();
    request.on('response', (response) => {
      response.once('data', () => request.destroy());
      response.once('close', () => gone.resolve());
      response.on('error', () => undefined);
    });
    request.on('error', () => undefined);
    request.end();
    await gone.promise;
    expect((await call(service, 'GET', '/api/board')).status).toBe(200);
  });
});

test('the room page can fail like any endpoint', async () => {
  await service.faults.set('room', { kind: 'cut', at: 'before-headers' });
  expect((await wire(service, 'GET', `/room/${service.samplePapers[0]?.identifier}`)).bytes.length).toBe(0);
});
