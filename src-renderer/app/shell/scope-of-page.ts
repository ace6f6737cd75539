import { readCosts, writeCosts } from '#renderer/features/costs/costs-address.ts';
import { readReview, writeReview } from '#renderer/features/review/review-address.ts';
import { readToday, writeToday } from '#renderer/features/today/today-address.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import { readWorkflows, writeWorkflows } from '#renderer/features/workflows/workflows-address.ts';

/** Whose work the page that is shown is about, and where another choice leads. */
export interface ScopeOfPage {
  readonly tenant: string | null;
  readonly allWords: string;
}

type Search = Readonly<Record<string, unknown>>;

export function scopeOfPage(pathname: string, search: Search): ScopeOfPage {
  switch (pathname) {
    case '/review':
      return { tenant: readReview(search).tenant, allWords: 'All my tenants' };
    case '/costs':
      return { tenant: readCosts(search).tenant, allWords: 'All my tenants' };
    case '/workflows':
      return { tenant: readWorkflows(search).tenant, allWords: 'All tenants' };
    case '/triage':
      return { tenant: readTriage(search).tenant, allWords: 'All tenants' };
    case '/today':
      return { tenant: readToday(search).tenant, allWords: 'All my tenants' };
    default:
      return { tenant: null, allWords: 'All tenants' };
  }
}

/** Who reviews goes on reviewing, and who counts counting, on the page they are on; from a page of no tenant it leads to the batches. */
export function placeInScope(pathname: string, search: Search, tenant: string | null) {
  switch (pathname) {
    case '/review': {
      const { view, percent } = readReview(search);
      return { to: '/review', search: writeReview({ ...readReview({}), view, percent, tenant }) } as const;
    }
    case '/costs': {
      const { view, days } = readCosts(search);
      return { to: '/costs', search: writeCosts({ ...readCosts({}), view, days, tenant }) } as const;
    }
    case '/workflows':
      return { to: '/workflows', search: writeWorkflows({ ...readWorkflows({}), tenant }) } as const;
    case '/today':
      return { to: '/today', search: writeToday({ ...readToday(search), tenant }) } as const;
    default:
      return { to: '/triage', search: writeTriage({ ...readTriage({}), tenant }) } as const;
  }
}
