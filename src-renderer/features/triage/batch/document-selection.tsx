import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { writeTriage, type GoTriage, type TriageAddress } from '../address.ts';
import { messages } from '../messages.ts';
import type { BatchName } from './document-pages.ts';
import type { MatchingSelection } from './matching-selection.ts';
import { messages as own } from './messages.ts';

/**
 * Holds the selected documents of a batch, whatever tab, filter or page shows them. A short selection is kept
 * in the address. A longer one is kept in the query cache of the window, which is emptied for another
 * connection or person.
 */
export function useSelection(
  batch: BatchName,
  address: TriageAddress,
  go: GoTriage,
): readonly [Selection, (selected: Selection) => void] {
  const client = useQueryClient();
  const told = address.selected.join(' ');
  const [kept, setKept] = useState<StoredSelection>(() => {
    const long = client.getQueryData<Selection>(toKey(batch));
    const selected = told === '' && long !== undefined ? long : new Set(address.selected);
    return { told, written: new Set([told]), selected };
  });
  // A link or the Back button has brought another selection; an address that this hook wrote is not one.
  const isForeign = told !== kept.told && !kept.written.has(told);
  if (told !== kept.told) {
    setKept(isForeign ? { ...kept, told, selected: new Set(address.selected) } : { ...kept, told });
  }

  function select(selected: Selection): void {
    const ids = [...selected];
    const written = writeTriage({ ...address, selected: ids })['selected'] ?? '';
    setKept((before) => ({ ...before, selected, written: new Set(before.written).add(written) }));
    const fits = ids.length === 0 || written !== '';
    client.setQueryDefaults(toKey(batch), { gcTime: Number.POSITIVE_INFINITY });
    if (fits) client.removeQueries({ queryKey: toKey(batch), exact: true });
    else client.setQueryData(toKey(batch), selected);
    go({ selected: fits ? ids : [] }, 'replace');
  }

  return [isForeign ? new Set(address.selected) : kept.selected, select];
}

/** Holds "all that match" while the batch is open; null while single documents are selected. */
export function useMatchingSelection() {
  return useState<MatchingSelection | null>(null);
}

interface StoredSelection {
  /** The selection in the address when it was last read. */
  readonly told: string;
  /** The selections that this hook wrote into the address. */
  readonly written: ReadonlySet<string>;
  readonly selected: Selection;
}

/** Two tenants may have batches of the same id. */
function toKey({ tenantId, batchId }: BatchName) {
  return ['triage selection', tenantId, batchId] as const;
}

interface SelectedActionsProps {
  readonly count: number;
  /** All that match are selected, and may be more than were counted. */
  readonly isAtLeast?: boolean | undefined;
  /** How many ids are known on this page, if fewer than are selected. */
  readonly loaded?: number | undefined;
  readonly whyNot: string | undefined;
  readonly onReprocess: () => void;
  readonly onCopyIds: () => void;
}

/** The actions on exactly the selected documents. */
export function SelectedActions(props: SelectedActionsProps) {
  const { count, isAtLeast = false, loaded, whyNot, onReprocess, onCopyIds } = props;
  // Main takes the first of those that match; the selection says so.
  const tooMany =
    loaded === undefined && count > mostInPlan
      ? messages.documents.planLimit(grouped(mostInPlan))
      : undefined;
  return (
    <>
      <Button size="sm" variant="ghost" icon="copy" onClick={onCopyIds}>
        {loaded === undefined || loaded === count ? 'Copy ids' : own.select.copyLoaded(grouped(loaded))}
      </Button>
      <Button size="sm" variant="primary" disabled={whyNot ?? tooMany ?? false} onClick={onReprocess}>
        {isAtLeast ? own.select.reprocessAll : `Reprocess ${grouped(count)}…`}
      </Button>
    </>
  );
}

/** Where the selected documents are; each is counted once. */
interface WhereSelected {
  readonly selected: number;
  /** The documents in the list that the typed filter hides. */
  readonly hiddenByFilter: number;
  /** The documents that were read, but are in another tab or group. */
  readonly elsewhere: number;
  /** The documents on unread pages, known only by their ids from a link or a plan. */
  readonly unread: number;
  /** How many there are in the tab, if it is shown whole. */
  readonly of?: number | undefined;
}

/**
 * "31 selected, 4 not shown by this filter, 2 on pages not read": the documents that an action would reach.
 */
export function describeSelection({
  selected,
  hiddenByFilter,
  elsewhere,
  unread,
  of,
}: WhereSelected): string {
  const isOfTab = of !== undefined && elsewhere === 0 && of > selected;
  const parts = [
    isOfTab ? `${grouped(selected)} of ${grouped(of)} selected` : `${grouped(selected)} selected`,
  ];
  if (hiddenByFilter > 0) parts.push(`${grouped(hiddenByFilter)} not shown by this filter`);
  if (elsewhere > 0) parts.push(`${grouped(elsewhere)} in other tabs or groups`);
  if (unread > 0) parts.push(`${grouped(unread)} on pages not read`);
  return parts.join(', ');
}

/**
 * `hidden` and `notListed` are the counts of the table; `isKnown` says whether a document was read in any
 * list.
 */
export function countSelected(
  selected: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  hidden: number,
  isKnown: (documentId: string) => boolean,
): WhereSelected {
  let elsewhere = 0;
  let unread = 0;
  for (const id of selected) {
    if (listed.has(id)) continue;
    if (isKnown(id)) elsewhere += 1;
    else unread += 1;
  }
  return { selected: selected.size, hiddenByFilter: hidden, elsewhere, unread };
}
