/** "A, B and C" */
export function listed(words: readonly string[], join: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1) ?? ''}`;
}
