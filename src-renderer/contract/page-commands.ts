import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Something that can be done on the page that is shown, and on no other. */
export interface PageCommand {
  readonly id: string;
  readonly title: string;
  readonly keywords: readonly string[];
  readonly icon: 'retry' | 'workflows' | 'review' | 'undo' | 'costs' | 'export' | 'stop';
  /** As in ui/kbd. The page hears it by itself; here it is only said. */
  readonly shortcut?: string;
  readonly run: () => void;
}

/** Offers them in the palette for as long as the page is there. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const run = useEffectEvent((id: string) => commands.find((one) => one.id === id)?.run());
  const said = commands.map(({ id, title, shortcut }) => [id, title, shortcut].join('\n')).join('\n\n');
  const latest = useEffectEvent((words: string) =>
    words === '' ? [] : commands.map((one) => ({ ...one, run: () => run(one.id) })),
  );
  // What they say decides when they are offered anew; what they do is looked up when they are run.
  useEffect(() => offer(latest(said)), [said]);
}

/** What the pages that are shown offer. */
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
