import { createContext, useContext } from 'react';
import type { Command, CommandContext } from '../commands/command.ts';

export interface ConsoleApi {
  readonly context: CommandContext;
  /** Every command, available or not. */
  readonly commands: readonly Command[];
  readonly run: (command: Command) => void;
  readonly openPalette: (query: string) => void;
}

export const ConsoleContext = createContext<ConsoleApi | null>(null);

/** The commands and what they act on, for the parts of the shell. */
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
