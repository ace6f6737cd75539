import type { Command } from './command.ts';

/** Opening production for a while, and closing it again, while it is what the console works on. */
export const writingCommands: readonly Command[] = [
  {
    id: 'writing/unlock',
    title: 'Unlock for writing…',
    section: 'Connections',
    keywords: ['production', 'write', 'read-only', 'session', 'access', 'minutes'],
    icon: 'unlock',
    isAvailable: ({ session: { connection } }) => connection.unlockable && connection.readOnly,
    run: (context) => context.askToUnlock(),
  },
  {
    id: 'writing/extend',
    title: 'Extend the time for writing…',
    section: 'Connections',
    keywords: ['production', 'unlock', 'minutes', 'longer', 'session'],
    icon: 'unlock',
    isAvailable: ({ session }) => session.writing !== null,
    run: (context) => context.askToUnlock(),
  },
  {
    id: 'writing/lock',
    title: 'Lock now',
    section: 'Connections',
    keywords: ['production', 'read-only', 'end', 'writing', 'session'],
    icon: 'lock',
    isAvailable: ({ session }) => session.writing !== null,
    run: (context) => context.lock(),
  },
];
