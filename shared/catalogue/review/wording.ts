/** "A, B and C" */
export function listed(words: readonly string[], join = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1) ?? ''}`;
}

export function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** "1,200" */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
