export interface IconImage {
  readonly size: number;
  readonly png: Uint8Array;
  /** Holds rows from the top, four bytes a pixel. */
  readonly rgba: Uint8Array;
}

const headerBytes = 6;
const entryBytes = 16;

/**
 * Builds Windows' container. Its tools read compressed pictures only at 256 pixels, so the smaller ones are bitmaps.
 */
export function icoFile(images: readonly IconImage[]): Buffer {
  const contents = images.map((image) => (image.size === 256 ? Buffer.from(image.png) : toBitmap(image)));
  const header = Buffer.alloc(headerBytes + images.length * entryBytes);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [at, content] of contents.entries()) {
    const size = images[at]?.size ?? 0;
    const entry = headerBytes + at * entryBytes;
    // Width and height take one byte each, in which 0 stands for 256.
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(content.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += content.length;
  }
  return Buffer.concat([header, ...contents]);
}

/**
 * Builds a device-independent bitmap without its file header: rows from the bottom, blue first, then an empty mask.
 */
function toBitmap({ size, rgba }: IconImage): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(size, 4);
  // The height covers the picture and the mask below it.
  header.writeInt32LE(size * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  header.writeUInt32LE(size * size * 4, 20);
  const pixels = Buffer.alloc(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = ((size - 1 - row) * size + column) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
      pixels.set([blue, green, red, alpha], to);
    }
  }
  // The mask has one bit a pixel, with rows padded to 32 bits; it is ignored because there is an alpha channel.
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size);
  return Buffer.concat([header, pixels, mask]);
}
