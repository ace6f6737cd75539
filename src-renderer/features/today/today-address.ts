import type { Role } from '#shared/contract/define.ts';

const roles: readonly Role[] = ['support', 'reviewer', 'admin'];

/** Everything of Today that can be shared as a link; it is read leniently. */
export interface TodayAddress {
  readonly tenant: string | null;
  /** The role whose layout is shown; null for the person's own. */
  readonly as: Role | null;
}

export type GoToday = (change: Partial<TodayAddress>, how?: 'push' | 'replace') => void;

export function readToday(search: Readonly<Record<string, unknown>>): TodayAddress {
  const tenant = search['tenant'];
  return {
    tenant: typeof tenant === 'string' && tenant !== '' && tenant.length <= 256 ? tenant : null,
    as: roles.find((one) => one === search['as']) ?? null,
  };
}

export function writeToday({ tenant, as }: TodayAddress): Readonly<Record<string, string>> {
  return { ...(tenant === null ? {} : { tenant }), ...(as === null ? {} : { as }) };
}
