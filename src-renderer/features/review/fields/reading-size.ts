/** Large while it fits its card; what is longer stands below the other, so that what differs is under each other. */
export function readingSize(values: readonly string[]): 'large' | 'medium' | 'stacked' {
  const longest = Math.max(0, ...values.map((value) => value.length));
  if (longest > fitsMedium || values.some((value) => value.includes('\n'))) return 'stacked';
  return longest > fitsLarge ? 'medium' : 'large';
}

/** In characters of their sizes, at the narrowest that the pane is. */
const fitsLarge = 17;
const fitsMedium = 24;
