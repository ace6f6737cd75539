/** Two letters for a badge: of the first and the last name, or the first two of a single one. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return '?';
  const letters =
    words.length === 1 ? Array.from(first).slice(0, 2) : [Array.from(first)[0], Array.from(last)[0]];
  return letters.join('').toUpperCase();
}
