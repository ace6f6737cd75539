/** The usual ones, each by its number. */
export const usualReasons: readonly string[] = [
  'Not a document of this workflow',
  'Cut off or illegible',
  'Pages are missing',
  'The same document came before',
  'Meant for somebody else',
  'The figures on the page do not add up',
];

/** "Pages are missing: page 2 of 3": a usual one, own words, or both. Empty where neither is given. */
export function composedReason(usual: string | null, words: string): string {
  const own = words.trim();
  if (usual === null) return own;
  return own === '' ? usual : `${usual}: ${own}`;
}

/** How many characters are left for own words. */
export function roomForWords(usual: string | null): number {
  return longestReason - (usual === null ? 0 : usual.length + ': '.length);
}

const longestReason = 500;
export const reasonMissing = 'Choose a reason or say it in your own words.';
