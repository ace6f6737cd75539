const kilobyte = 1_024;

/** "2.1 KB of 400", the most that DynamoDB takes in one item. */
export function sizeWords(bytes: number): string {
  if (bytes < kilobyte) return `${String(bytes)} B of 400 KB`;
  const kilobytes = bytes / kilobyte;
  return `${kilobytes < 100 ? kilobytes.toFixed(1) : String(Math.round(kilobytes))} KB of 400`;
}
