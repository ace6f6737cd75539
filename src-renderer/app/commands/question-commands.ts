import type { OpenSystem } from '#shared/contract/explorer.ts';
import type { Command } from './command.ts';

/** Every question of every system; those of a file too. */
export function questionCommands(systems: readonly OpenSystem[]): readonly Command[] {
  return systems.flatMap(({ declaration }) =>
    Object.entries(declaration.patterns).map(([pattern, { asks, title, number }]) => ({
      id: `question/${declaration.id}/${pattern}`,
      title: `Explorer: ${asks}`,
      section: 'Questions' as const,
      keywords: [number, declaration.id, declaration.name, ...title.split(' ')],
      fillers: ['go', 'to', 'ask'],
      icon: 'explorer' as const,
      hint: `${declaration.name} ${number}`,
      opensPage: true as const,
      isAvailable: () => true,
      run: (context) => context.goToQuestion(declaration.id, pattern),
    })),
  );
}
