import { readCosts, writeCosts } from '#renderer/features/costs/address.ts';
import { readReview, writeReview } from '#renderer/features/review/address.ts';
import { readToday, writeToday } from '#renderer/features/today/address.ts';
import { writeTriage } from '#renderer/features/triage/address.ts';
import { writeWorkflows } from '#renderer/features/workflows/address.ts';
import { messages } from './messages.ts';
import { readTexts, tenantMemory } from './window-memory.ts';

type Search = Readonly<Record<string, unknown>>;

/** Returns the tenant of any page's address, also of a page that shows all tenants. */
export function readTenant(search: Search): string | null {
  const { tenant } = search;
  return typeof tenant === 'string' && tenant !== '' && tenant.length <= 2_000 ? tenant : null;
}

/** Whether the page shows a batch or document of one tenant to a person who works over all of them. */
export function isOverAll(search: Search): boolean {
  return search['all'] === 'yes';
}

/** Returns the tenant with which this window last showed a page. */
export function readKeptTenant(): string | null {
  return readTexts(tenantMemory)[1] ?? null;
}

interface Navigation {
  /** The search of the page that is left. */
  readonly search: Search;
  readonly next: (search: Search) => Search;
}

/**
 * Keeps the chosen tenant from page to page (decision 035). An address that names no tenant keeps it; one with the tenant
 * `undefined` is for all tenants. A person over all tenants who opens a batch or document of one is still over all
 * tenants afterwards, which `all` says in the address.
 */
export function keepTenant({ search: from, next }: Navigation): Search {
  const { all: _all, ...to } = next(from);
  // A link of a case keeps what it says, and chooses nothing before it is followed.
  if ('in' in to) return to;
  const chosen = 'in' in from ? readKeptTenant() : readTenant(from);
  const wasOverAll = chosen === null || isOverAll(from);
  if (!Object.hasOwn(to, 'tenant')) return wasOverAll ? to : { ...to, tenant: chosen };
  const isOpened = readTenant(to) !== null && ('batch' in to || 'document' in to);
  return wasOverAll && isOpened ? { ...to, all: 'yes' } : to;
}

/** The scope is the tenant that the current page is about, with the page's name for all tenants. */
interface ScopeOfPage {
  readonly tenant: string | null;
  readonly allWords: string;
  /** Whether the page shows this tenant alone. Other pages show all tenants, and keep the chosen one for the next page. */
  readonly isFollowed: boolean;
}

export function scopeOfPage(pathname: string, search: Search): ScopeOfPage {
  const isFollowed = followingPages.has(pathname);
  const { all, allMine } = messages.tenants;
  const allWords = isFollowed && pathname !== '/workflows' && pathname !== '/triage' ? allMine : all;
  // A link of a case that is not followed yet names a tenant that is not chosen.
  return { tenant: pathname === '/open' ? null : readTenant(search), allWords, isFollowed };
}

const followingPages: ReadonlySet<string> = new Set(['/today', '/triage', '/review', '/workflows', '/costs']);

/**
 * Keeps the person on the same page and view if that page has a tenant, and otherwise leads to the batches of the chosen
 * one. Nothing that belonged to the earlier tenant stays.
 */
export function placeInScope(pathname: string, search: Search, tenant: string | null) {
  switch (pathname) {
    case '/review': {
      const { view, percent } = readReview(search);
      return { to: '/review', search: writeReview({ view, percent, tenant }) } as const;
    }
    case '/costs': {
      const { view, days } = readCosts(search);
      return { to: '/costs', search: writeCosts({ view, days, tenant }) } as const;
    }
    case '/workflows':
      return { to: '/workflows', search: writeWorkflows({ tenant }) } as const;
    case '/today':
      return { to: '/today', search: writeToday({ ...readToday(search), tenant }) } as const;
    case '/triage':
      return { to: '/triage', search: writeTriage({ tenant }) } as const;
    default:
      return tenant === null
        ? ({ to: pathname, search: { ...search, tenant: undefined } } as const)
        : ({ to: '/triage', search: writeTriage({ tenant }) } as const);
  }
}
