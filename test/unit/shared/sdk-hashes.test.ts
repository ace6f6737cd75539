import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeSdkHashes } from '#shared/sdk-hashes.ts';

const hashes = makeSdkHashes({ createHash, createHmac });
const text = Buffer.from('a batch of 40 documents');

describe.each(['sha256', 'md5'] as const)('%s', (algorithm) => {
  const Hash = hashes[algorithm];

  it('is what Node makes of the same bytes, however they come', async () => {
    const hash = new Hash();
    hash.update(text.subarray(0, 7));
    hash.update(text.subarray(7));
    expect(hex(await hash.digest())).toBe(createHash(algorithm).update(text).digest('hex'));
  });

  it('is the same at a second reading, and begins again after a reset', async () => {
    const hash = new Hash();
    hash.update(text);
    expect(hex(await hash.digest())).toBe(hex(await hash.digest()));
    hash.reset();
    expect(hex(await hash.digest())).toBe(createHash(algorithm).digest('hex'));
  });

  it.each([
    ['a text', 'key'],
    ['bytes', Buffer.from('key')],
    ['a part of a buffer', Buffer.from('a key!').subarray(2, 5)],
    ['a buffer', new TextEncoder().encode('key').buffer],
  ])('signs with a key that is %s', async (_, key) => {
    const hash = new Hash(key);
    hash.update(text);
    const signed = createHmac(algorithm, 'key').update(text).digest('hex');
    expect(hex(await hash.digest())).toBe(signed);
    hash.reset();
    hash.update(text);
    expect(hex(await hash.digest())).toBe(signed);
  });
});

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
