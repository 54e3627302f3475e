import { describe, expect, test } from 'vitest';
import { parseBinaryPlist, parsePlist } from '../../../../main/policy/plist.ts';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n';
const plist = (inside: string): string => `${HEAD}<plist version="1.0">\n${inside}\n</plist>\n`;

describe('a property list', () => {
  test('is read with everything that a policy needs', () => {
    const text = plist(`<dict>
	<key>version</key>
	<integer>1</integer>
	<key>allowedApiHosts</key>
	<array>
		<string>api.example.com</string>
		<string>a&amp;b&#x41;&#66;</string>
	</array>
	<key>readOnly</key>
	<true/>
	<key>holdSeconds</key>
	<dict>
		<key>single</key>
		<integer>10</integer>
	</dict>
	<key>allowDelete</key>
	<false/>
	<key>empty</key>
	<string/>
	<key>none</key>
	<array/>
	<key>nothing</key>
	<dict/>
</dict>`);
    expect(parsePlist(text)).toEqual({
      ok: true,
      value: {
        version: 1,
        allowedApiHosts: ['api.example.com', 'a&bAB'],
        readOnly: true,
        holdSeconds: { single: 10 },
        allowDelete: false,
        empty: '',
        none: [],
        nothing: {},
      },
    });
  });

  test.each([
    ['nothing', ''],
    ['no list', '<html></html>'],
    ['a list cut off', `${HEAD}<plist version="1.0"><dict><key>a</key>`],
    ['a dictionary without its end', plist('<dict><key>a</key><true/>')],
    ['a key without its value', plist('<dict><key>a</key></dict>')],
    ['a value without its key', plist('<dict><true/></dict>')],
    ['an end without its beginning', plist('</dict>')],
    ['a list ended as a dictionary', plist('<array></dict>')],
    ['text between the tags', plist('<dict>a<key>b</key><true/></dict>')],
    ['two values', plist('<dict/><dict/>')],
    ['a comment', plist('<!-- x --><dict/>')],
    ['a section', plist('<string><![CDATA[x]]></string>')],
    ['a fraction', plist('<real>1.5</real>')],
    ['a date', plist('<date>2026-01-01T00:00:00Z</date>')],
    ['data', plist('<data>AAAA</data>')],
    ['a number in words', plist('<integer>one</integer>')],
    ['a number without digits', plist('<integer></integer>')],
    ['a number past all numbers', plist('<integer>99999999999999999999</integer>')],
    ['an attribute', plist('<string a="b">x</string>')],
    ['an entity of its own', plist('<string>&xxe;</string>')],
    ['half an entity', plist('<string>a & b</string>')],
    ['the character zero', plist('<string>&#0;</string>')],
    ['a character past the last', plist('<string>&#x110000;</string>')],
    [
      'entities defined on top',
      `<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "x">]><plist version="1.0"><string>&a;</string></plist>`,
    ],
    [
      'entities defined in the usual type',
      `<!DOCTYPE plist PUBLIC "a" "b" [<!ENTITY a "x">]><plist version="1.0"><string>&a;</string></plist>`,
    ],
    ['another version', '<plist version="2.0"><dict/></plist>'],
    ['levels without end', plist('<array>'.repeat(5000) + '</array>'.repeat(5000))],
  ])('with %s is refused', (_what, text) => {
    expect(parsePlist(text)).toMatchObject({ ok: false, error: expect.stringMatching(/property list/) });
  });

  test('with a duplicate key is refused by its name', () => {
    const text = plist('<dict><key>a</key><true/><key>&#97;</key><false/></dict>');
    expect(parsePlist(text)).toMatchObject({ ok: false, error: expect.stringContaining('“a”') });
  });

  test('with keys named like Object’s own members changes nothing beyond itself', () => {
    const text = plist(
      '<dict><key>__proto__</key><dict><key>polluted</key><true/></dict><key>constructor</key><true/></dict>',
    );
    const read = parsePlist(text);
    const value = read.ok ? read.value : null;
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

/** Written by Python's plistlib. */
const WRITTEN = Buffer.from(
  'YnBsaXN0MDDXAQIDBAUGBwgJDA0QERJXdmVyc2lvbl8QD2FsbG93ZWRBcGlIb3N0c1hyZWFkT25seVtob2xkU2Vjb2' +
    '5kc1thbGxvd0RlbGV0ZVRub25lV21heEJ1bGsQAaIKC18QD2FwaS5leGFtcGxlLmNvbWkA/AAuAGUAeABhAG0AcABs' +
    'AGUJ0Q4PVnNpbmdsZRAKCKASAAGGoAgXHzE6RlJXX2FkdomKjZSWl5gAAAAAAAABAQAAAAAAAAATAAAAAAAAAAAAAA' +
    'AAAAAAnQ==',
  'base64',
);

/** A binary list of these objects, each given by its bytes; references are one byte long, offsets two. */
function binary(objects: readonly (readonly number[])[], referenceBytes = 1): Buffer {
  const offsets: number[] = [];
  let table = 'bplist00'.length;
  for (const object of objects) {
    offsets.push(table >> 8, table & 0xff);
    table += object.length;
  }
  const trailer = Buffer.alloc(32);
  trailer[6] = 2;
  trailer[7] = referenceBytes;
  trailer[15] = objects.length;
  trailer.writeUInt16BE(table, 30);
  return Buffer.concat([Buffer.from('bplist00'), Buffer.from([...objects.flat(), ...offsets]), trailer]);
}

describe('a binary property list', () => {
  test('with a nested list is read', () => {
    expect(
      parseBinaryPlist(
        binary([
          [0xa1, 1],
          [0xa1, 2],
          [0x51, 0x61],
        ]),
      ),
    ).toEqual({ ok: true, value: [['a']] });
  });

  test('is read with everything that a policy needs', () => {
    expect(parseBinaryPlist(WRITTEN)).toEqual({
      ok: true,
      value: {
        version: 1,
        allowedApiHosts: ['api.example.com', 'ü.example'],
        readOnly: true,
        holdSeconds: { single: 10 },
        allowDelete: false,
        none: [],
        maxBulk: 100_000,
      },
    });
  });

  test.each([
    ['that is cut off', WRITTEN.subarray(0, -1)],
    ['of eight bytes', Buffer.from('bplist00')],
    ['that holds itself', binary([[0xa1, 0]])],
    ['that holds a date', binary([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]])],
    ['that holds data', binary([[0x41, 0]])],
    [
      'with a name that is a prototype',
      Buffer.from(
        'YnBsaXN0MDDSAQIDBllfX3Byb3RvX19XdmVyc2lvbtEEBVhyZWFkT25seQkQAQgNFx8iKywAAAAAAAABAQAAAAAAAAAHAAAAAAAAAAAAAAAAAAAALg==',
        'base64',
      ),
    ],
    [
      'whose parts would be read 2^60 times',
      binary(Array.from({ length: 60 }, (_, at) => [0xa2, at + 1, at + 1])),
    ],
    [
      'that names one text again and again',
      binary([
        [0xaf, 0x11, 0x0f, 0xff, ...Array.from({ length: 4095 }, () => 1)],
        [0x51, 0x61],
      ]),
    ],
    ['that ends in nothing, 250 levels down', binary(Array.from({ length: 250 }, (_, at) => [0xa1, at + 1]))],
    [
      'with a list of 2^32 parts that take no room',
      binary([[0xaf, 0x12, 0xff, 0xff, 0xff, 0xff], [0x09]], 0),
    ],
  ])('%s is refused', (_what, bytes) => {
    expect(parseBinaryPlist(bytes)).toEqual({ ok: false, error: expect.stringMatching(/^The file is not/) });
  });

  test('with any one byte changed is read or refused, and never throws', () => {
    for (const [at, byte] of WRITTEN.entries()) {
      const changed = Buffer.from(WRITTEN);
      changed[at] = byte ^ 0x1f;
      expect(parseBinaryPlist(changed)).toHaveProperty('ok');
    }
  });
});
