/** These are Apple's names for "a PNG of so many pixels"; most sizes have a second one for twice the resolution. */
export const icnsTypes: readonly (readonly [type: string, pixels: number])[] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1_024],
];

/** Builds Apple's container: a name, a length and a PNG, one after another. */
export function icnsFile(pngOf: (pixels: number) => Uint8Array): Buffer {
  const blocks = icnsTypes.map(([type, pixels]) => toBlock(type, pngOf(pixels)));
  return toBlock('icns', Buffer.concat(blocks));
}

function toBlock(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(header.length + content.length, 4);
  return Buffer.concat([header, content]);
}
