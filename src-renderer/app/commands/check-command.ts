import type { Command } from './command.ts';

/** Asks each call that the open connection needs once, and shows what of it works. */
export const checkCommand: Command = {
  id: 'check-connection',
  title: 'Check connection',
  section: 'Connections',
  keywords: ['iam', 'permissions', 'denied', 'test', 'identity', 'policy', 'works', 'connections.json'],
  icon: 'link',
  opensPage: true,
  // The sandbox denies nothing.
  isAvailable: ({ session }) => session.connection.kind === 'aws',
  run: (context) => context.checkConnection(),
};
