import type { Command, CommandContext } from './command.ts';

/** What can be done with the world of the sandbox, while it is the one that is open. */
export const sandboxCommands: readonly Command[] = [
  trafficCommand(true, 'Pause live traffic', 'pause'),
  trafficCommand(false, 'Resume live traffic', 'play'),
  {
    id: 'sandbox/reset',
    title: 'Reset sandbox…',
    section: 'Sandbox',
    keywords: ['seed', 'world', 'begin', 'anew', 'clear'],
    icon: 'undo',
    isAvailable: isSandbox,
    run: (context) => context.askToResetSandbox(),
  },
];

function trafficCommand(paused: boolean, title: string, icon: 'pause' | 'play'): Command {
  return {
    id: `sandbox/traffic/${paused ? 'pause' : 'resume'}`,
    title,
    section: 'Sandbox',
    keywords: ['sandbox', 'batches', 'customers', 'stop', 'start'],
    icon,
    // Until somebody has asked how it is, both are there.
    isAvailable: (context) => isSandbox(context) && context.trafficIsPaused !== paused,
    run: (context) => context.setTraffic(paused),
  };
}

function isSandbox({ session }: CommandContext): boolean {
  return session.connection.kind === 'sandbox';
}
