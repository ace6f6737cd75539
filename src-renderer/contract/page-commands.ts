import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** A page command can be run only while its page is shown. */
export interface PageCommand {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
  readonly icon:
    | 'retry'
    | 'workflows'
    | 'review'
    | 'undo'
    | 'costs'
    | 'export'
    | 'stop'
    | 'columns'
    | 'reveal';
  /** The shortcut is written as in ui/kbd. The page listens for it; here it is only displayed. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Offers the commands in the palette for as long as the page is mounted. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const run = useEffectEvent((id: string) => commands.find((one) => one.id === id)?.run());
  const said = commands.map(({ id, title, shortcut }) => [id, title, shortcut].join('\n')).join('\n\n');
  const latest = useEffectEvent((words: string) =>
    words === '' ? [] : commands.map((one) => ({ ...one, run: () => run(one.id) })),
  );
  // The commands are offered again only when their texts change; their actions are looked up when they run.
  useEffect(() => offer(latest(said)), [said]);
}

/** Returns the commands that the shown pages offer. */
export function useOfferedCommands(): readonly PageCommand[] {
  return useSyncExternalStore(listen, () => all);
}

const offers = new Set<readonly PageCommand[]>();
const listeners = new Set<() => void>();
let all: readonly PageCommand[] = [];

function offer(commands: readonly PageCommand[]): () => void {
  offers.add(commands);
  tell();
  return () => {
    offers.delete(commands);
    tell();
  };
}

function tell(): void {
  all = [...offers].flat();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
