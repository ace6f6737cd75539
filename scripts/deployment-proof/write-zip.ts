import { crc32 } from 'node:zlib';

/** Packs files into a zip without compression, as an upload of a function's code is. */
export function writeZip(files: Readonly<Record<string, Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const nameBytes = Buffer.from(name);
    const local = Buffer.concat([head(0x04034b50, 30, nameBytes, content), nameBytes, content]);
    const entry = head(0x02014b50, 46, nameBytes, content);
    entry.writeUInt32LE(offset, 42);
    // A file that its owner can read and all can read, as Lambda asks for.
    entry.writeUInt32LE(0o100644 * 0x10000, 38);
    entries.push(Buffer.concat([entry, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The head of a file, or of its entry in the directory, which has 16 bytes more and begins alike. */
function head(signature: number, size: 30 | 46, name: Buffer, content: Buffer): Buffer {
  const bytes = Buffer.alloc(size);
  const shift = size === 46 ? 2 : 0;
  bytes.writeUInt32LE(signature, 0);
  if (size === 46) bytes.writeUInt16LE(0x0314, 4);
  bytes.writeUInt16LE(20, 4 + shift);
  bytes.writeUInt16LE(0x0021, 12 + shift);
  bytes.writeUInt32LE(crc32(content), 14 + shift);
  bytes.writeUInt32LE(content.length, 18 + shift);
  bytes.writeUInt32LE(content.length, 22 + shift);
  bytes.writeUInt16LE(name.length, 26 + shift);
  return bytes;
}
