import { pages } from '../pages.ts';
import type { Command } from './command.ts';

/** G, then a letter, from anywhere. */
export const pageCommands: readonly Command[] = pages.map((page) => ({
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
}));
