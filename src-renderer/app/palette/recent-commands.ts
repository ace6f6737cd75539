import { isFindCommand } from '../commands/find-command.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';

/** The ids of the last commands run in this window, newest first. */
export function recentCommands(): readonly string[] {
  return keptTexts(memoryKey);
}

/** Opening the palette to find "open the palette" helps no one, and an id is another one the next time. */
export function rememberCommand(id: string): void {
  if (id !== 'palette' && !isFindCommand(id)) keepTexts(memoryKey, withNewest(recentCommands(), id));
}

export function withNewest(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 5);
}

const memoryKey = 'recent-commands';
