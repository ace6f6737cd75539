import { documentStatuses, type DocumentCounts, type DocumentStatus } from '#shared/domain/statuses.ts';
import { grouped } from '#shared/domain/formatting.ts';

export type WhichDocuments = DocumentStatus | 'all';

/** One way to look at a batch's documents, and where they are read from. */
export interface DocumentTab {
  readonly which: WhichDocuments;
  readonly label: string;
  /** From the batch item; null where it has none. */
  readonly count: number | null;
  /** The partition of GSI2 that has them, if one does. */
  readonly index: IndexedStatus | null;
  /** Whether the base table has to be read for them, all of it or for what no index has. */
  readonly base: boolean;
  readonly statuses: ReadonlySet<DocumentStatus>;
}

/** Only these carry the keys of GSI2 (domain, 1.1). */
export type IndexedStatus = 'FAILED' | 'REVIEW_REQUIRED' | 'PROCESSING';

/** The tabs in the bar and the tabs behind "More". */
export function documentTabs(
  counts: DocumentCounts,
  documentCount: number | null,
  chosen: WhichDocuments,
): { readonly shown: readonly DocumentTab[]; readonly more: readonly DocumentTab[] } {
  // A status without a count may have documents.
  const mayHave = (status: DocumentStatus) => counts[status] !== 0 && counts[status] !== undefined;
  const tab = (which: WhichDocuments) => documentTab(which, counts, documentCount);
  const rest = (['SUCCEEDED', 'REJECTED'] as const).filter((status) => mayHave(status) || status === chosen);
  const shown = [
    tab('all'),
    tab('FAILED'),
    ...(mayHave('REVIEW_REQUIRED') || chosen === 'REVIEW_REQUIRED' ? [tab('REVIEW_REQUIRED')] : []),
    ...(mayHave('QUEUED') || mayHave('PROCESSING') || isLeft(chosen) ? [tab('PROCESSING')] : []),
  ];
  const isBehind = rest.some((status) => status === chosen);
  return {
    shown: isBehind ? [...shown, tab(chosen)] : shown,
    more: rest.filter((status) => status !== chosen).map(tab),
  };
}

export function documentTab(
  which: WhichDocuments,
  counts: DocumentCounts,
  documentCount: number | null,
): DocumentTab {
  if (which === 'all') {
    return {
      which,
      label: 'All',
      count: documentCount,
      index: null,
      base: true,
      statuses: new Set(documentStatuses),
    };
  }
  if (isLeft(which)) {
    const { QUEUED: queued = 0, PROCESSING: running = 0 } = counts;
    return {
      which: 'PROCESSING',
      label: 'Left',
      count: queued === null || running === null ? null : queued + running,
      index: 'PROCESSING',
      base: queued !== 0,
      statuses: new Set(['QUEUED', 'PROCESSING']),
    };
  }
  const index = which === 'FAILED' || which === 'REVIEW_REQUIRED' ? which : null;
  return {
    which,
    label: which === 'REVIEW_REQUIRED' ? 'REVIEW' : which,
    count: counts[which] === undefined ? 0 : counts[which],
    index,
    base: index === null,
    statuses: new Set([which]),
  };
}

/** Whichever tells most of this batch. */
export function firstDocuments(counts: DocumentCounts): WhichDocuments {
  if ((counts.FAILED ?? 0) > 0) return 'FAILED';
  if ((counts.REVIEW_REQUIRED ?? 0) > 0) return 'REVIEW_REQUIRED';
  return (counts.PROCESSING ?? 0) > 0 ? 'PROCESSING' : 'all';
}

/** "FAILED 35" */
export function formatTab({ label, count }: DocumentTab): string {
  return count === null ? label : `${label} ${grouped(count)}`;
}

/** Where the rows come from, and what that means for those that are not there. */
export function describeSource({ which, index, base }: DocumentTab): string {
  if (index !== null && base) {
    return 'PROCESSING by GSI2; QUEUED is in no index and is read from the base table';
  }
  if (index !== null) return `by GSI2, newest first; what is not in it is not proven away`;
  return which === 'all'
    ? 'from the base table, as it is now'
    : `from the base table: ${which} is in no index`;
}

function isLeft(which: WhichDocuments): boolean {
  return which === 'PROCESSING' || which === 'QUEUED';
}
