import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';

/** Whose work the page that is shown is about, and where another choice leads. */
export interface ScopeOfPage {
  readonly tenant: string | null;
  readonly allWords: string;
}

export function scopeOfPage(pathname: string, search: Readonly<Record<string, unknown>>): ScopeOfPage {
  if (isReview(pathname)) return { tenant: readReview(search).tenant, allWords: 'All my tenants' };
  return { tenant: pathname === '/triage' ? readTriage(search).tenant : null, allWords: 'All tenants' };
}

/** Who reviews goes on reviewing; from any other page it leads to the batches. */
export function placeInScope(
  pathname: string,
  search: Readonly<Record<string, unknown>>,
  tenant: string | null,
) {
  if (!isReview(pathname)) {
    return { to: '/triage', search: writeTriage({ ...readTriage({}), tenant }) } as const;
  }
  const { view, percent } = readReview(search);
  return { to: '/review', search: writeReview({ ...readReview({}), view, percent, tenant }) } as const;
}

function isReview(pathname: string): boolean {
  return pathname === '/review';
}
