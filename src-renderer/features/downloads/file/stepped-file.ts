/** The file below or above as they are listed; of one that is not among them, the first. */
export function steppedFile(order: readonly string[], file: string | null, by: 1 | -1): string | undefined {
  const at = order.indexOf(file ?? '');
  return at === -1 ? order[0] : order[at + by];
}
