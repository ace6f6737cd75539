/** DynamoDB's limits on a key's value, in bytes of UTF-8. */
export const keyBytes = { partition: 2_048, sort: 1_024 } as const;

/** Counted here, since this folder knows neither Node's Buffer nor the browser's TextEncoder. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
