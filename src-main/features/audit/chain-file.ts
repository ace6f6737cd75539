import { createHash } from 'node:crypto';
import type { ChainLines } from '#shared/audit/verify-chain.ts';

/** By its bytes: a decoder shows many broken ones as the same sign. */
export function chainLines(bytes: Uint8Array): ChainLines {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lines: (string | null)[] = [];
  let start = 0;
  for (let end = buffer.indexOf(0x0a); end !== -1; end = buffer.indexOf(0x0a, start)) {
    lines.push(textOf(buffer.subarray(start, end)));
    start = end + 1;
  }
  return { lines, isTorn: start < buffer.length };
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : null;
}
