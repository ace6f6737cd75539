/** DynamoDB's limits on a key's value, in bytes of UTF-8. */
export const keyBytes = { partition: 2_048, sort: 1_024 } as const;

/**
 * Counted here, since this folder knows neither Node's Buffer nor the browser's TextEncoder; by code units, because a
 * page of items is a megabyte of text. Half a character counts as what stands in its place, three bytes.
 */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x8_00 ? 1 : 2;
    if (isHigh(code) && isLow(text.charCodeAt(at + 1))) at += 1;
  }
  return bytes;
}

/** The halves of a character beyond 0xFFFF: four bytes for two code units. */
function isHigh(code: number): boolean {
  return code >= 0xd8_00 && code < 0xdc_00;
}

function isLow(code: number): boolean {
  return code >= 0xdc_00 && code < 0xe0_00;
}
