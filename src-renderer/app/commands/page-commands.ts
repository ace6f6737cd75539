import { pages } from '../pages.ts';
import type { PageInfo } from '../pages.ts';
import type { Command } from './command.ts';

/** G, then a letter, from anywhere; and what begins the work of a page at once. */
export const pageCommands: readonly Command[] = [
  ...pages.map(pageCommand),
  {
    id: 'review/start',
    title: 'Start reviewing',
    section: 'Pages',
    keywords: ['review', 'queue', 'next', 'document', 'approve'],
    opensPage: true,
    icon: 'review',
    isAvailable: ({ session }) => session.who?.role === 'reviewer' || session.who?.role === 'admin',
    run: (context) => context.startReviewing(),
  },
];

function pageCommand(page: PageInfo): Command {
  return {
    id: `go${page.path}`,
    title: page.title,
    section: 'Pages',
    keywords: page.keywords,
    fillers: ['go', 'to', 'open'],
    opensPage: true,
    icon: page.icon,
    shortcut: `G ${page.letter}`,
    isAvailable: () => true,
    run: (context) => context.goTo(page.path),
  };
}
