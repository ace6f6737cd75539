import type { Dispatch, SetStateAction } from 'react';
import { allCommands } from '../commands/all-commands.ts';
import { rememberCommand } from '../palette/recent-commands.ts';
import type { Panel } from './console-overlays.tsx';
import { useCommandContext } from './use-command-context.ts';
import type { ConsoleApi } from './use-console.ts';

interface Parts {
  readonly setPanel: Dispatch<SetStateAction<Panel>>;
  readonly toggleNavigation: () => void;
}

export function useConsoleApi({ setPanel, toggleNavigation }: Parts): ConsoleApi {
  const context = useCommandContext({
    toggleNavigation,
    togglePalette: () =>
      setPanel((panel) => (panel?.kind === 'palette' ? null : { kind: 'palette', query: '' })),
    toggleShortcutSheet: () =>
      setPanel((panel) => (panel?.kind === 'shortcuts' ? null : { kind: 'shortcuts' })),
  });
  return {
    context,
    commands: allCommands(context),
    openPalette: (query) => setPanel({ kind: 'palette', query }),
    run: (command) => {
      if (!command.isAvailable(context)) return;
      rememberCommand(command.id);
      command.run(context);
    },
  };
}
