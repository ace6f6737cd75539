import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { icnsFile, icnsTypes } from '#scripts/package/icns-file.ts';
import { icoFile } from '#scripts/package/ico-file.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Entry {
  readonly size: number;
  readonly bits: number;
  readonly content: Buffer;
}

/** Reads the entries as Windows does. */
function icoEntries(file: Buffer): Entry[] {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: file.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + at * 16;
    const from = file.readUInt32LE(entry + 12);
    return {
      size: file[entry] === 0 ? 256 : (file[entry] ?? 0),
      bits: file.readUInt16LE(entry + 6),
      content: file.subarray(from, from + file.readUInt32LE(entry + 8)),
    };
  });
}

/** Reads the blocks as macOS does. */
function icnsBlocks(file: Buffer): [type: string, content: Buffer][] {
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const blocks: [string, Buffer][] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    blocks.push([file.toString('latin1', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4))]);
  }
  return blocks;
}

function readPixels(content: Buffer): [number, number] {
  expect(content.subarray(0, 8)).toEqual(png);
  return [content.readUInt32BE(16), content.readUInt32BE(20)];
}

describe('an .ico', () => {
  test('holds a small picture as a bitmap from bottom to top, blue first', () => {
    const rgba = Uint8Array.from([1, 2, 3, 255, 5, 6, 7, 255, 9, 10, 11, 128, 13, 14, 15, 0]);
    const [entry] = icoEntries(icoFile([{ size: 2, png, rgba }]));
    expect(entry).toMatchObject({ size: 2, bits: 32 });
    const { content } = entry ?? { content: Buffer.alloc(0) };
    expect([content.readUInt32LE(0), content.readInt32LE(4), content.readInt32LE(8)]).toEqual([40, 2, 4]);
    expect([...content.subarray(40, 56)]).toEqual([
      11, 10, 9, 128, 15, 14, 13, 0, 3, 2, 1, 255, 7, 6, 5, 255,
    ]);
    // The mask has one bit for each pixel, and its rows are padded to four bytes.
    expect(content.length).toBe(40 + 16 + 8);
  });

  test('holds 256 pixels as a PNG, marked with a zero', () => {
    const file = icoFile([{ size: 256, png, rgba: new Uint8Array() }]);
    expect(file[6]).toBe(0);
    expect(icoEntries(file)).toMatchObject([{ size: 256, content: png }]);
  });

  test('of the product has every size that Windows asks for', () => {
    const entries = icoEntries(readFileSync('resources/icon.ico'));
    expect(entries.map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const { size, content } of entries) {
      if (size === 256) expect(readPixels(content)).toEqual([256, 256]);
      else expect(content.readInt32LE(4)).toBe(size);
    }
  });
});

describe('an .icns', () => {
  test('holds a PNG under each of its names', () => {
    const file = icnsFile((pixels) => Buffer.from(String(pixels)));
    expect(icnsBlocks(file).map(([type, content]) => [type, Number(content)])).toEqual(icnsTypes);
  });

  test('of the product has the sizes of its names', () => {
    const blocks = icnsBlocks(readFileSync('resources/icon.icns'));
    expect(blocks.map(([type, content]) => [type, ...readPixels(content)])).toEqual(
      icnsTypes.map(([type, pixels]) => [type, pixels, pixels]),
    );
  });
});

test.each([16, 24, 32, 48, 64, 128, 256, 512])('Linux gets %i pixels', (size) => {
  expect(readPixels(readFileSync(`resources/icons/${size}x${size}.png`))).toEqual([size, size]);
});
