/**
 * The smallest Windows executable that electron-builder accepts: headers, one section of data, and one of resources
 * with version information in one language. It does not run.
 * Layout: Microsoft's PE format specification, and VS_VERSIONINFO in the Windows API reference.
 */

const alignment = { file: 0x200, memory: 0x1000 };
const headerSize = alignment.file;
const optionalHeaderSize = 240;
const english = 0x0409;
const utf16 = 1200;

const pad = (bytes: Buffer, size: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);

const numbers = (...values: readonly (readonly [size: 2 | 4, value: number])[]): Buffer =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );

/** A node of version information: its length, its value's length, 1 for text, a name, a value, its children. */
const versionNode = (name: string, text: boolean, value: Buffer, children: Buffer): Buffer => {
  const title = pad(Buffer.concat([Buffer.alloc(6), Buffer.from(`${name}\0`, 'utf16le')]), 4);
  const node = Buffer.concat([title, pad(value, 4), children]);
  node.writeUInt16LE(node.length, 0);
  node.writeUInt16LE(text ? value.length / 2 : value.length, 2);
  node.writeUInt16LE(text ? 1 : 0, 4);
  return node;
};

const versionInformation = (): Buffer => {
  const none = Buffer.alloc(0);
  const product = versionNode('ProductName', true, Buffer.from('Electron\0', 'utf16le'), none);
  const table = versionNode('040904b0', true, none, product);
  const fixed = Buffer.concat([numbers([4, 0xfeef04bd], [4, 0x10000]), Buffer.alloc(44)]);
  return versionNode('VS_VERSION_INFO', false, fixed, versionNode('StringFileInfo', true, none, table));
};

/** Three nested directories of one entry (type, id, language), the entry's address, the entry. */
const resources = (address: number): Buffer => {
  const entry = versionInformation();
  const directory = (id: number, child: number): Buffer =>
    Buffer.concat([Buffer.alloc(12), numbers([2, 0], [2, 1], [4, id], [4, child])]);
  const isDirectory = 0x80000000;
  const versionType = 16;
  return Buffer.concat([
    directory(versionType, isDirectory + 24),
    directory(1, isDirectory + 48),
    directory(english, 72),
    numbers([4, address + 88], [4, entry.length], [4, utf16], [4, 0]),
    entry,
  ]);
};

const sectionHeader = (name: string, address: number, offset: number, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(name.padEnd(8, '\0')),
    numbers([4, data.length], [4, address], [4, pad(data, alignment.file).length], [4, offset]),
    Buffer.alloc(12),
    numbers([4, 0x40000040]), // initialised data, readable
  ]);

const headers = (resourceAddress: number, resourceSize: number): Buffer => {
  const dos = Buffer.alloc(64);
  dos.write('MZ');
  dos.writeUInt32LE(dos.length, 60);
  const file = Buffer.concat([
    Buffer.from('PE\0\0'),
    numbers([2, 0x8664], [2, 2], [4, 0], [4, 0], [4, 0], [2, optionalHeaderSize], [2, 0x22]),
  ]);
  const optional = Buffer.alloc(optionalHeaderSize);
  optional.writeUInt16LE(0x20b, 0); // 64-bit
  optional.writeBigUInt64LE(0x140000000n, 24);
  optional.writeUInt32LE(alignment.memory, 32);
  optional.writeUInt32LE(alignment.file, 36);
  optional.writeUInt32LE(3 * alignment.memory, 56);
  optional.writeUInt32LE(headerSize, 60);
  optional.writeUInt32LE(16, 108);
  optional.writeUInt32LE(resourceAddress, 128); // third data directory: resources
  optional.writeUInt32LE(resourceSize, 132);
  return Buffer.concat([dos, file, optional]);
};

/** An executable whose data section holds the given bytes. */
export const windowsExecutable = (data: Buffer): Buffer => {
  const [dataAddress, resourceAddress] = [alignment.memory, 2 * alignment.memory];
  const paddedData = pad(data, alignment.file);
  const table = resources(resourceAddress);
  return Buffer.concat([
    pad(
      Buffer.concat([
        headers(resourceAddress, table.length),
        sectionHeader('.data', dataAddress, headerSize, data),
        sectionHeader('.rsrc', resourceAddress, headerSize + paddedData.length, table),
      ]),
      headerSize,
    ),
    paddedData,
    pad(table, alignment.file),
  ]);
};
