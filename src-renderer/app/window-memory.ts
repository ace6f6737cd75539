/** A list of texts kept for this window; a reload keeps it, a new window starts without. */
export function keptTexts(key: string): readonly string[] {
  return textsIn(sessionStorage.getItem(key));
}

export function keepTexts(key: string, texts: readonly string[]): void {
  sessionStorage.setItem(key, JSON.stringify(texts));
}

export function textsIn(stored: string | null): readonly string[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
  } catch {
    // Somebody else's text under our name; what is kept next overwrites it.
    return [];
  }
}
