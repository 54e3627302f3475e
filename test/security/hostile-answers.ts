/** Responses of at most `bytes` bytes, each designed to block the process that parses it for a long time. */
import { gzipSync } from 'node:zlib';

export interface HostileAnswer {
  readonly body: Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly crumbs?: true;
}

type Make = (bytes: number) => HostileAnswer;

// Fills at most `bytes` bytes with copies of `piece`. Each `#` in a copy becomes the copy's number.
export const filled = (bytes: number, piece: string, head = '', tail = ''): Buffer => {
  const room = bytes - head.length - tail.length;
  if (!piece.includes('#')) return Buffer.from(head + piece.repeat(Math.floor(room / piece.length)) + tail);
  const count = Math.floor(room / (piece.length + 6));
  return Buffer.from(
    head + Array.from({ length: count }, (_, at) => piece.replaceAll('#', String(at))).join('') + tail,
  );
};

const of =
  (piece: string, head?: string, tail?: string, more: Omit<HostileAnswer, 'body'> = {}): Make =>
  (bytes) => ({ body: filled(bytes, piece, head, tail), ...more });

export const hostileAnswers = (key: string): Readonly<Record<string, Make>> => ({
  brackets: of('['),
  'brackets that close': of('[],', '[', '0]'),
  'deep objects': of('{"a":'),
  '31 levels': of('0,', '['.repeat(31), `0${']'.repeat(31)}`),
  'ids that are numbers': of('1,', '[', '1]'),
  'ids beyond 2^53': of('9007199254740993,', '[', '1]'),
  'boards with an id alone': of('{"id":"#"},', '[', '{"id":"x"}]'),
  'boards under names': of('"00000000-0000-4000-8000-000000000001":{"id":"#"},', '{', '"id":{"id":"x"}}'),
  'boards with a long field': of('x', '[{"id":"a","note":"', '"}]'),
  'boards with many fields': of('"f#":1,', '[{', '"id":"a"}]'),
  'boards that hold the key': of(`{"id":"#","note":"${key}"},`, '[', '{"id":"x"}]'),
  'lists beside each other': of('"l#":[{"id":1}],', '{', '"id":"a"}'),
  'one long string': of('x', '"', '"'),
  'escaped quotation marks': of(String.raw`\"`, '"', '"'),
  'one long number': of('9', '{"id":', '}'),
  'one member again and again': of('"a":0,', '{', '"id":"a"}'),
  'token and blanks': of('token       '),
  'addresses without end': of('://a'),
  'eyJ and points': of('eyJaaaaaaaa.'),
  'bearer and blanks': of('bearer                     '),
  'authorization and quotation marks': of('authorization:"'),
  'no UTF-8': (bytes) => ({ body: Buffer.alloc(bytes, 0xff) }),
  blanks: of(' '),
  'a web page': of('<p>Sign in</p>', '<!doctype html><html>', '</html>'),
  'comments of a web page': of('<!--'),
  'words of a refusal': of('token ', '{"message":"', '"}', { status: 422 }),
  'many words of a refusal': of('"n#":["x"],', '{"errors":{', '"name":["x"]}}', { status: 422 }),
  'a trouble of its own': of('://', '{"error":"', '"}', { status: 500 }),
  'success false': of('{},', '{"success":false,"message":[', '{}]}'),
  'packed boards': (bytes) => ({
    body: gzipSync(filled(bytes, '{"id":"#"},', '[', '{"id":"x"}]')),
    headers: { 'content-encoding': 'gzip' },
  }),
  crumbs: of('[],', '[', '0]', { crumbs: true }),
});
