import { appearanceCommands } from './appearance-commands.ts';
import { checkCommand } from './check-command.ts';
import type { Command, CommandContext } from './command.ts';
import { consoleCommands } from './console-commands.ts';
import { pageCommands } from './page-commands.ts';
import { sandboxCommands } from './sandbox-commands.ts';
import { connectionCommands, personaCommands } from './session-commands.ts';
import { writingCommands } from './writing-commands.ts';

/** Every command there is, whether or not it can run now; the shortcut sheet lists these. */
export function allCommands({
  connections,
  session,
}: Pick<CommandContext, 'connections' | 'session'>): readonly Command[] {
  return [
    ...pageCommands,
    ...consoleCommands,
    ...appearanceCommands,
    ...sandboxCommands,
    ...writingCommands,
    checkCommand,
    ...connectionCommands(connections),
    ...personaCommands(session.personas),
  ];
}

export function availableCommands(context: CommandContext): readonly Command[] {
  return allCommands(context).filter((command) => command.isAvailable(context));
}
