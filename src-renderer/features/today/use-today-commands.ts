import type { Role } from '#shared/contract/define.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import type { PageCommand } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/kbd/use-page-keys.ts';

interface TodayActions {
  readonly as: Role;
  readonly mayReview: boolean;
  readonly readAgain: () => void;
  readonly startReviewing: () => void;
  readonly layOut: (as: Role) => void;
}

/** None of the letters that follow a G: whoever goes to a page must read nothing again on the way. */
export function useTodayCommands({ as, mayReview, readAgain, startReviewing, layOut }: TodayActions): void {
  usePageKeys({ u: readAgain, b: mayReview ? startReviewing : undefined });
  const start: PageCommand = {
    id: 'start-reviewing',
    title: 'Start reviewing',
    keywords: ['queue', 'documents', 'approve'],
    icon: 'review',
    shortcut: 'B',
    run: startReviewing,
  };
  usePageCommands([
    {
      id: 'read-today',
      title: 'Read Today again',
      keywords: ['refresh', 'reload', 'update'],
      icon: 'retry',
      shortcut: 'U',
      run: readAgain,
    },
    ...(mayReview ? [start] : []),
    ...roles
      .filter((role) => role !== as)
      .map((role): PageCommand => ({
        id: `today-${role}`,
        title: `Lay Today out for ${names[role]}`,
        keywords: ['role', 'view', 'dashboard'],
        icon: 'workflows',
        run: () => layOut(role),
      })),
  ]);
}

const roles = ['support', 'reviewer', 'admin'] as const;
const names: Readonly<Record<Role, string>> = {
  support: 'support',
  reviewer: 'reviewers',
  admin: 'admins',
};
