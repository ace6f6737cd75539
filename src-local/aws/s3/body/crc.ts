/** A table for each first byte, in two halves of 32 bits: CRCs of up to 64 bits, least significant bit first. */
interface Table {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** CRC-32C (Castagnoli), as in RFC 3720. */
export function crc32c(bytes: Uint8Array): number {
  const { low } = (castagnoli ??= tableOf(0, 0x82f6_3b78));
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ (low[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}

/** CRC-64/NVME, which S3 works out itself for an object that comes without a checksum. */
export function crc64nvme(bytes: Uint8Array): { high: number; low: number } {
  const table = (nvme ??= tableOf(0x9a6c_9329, 0xac4b_c9b5));
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

function tableOf(polynomialHigh: number, polynomialLow: number): Table {
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
