import type { Dispatch, SetStateAction } from 'react';
import { Palette } from '../palette/palette.tsx';
import { PendingKeys } from '../shortcuts/pending-keys.tsx';
import { ShortcutSheet } from '../shortcuts/shortcut-sheet.tsx';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { useConsole } from './use-console.ts';

export type Panel =
  | { readonly kind: 'palette'; readonly query: string }
  | { readonly kind: 'shortcuts' }
  | null;

interface ConsoleOverlaysProps {
  readonly panel: Panel;
  readonly setPanel: Dispatch<SetStateAction<Panel>>;
}

/** What lies over every page and listens everywhere. */
export function ConsoleOverlays({ panel, setPanel }: ConsoleOverlaysProps) {
  const { commands, context, run } = useConsole();
  const close = () => setPanel(null);
  const available = commands.filter((command) => command.isAvailable(context));
  const pending = useShortcuts(
    available.flatMap((command) =>
      command.shortcut === undefined ? [] : [{ shortcut: command.shortcut, run: () => run(command) }],
    ),
    context.preferences.singleKeys === 'on',
  );

  return (
    <>
      <Palette
        open={panel?.kind === 'palette'}
        initialQuery={panel?.kind === 'palette' ? panel.query : ''}
        commands={available}
        onClose={close}
        onRun={(command) => {
          close();
          run(command);
        }}
      />
      <ShortcutSheet open={panel?.kind === 'shortcuts'} commands={commands} onClose={close} />
      <PendingKeys pending={pending} commands={available} />
    </>
  );
}
