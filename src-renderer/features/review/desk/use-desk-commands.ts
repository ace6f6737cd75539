import { usePageCommands } from '#renderer/contract/page-commands.ts';
import type { PageCommand } from '#renderer/contract/page-commands.ts';
import type { DeskKeys } from './use-desk-keys.ts';

/** The same in the palette, for who does not know the keys yet. */
export function useDeskCommands(primary: string, keys: DeskKeys, canUndo: boolean): void {
  usePageCommands([
    command('review-decide', primary, 'Mod+Enter', keys.decide),
    ...optional('review-reject', 'Reject this document…', 'R', keys.reject),
    ...optional('review-postpone', 'Set this document aside for an hour', 'P', keys.postpone),
    ...optional('review-hand-over', 'Hand this document over…', 'H', keys.handOver),
    ...optional('review-comment', 'Write a comment on this document', 'C', keys.comment),
    ...(canUndo ? [command('review-undo', 'Take the last decision back', 'U', keys.undo, 'undo')] : []),
  ]);
}

function command(
  id: string,
  title: string,
  shortcut: string,
  run: () => void,
  icon: PageCommand['icon'] = 'review',
): PageCommand {
  return { id, title, shortcut, run, icon, keywords: ['review', 'desk'] };
}

function optional(
  id: string,
  title: string,
  shortcut: string,
  run: (() => void) | undefined,
): readonly PageCommand[] {
  return run === undefined ? [] : [command(id, title, shortcut, run)];
}
