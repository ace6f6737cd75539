import { createContext, useContext } from 'react';
import type { Command, CommandContext } from '../commands/command.ts';

export interface ConsoleApi {
  readonly context: CommandContext;
  /** The list holds every command, whether or not it is available. */
  readonly commands: readonly Command[];
  readonly run: (command: Command) => void;
  readonly openPalette: (query: string) => void;
  readonly tenantChooser: { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void };
}

export const ConsoleContext = createContext<ConsoleApi | null>(null);

/** Gives the parts of the shell the commands and the context that they act on. */
export function useConsole(): ConsoleApi {
  const api = useContext(ConsoleContext);
  if (api === null) throw new Error('useConsole needs the Shell above it.');
  return api;
}

export function useNamedCommand(id: string): { readonly command: Command; readonly run: () => void } {
  const { commands, run } = useConsole();
  const command = commands.find((candidate) => candidate.id === id);
  if (command === undefined) throw new Error(`There is no command "${id}".`);
  return { command, run: () => run(command) };
}
