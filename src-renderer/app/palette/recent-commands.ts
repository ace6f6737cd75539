/** The last commands run in this window, newest first; a reload keeps them, a restart does not. */
export function recentCommands(): readonly string[] {
  return read(sessionStorage.getItem(storageKey));
}

export function rememberCommand(id: string): void {
  if (unremembered.has(id)) return;
  sessionStorage.setItem(storageKey, JSON.stringify(remembered(recentCommands(), id)));
}

export function remembered(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 5);
}

export function read(stored: string | null): readonly string[] {
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    // Somebody else's text under our name; it is overwritten by the next command.
    return [];
  }
}

const storageKey = 'recent-commands';
/** Opening the palette to find "open the palette" helps nobody. */
const unremembered = new Set(['palette']);
