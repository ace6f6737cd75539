import { allCommands } from '../commands/all-commands.ts';
import type { CommandContext } from '../commands/command.ts';
import { rememberCommand } from '../palette/recent-commands.ts';
import type { ConsoleApi } from './console-context.ts';
import type { SetPanel } from './use-panel.ts';

/** What the parts of the shell may know and do, made of the real console and its one panel. */
export function buildConsoleApi(context: CommandContext, setPanel: SetPanel): ConsoleApi {
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
