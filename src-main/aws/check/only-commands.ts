import { ForbiddenCommand } from '../allowed-targets.ts';

/** The clients of the check send what is on their lists; anything else ends here and leaves no machine. */
export function onlyCommands(allowed: readonly string[]) {
  return <Args extends object, Output>(
    next: (args: Args) => Output,
    context: { readonly commandName?: string },
  ) =>
    (args: Args): Output => {
      const { commandName = 'an unknown command' } = context;
      if (allowed.includes(commandName)) return next(args);
      throw new ForbiddenCommand(`"Check connection" looks and does not act; ${commandName} was not sent.`);
    };
}

export const whereCommandsAre = { step: 'initialize', name: 'onlyCommands', override: true } as const;
