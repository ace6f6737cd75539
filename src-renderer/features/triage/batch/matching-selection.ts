import { useMemo } from 'react';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { mostInPlan, mostLeftOut } from '#shared/domain/job-kinds/job-kind.ts';
import { matchDocuments, type Description } from '#shared/domain/matching-documents.ts';
import { messages } from './messages.ts';
import type { DocumentTab, WhichDocuments } from './document-tabs.ts';

/** All documents that match a description, also those that no page has read; some may be left out. */
export interface MatchingSelection extends Description {
  /** The tab that it was made in. Another one can be open since. */
  readonly which: WhichDocuments;
  readonly label: string;
  /** The number that the batch item gives; null if a cause or a text limits it, or the batch does not count. */
  readonly counted: number | null;
  readonly except: Selection;
}

/** Returns the description of what a tab shows with its group and its filter. */
export function describeShown(tab: DocumentTab, group: string | null, filter: string): MatchingSelection {
  const text = filter.trim();
  return {
    which: tab.which,
    label: tab.label,
    statuses: [...tab.statuses],
    ...(group !== null && { fingerprint: group }),
    ...(text !== '' && { text }),
    counted: group === null && text === '' ? tab.count : null,
    except: new Set(),
  };
}

/** Returns the documents that were read and are selected by the description. */
export function useMatchingIds(
  matching: MatchingSelection | null,
  known: readonly DocumentRow[],
  { runs }: Pick<Batch, 'runs'>,
): Selection | null {
  return useMemo(() => {
    if (matching === null) return null;
    const matches = matchDocuments(matching, runs);
    return new Set(known.filter(matches).map(({ documentId }) => documentId));
  }, [matching, known, runs]);
}

/**
 * Returns the selection after the person changed the checkboxes of the rows that were read. Null: it is a list of ids
 * from now on, because a description can't say it.
 */
export function changeMatching(
  matching: MatchingSelection,
  before: Selection,
  next: Selection,
): MatchingSelection | null {
  if (next.size === 0) return null;
  const except = new Set(matching.except);
  for (const id of before) if (!next.has(id)) except.add(id);
  for (const id of next) if (!before.has(id) && !except.delete(id)) return null;
  return except.size > mostLeftOut ? null : { ...matching, except };
}

/** The list of the tab that is shown, which need not be the tab of the selection. */
interface ShownList {
  readonly which: WhichDocuments;
  readonly complete: boolean;
}

/** Counts the documents; `isExact` is false if the rest of the list has to be read to know. */
export function countMatching(
  { which, counted, except }: Pick<MatchingSelection, 'which' | 'counted' | 'except'>,
  loaded: number,
  shown: ShownList,
): { readonly count: number; readonly isExact: boolean } {
  if (isReadWhole(which, shown)) return { count: loaded, isExact: true };
  if (counted === null) return { count: loaded, isExact: false };
  return { count: Math.max(loaded, counted - except.size), isExact: true };
}

/** "8,525 of 8,525 in Left", "all FAILED of group 3fa9c1, at least 100", "8,523 of 8,525 in Left, 2 left out" */
export function describeMatching(matching: MatchingSelection, loaded: number, shown: ShownList): string {
  const { which, label, counted, except, fingerprint, text } = matching;
  const { count, isExact } = countMatching(matching, loaded, shown);
  const isLoaded = isReadWhole(which, shown) || (counted !== null && loaded >= counted);
  const where = [
    ...(fingerprint === undefined ? [] : [messages.select.ofGroup(fingerprint)]),
    ...(text === undefined ? [] : [messages.select.withText(text)]),
  ].join(' ');
  const says =
    where === '' && isExact
      ? messages.select.ofCounted(grouped(count), grouped(count + except.size), label)
      : messages.select.all(isExact ? grouped(count) : null, where === '' ? label : `${label} ${where}`);
  return [
    says,
    ...(isExact ? [] : [messages.select.atLeast(grouped(count))]),
    ...(isLoaded ? [] : [messages.select.loaded(grouped(loaded))]),
    ...(except.size === 0 ? [] : [messages.select.leftOut(grouped(except.size))]),
    ...(count > mostInPlan ? [messages.select.firstOnly(grouped(mostInPlan))] : []),
  ].join(', ');
}

/** The list of another tab can be at its end while most of the selected documents were not read. */
function isReadWhole(which: WhichDocuments, shown: ShownList): boolean {
  return shown.complete && shown.which === which;
}
