import { choice, chosenTenant, defineAddress } from '#renderer/contract/page-address.ts';
import type { Role } from '#shared/contract/define.ts';

const roles: readonly Role[] = ['support', 'reviewer', 'admin'];

/** Everything of Today that a link can share. `as` is the role whose layout is shown; null for the person's own. */
export const { read: readToday, write: writeToday } = defineAddress({
  tenant: chosenTenant(),
  as: choice(roles, null),
});

export type TodayAddress = ReturnType<typeof readToday>;

export type GoToday = (change: Partial<TodayAddress>, how?: 'push' | 'replace') => void;
