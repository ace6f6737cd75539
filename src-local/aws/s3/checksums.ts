import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invalidRequest } from './answers.ts';
import { textElement } from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html */
export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'MD5' | 'SHA1' | 'SHA256' | 'SHA512';

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64. For a multipart object `-N` may follow. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

const digests: Record<ChecksumAlgorithm, (bytes: Uint8Array) => Buffer> = {
  CRC32: (bytes) => packIntegers(crc32(bytes)),
  CRC32C: (bytes) => packIntegers(crc32c(bytes)),
  CRC64NVME(bytes) {
    const { high, low } = crc64nvme(bytes);
    return packIntegers(high, low);
  },
  MD5: (bytes) => createHash('md5').update(bytes).digest(),
  SHA1: (bytes) => createHash('sha1').update(bytes).digest(),
  SHA256: (bytes) => createHash('sha256').update(bytes).digest(),
  SHA512: (bytes) => createHash('sha512').update(bytes).digest(),
};

export const checksumAlgorithms = Object.keys(digests) as readonly ChecksumAlgorithm[];

export function computeChecksum(algorithm: ChecksumAlgorithm, bytes: Uint8Array): Checksum {
  return { algorithm, value: digests[algorithm](bytes).toString('base64'), type: 'FULL_OBJECT' };
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.toString('base64') === value && bytes.length === digests[algorithm](new Uint8Array()).length;
}

export function findChecksumAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = checksumAlgorithms.find((one) => one === name.toUpperCase());
  if (!algorithm) throw invalidRequest('Checksum algorithm provided is unsupported. Please try again.');
  return algorithm;
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Returns it as an element of an answer: `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`;
}

/** Returns it as elements of an answer that also names the type of the checksum. */
export function checksumElements(checksum: Checksum | undefined): string[] {
  if (!checksum) return [];
  const { algorithm, type, value } = checksum;
  return [textElement('ChecksumType', type), textElement(checksumElement(algorithm), value)];
}

export function checksumHeaders(checksum: Checksum): Record<string, string> {
  return { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type };
}

function packIntegers(...words: readonly number[]): Buffer {
  const buffer = Buffer.alloc(words.length * 4);
  words.forEach((word, index) => buffer.writeUInt32BE(word, index * 4));
  return buffer;
}

/**
 * The table has an entry for each first byte, in two halves of 32 bits: CRCs of up to 64 bits, least
 * significant bit first.
 */
interface Table {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** CRC-32C (Castagnoli), as in RFC 3720. */
function crc32c(bytes: Uint8Array): number {
  const { low } = (castagnoli ??= buildTable(0, 0x82f6_3b78));
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (low[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** CRC-64/NVME, which S3 works out itself for an object that comes without a checksum. */
function crc64nvme(bytes: Uint8Array): { high: number; low: number } {
  const table = (nvme ??= buildTable(0x9a6c_9329, 0xac4b_c9b5));
  let [high, low] = [-1, -1];
  for (const byte of bytes) {
    const at = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (table.low[at] ?? 0);
    high = (high >>> 8) ^ (table.high[at] ?? 0);
  }
  return { high: ~high >>> 0, low: ~low >>> 0 };
}

let castagnoli: Table | undefined;
let nvme: Table | undefined;

function buildTable(polynomialHigh: number, polynomialLow: number): Table {
  const table = { high: new Int32Array(256), low: new Int32Array(256) };
  for (let byte = 0; byte < 256; byte += 1) {
    let [high, low] = [0, byte];
    for (let bit = 0; bit < 8; bit += 1) {
      const isSet = (low & 1) === 1;
      low = (low >>> 1) | (high << 31);
      high >>>= 1;
      if (isSet) {
        high ^= polynomialHigh;
        low ^= polynomialLow;
      }
    }
    table.high[byte] = high;
    table.low[byte] = low;
  }
  return table;
}
