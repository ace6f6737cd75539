import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invalidRequest } from '../protocol/refusals.ts';
import { textElement } from '../protocol/xml-write.ts';
import { crc32c, crc64nvme } from './crc.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html */
export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'MD5' | 'SHA1' | 'SHA256' | 'SHA512';

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; of a multipart object `-N` may follow. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

const digests: Record<ChecksumAlgorithm, (bytes: Uint8Array) => Buffer> = {
  CRC32: (bytes) => wordsOf(crc32(bytes)),
  CRC32C: (bytes) => wordsOf(crc32c(bytes)),
  CRC64NVME(bytes) {
    const { high, low } = crc64nvme(bytes);
    return wordsOf(high, low);
  },
  MD5: (bytes) => createHash('md5').update(bytes).digest(),
  SHA1: (bytes) => createHash('sha1').update(bytes).digest(),
  SHA256: (bytes) => createHash('sha256').update(bytes).digest(),
  SHA512: (bytes) => createHash('sha512').update(bytes).digest(),
};

export const checksumAlgorithms = Object.keys(digests) as readonly ChecksumAlgorithm[];

export function checksumOf(algorithm: ChecksumAlgorithm, bytes: Uint8Array): Checksum {
  return { algorithm, value: digests[algorithm](bytes).toString('base64'), type: 'FULL_OBJECT' };
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value && bytes.length === digests[algorithm](new Uint8Array()).length;
}

export function checksumAlgorithmOf(name: string): ChecksumAlgorithm {
  const algorithm = checksumAlgorithms.find((one) => one === name.toUpperCase());
  if (!algorithm) throw invalidRequest('Checksum algorithm provided is unsupported. Please try again.');
  return algorithm;
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** As an element of an answer: `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

/** As elements of an answer that says what sort of checksum it is, too. */
export function checksumElements(checksum: Checksum | undefined): string[] {
  if (!checksum) return [];
  const { algorithm, type, value } = checksum;
  return [textElement('ChecksumType', type), textElement(checksumElement(algorithm), value)];
}

export function checksumHeaders(checksum: Checksum): Record<string, string> {
  return { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

function wordsOf(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => buffer.writeUInt32BE(word, index * 4));
  return buffer;
}
