const mostKept = 500;

/**
 * Programs send few expressions many times, so what an expression says is read once; what its #names and :values
 * stand for is not part of it. The least recently used goes first.
 */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    const result = known ?? read(text);
    if (known !== undefined) kept.delete(text);
    else if (kept.size >= mostKept) {
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    }
    kept.set(text, result);
    return result;
  };
}
