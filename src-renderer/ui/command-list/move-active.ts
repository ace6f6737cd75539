const pageRows = 8;

/** The row a key moves to, or undefined for a key that is the field's. Arrows go round the ends. */
export function moveActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active - 1 + count) % count;
    case 'PageDown':
      return Math.min(active + pageRows, count - 1);
    case 'PageUp':
      return Math.max(active - pageRows, 0);
    default:
      return undefined;
  }
}
