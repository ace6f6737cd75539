import { findCommandId } from '../commands/find-command.ts';
import { keepTexts, keptTexts } from '../window-memory.ts';

/** The ids of the last commands run in this window, newest first. */
export function recentCommands(): readonly string[] {
  return keptTexts(memoryKey);
}

export function rememberCommand(id: string): void {
  if (!unremembered.has(id)) keepTexts(memoryKey, withNewest(recentCommands(), id));
}

export function withNewest(recent: readonly string[], id: string): readonly string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, 5);
}

const memoryKey = 'recent-commands';
/** Opening the palette to find "open the palette" helps nobody, and an id is another one the next time. */
const unremembered = new Set(['palette', findCommandId]);
