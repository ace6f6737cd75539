/** Under this name the window keeps the id of a connection and the tenant that is chosen there. */
export const tenantMemory = 'tenant';

/** Returns the texts kept for this window, which survive a reload; a new window starts with none. */
export function readTexts(key: string): readonly string[] {
  return parseTexts(sessionStorage.getItem(key));
}

export function saveTexts(key: string, texts: readonly string[]): void {
  sessionStorage.setItem(key, JSON.stringify(texts));
}

export function parseTexts(stored: string | null): readonly string[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
  } catch {
    // The stored text is not ours, and the next save overwrites it.
    return [];
  }
}
