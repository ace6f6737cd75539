import type { DocumentRow } from '#shared/contract/triage/documents.ts';
import type { OtherItem } from '#shared/contract/triage/words.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { DocumentPages } from './document-pages.ts';
import type { DocumentTab } from './which-documents.ts';

/** The documents of the tab that is shown. */
export interface DocumentList {
  readonly rows: readonly DocumentRow[];
  /** Of what the list is read from; those that belong elsewhere counted too. */
  readonly read: number;
  readonly complete: boolean;
  readonly reading: boolean;
  readonly failure: Failure | undefined;
  readonly throttled: number;
  /** Items of another kind that stand among what was read. */
  readonly others: readonly OtherItem[];
  readonly lastRru: number | undefined;
  /** Undefined when there is nothing left to read. */
  readonly readOn: (() => void) | undefined;
  /** Reading on goes by another road, which somebody should choose and not stumble into. */
  readonly turns: boolean;
}

/** The list of a tab out of the pages it is read from: the index's first, and then, where no index has the rest, the table's. */
export function listOf(tab: DocumentTab, index: DocumentPages | null, base: DocumentPages): DocumentList {
  const both = index !== null && tab.base && base.asked;
  const now = index === null || (both && index.complete) ? base : index;
  const complete = (index === null || index.complete) && (!tab.base || base.complete);
  return {
    rows: both
      ? joined(index.rows, wanted(base.rows, tab))
      : index === null
        ? wanted(base.rows, tab)
        : index.rows,
    read: index === null ? base.rows.length : index.rows.length + (both ? base.rows.length : 0),
    complete,
    reading: now.reading,
    failure: now.failure,
    throttled: (index?.throttled ?? 0) + (both || index === null ? base.throttled : 0),
    others: [...(index?.others ?? []), ...(both || index === null ? base.others : [])],
    lastRru: now.lastRru,
    readOn: complete ? undefined : () => void (index !== null && index.complete ? base : now).readOn(),
    turns: index !== null && index.complete && tab.base && !complete,
  };
}

const chosen = new WeakMap<readonly DocumentRow[], Map<string, readonly DocumentRow[]>>();

/** One array for the same pages and tab, as the table wants it. */
function wanted(rows: readonly DocumentRow[], { which, statuses }: DocumentTab): readonly DocumentRow[] {
  if (which === 'all') return rows;
  const byTab = chosen.get(rows) ?? new Map<string, readonly DocumentRow[]>();
  chosen.set(rows, byTab);
  const before = byTab.get(which);
  if (before !== undefined) return before;
  const found = rows.filter(({ status }) => status !== null && statuses.has(status));
  byTab.set(which, found);
  return found;
}

const joins = new WeakMap<readonly DocumentRow[], WeakMap<readonly DocumentRow[], readonly DocumentRow[]>>();

function joined(first: readonly DocumentRow[], second: readonly DocumentRow[]): readonly DocumentRow[] {
  const bySecond = joins.get(first) ?? new WeakMap<readonly DocumentRow[], readonly DocumentRow[]>();
  joins.set(first, bySecond);
  const before = bySecond.get(second);
  if (before !== undefined) return before;
  const rows = [...first, ...second];
  bySecond.set(second, rows);
  return rows;
}
