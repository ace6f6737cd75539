import { documentStatuses, type DocumentCounts, type DocumentStatus } from '#shared/domain/statuses.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';

export type WhichDocuments = DocumentStatus | 'all';

/** A tab of a batch's documents, and the source of its rows. */
export interface DocumentTab {
  readonly which: WhichDocuments;
  readonly label: string;
  /** The count of the batch item; null if it has none. */
  readonly count: number | null;
  /** The partition of GSI2 with these documents, if there is one. */
  readonly index: IndexedStatus | null;
  /** True if the base table must be read, for all of them or for those that no index has. */
  readonly base: boolean;
  readonly statuses: ReadonlySet<DocumentStatus>;
}

/** Only these statuses have the keys of GSI2 (domain, 1.1). */
export type IndexedStatus = 'FAILED' | 'REVIEW_REQUIRED' | 'PROCESSING';

/** The tabs in the bar and the tabs behind "More". */
export function listDocumentTabs(
  counts: DocumentCounts,
  documentCount: number | null,
  chosen: WhichDocuments,
): { readonly shown: readonly DocumentTab[]; readonly more: readonly DocumentTab[] } {
  // A status without a count may have documents.
  const mayHave = (status: DocumentStatus) => counts[status] !== 0 && counts[status] !== undefined;
  const tab = (which: WhichDocuments) => toDocumentTab(which, counts, documentCount);
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

export function toDocumentTab(
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

/** Returns the tab that says most about this batch. */
export function chooseFirstDocuments(counts: DocumentCounts): WhichDocuments {
  if ((counts.FAILED ?? 0) > 0) return 'FAILED';
  if ((counts.REVIEW_REQUIRED ?? 0) > 0) return 'REVIEW_REQUIRED';
  return (counts.PROCESSING ?? 0) > 0 ? 'PROCESSING' : 'all';
}

/** "FAILED 35" */
export function formatTab({ label, count }: DocumentTab): string {
  return count === null ? label : `${label} ${grouped(count)}`;
}

/** Says where the rows come from, and which documents are therefore missing. */
export function describeSource({ which, index, base }: DocumentTab): string {
  if (index !== null && base) {
    return messages.documents.fromBothSources;
  }
  if (index !== null) return messages.documents.fromIndex;
  return which === 'all' ? messages.documents.fromTable : messages.documents.fromTableOnly(which);
}

function isLeft(which: WhichDocuments): boolean {
  return which === 'PROCESSING' || which === 'QUEUED';
}
