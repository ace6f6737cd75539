import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { batchKey } from '#renderer/contract/changes-provider.tsx';
import type { Answer } from '#renderer/contract/operation-options.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { visuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useBatchDocuments } from '../batch/batch-documents.ts';
import { buildDocumentColumns, findGroup } from '../batch/document-columns.tsx';
import type { BatchName } from '../batch/document-pages.ts';
import { chooseFirstDocuments, toDocumentTab } from '../batch/document-tabs.ts';
import type { GoTriage, TriageAddress } from '../address.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';

interface NeighboursProps {
  readonly documentId: string;
  readonly batch: Batch;
  readonly address: TriageAddress;
  readonly go: GoTriage;
}

/**
 * Leads to the next and the previous document of the list that one came from: the tab, group and filter of the batch.
 * A list that was not read is read only when a person asks, because it costs.
 */
export function Neighbours(props: NeighboursProps) {
  const wasRead = useReadRows(props.batch).length > 0;
  const [isAsked, setAsked] = useState(wasRead);
  usePageKeys(pageKeys.triage, isAsked ? {} : { nextDocument: () => setAsked(true) });
  if (isAsked) return <ListNeighbours {...props} />;
  return (
    <IconButton
      icon="down"
      label={messages.neighbours.read}
      shortcut={pageKeys.triage.nextDocument}
      onClick={() => setAsked(true)}
    />
  );
}

/** Returns the documents of a batch that any list has read so far. Nothing is read for it. */
export function useReadRows(batch: BatchName): readonly DocumentRow[] {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => listsBatch(queryKey, batch) });
  return lists.flatMap(({ state }) => {
    const read = state.data as InfiniteData<Answer<{ readonly rows: readonly DocumentRow[] }>> | undefined;
    return read?.pages.flatMap(({ value }) => value.rows) ?? [];
  });
}

function listsBatch(queryKey: readonly unknown[], batch: BatchName): boolean {
  const [operation, input] = queryKey;
  const isList = operation === 'documents.byStatus' || operation === 'documents.ofBatch';
  return isList && batchKey(input as BatchName) === batchKey(batch);
}

type Step = 'next' | 'previous';

/** The page of each document is a new one, so the button that was pressed is found again by this. */
const pressed: { step: Step | null; byButton: boolean } = { step: null, byButton: false };

function ListNeighbours({ documentId, batch, address, go }: NeighboursProps) {
  const [first] = useState(() => chooseFirstDocuments(batch.counts));
  const tab = toDocumentTab(address.documents ?? first, batch.counts, batch.documentCount);
  const { list } = useBatchDocuments(batch, tab);
  const rows = useMemo(() => filterRows(list.rows, address, batch), [list.rows, address, batch]);
  const at = rows.findIndex((row) => row.documentId === documentId);
  /** The list as it was when the document was last in it. An action moves the document to another list. */
  const [placed, setPlaced] = useState(rows);
  if (at !== -1 && placed !== rows) setPlaced(rows);
  const isFiltered = address.group !== null || address.filter.trim() !== '';
  const counted = isFiltered || list.complete || tab.base ? null : tab.count;
  const total = grouped(Math.max(counted ?? 0, rows.length));
  const { before, following } = findNeighbours(rows, placed, documentId);
  const of = list.complete || counted !== null ? total : messages.neighbours.atLeast(total);
  const place = messages.neighbours.place(grouped(at + 1), of);
  const mayRead = following === undefined && list.readOn !== undefined && !list.turns;
  const said = useRef<HTMLOutputElement>(null);
  const arrival = useRef<HTMLOutputElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const previousButton = useRef<HTMLButtonElement>(null);
  /** How many were read when the next page was asked for; null while none is. */
  const waitsFrom = useRef<number | null>(null);

  /** Text that changes is read out; text that is there from the beginning is not. */
  function say(words: string): void {
    if (said.current !== null) said.current.textContent = words;
  }

  /** After a step the new page takes the focus where the last had it, and says where it is. */
  const arrive = useEffectEvent(() => {
    const { step, byButton } = pressed;
    pressed.step = null;
    if (step === null) return;
    if (byButton) (step === 'next' ? nextButton : previousButton).current?.focus();
    // The place is on the screen already, so this is only read out.
    if (arrival.current !== null) arrival.current.textContent = place;
  });
  useEffect(() => arrive(), []);

  function open(step: Step, row: DocumentRow): void {
    const focused = document.activeElement;
    const byButton =
      focused !== null && [nextButton.current, previousButton.current].some((one) => one === focused);
    Object.assign(pressed, { step, byButton });
    go({ document: row.documentId }, 'replace');
  }

  function goNext(): void {
    if (following !== undefined) {
      open('next', following);
    } else if (mayRead && !list.reading) {
      waitsFrom.current = list.read;
      say(messages.neighbours.reading);
      list.readOn?.();
    }
  }

  /** The page that was read has the next document, or a filter leaves none of it. */
  const readOn = useEffectEvent(() => {
    const hasAnswer = list.failure !== undefined || list.complete || list.read !== waitsFrom.current;
    if (waitsFrom.current === null || list.reading || !hasAnswer) return;
    waitsFrom.current = null;
    if (following !== undefined) open('next', following);
    else if (list.failure !== undefined) say(messages.neighbours.notRead(list.failure.message));
    else say(list.complete ? messages.neighbours.noMore(grouped(rows.length)) : messages.neighbours.noneYet);
  });
  useEffect(() => readOn());

  const hasNext = following !== undefined || mayRead;
  usePageKeys(pageKeys.triage, {
    nextDocument: hasNext ? goNext : undefined,
    previousDocument: before === undefined ? undefined : () => open('previous', before),
  });
  if (rows.length === 0 && list.reading) {
    return <span className={styles.place}>{messages.neighbours.reading}</span>;
  }
  return (
    <span className={styles.neighbours}>
      <output ref={arrival} className={visuallyHidden} />
      <output ref={said} className={styles.said} />
      <span className={styles.place}>
        {at === -1 ? messages.neighbours.notListed(grouped(rows.length)) : place}
      </span>
      <IconButton
        ref={previousButton}
        icon="up"
        label={messages.neighbours.previous}
        shortcut={pageKeys.triage.previousDocument}
        disabled={before === undefined}
        onClick={() => before !== undefined && open('previous', before)}
      />
      <IconButton
        ref={nextButton}
        icon="down"
        label={messages.neighbours.next}
        shortcut={pageKeys.triage.nextDocument}
        disabled={!hasNext}
        onClick={goNext}
      />
    </span>
  );
}

type Placed = Pick<DocumentRow, 'documentId'>;

/**
 * Returns the documents beside one. If it has left the list, they are the nearest of `order`, the list as it was when
 * the document was last in it, that are still listed. A document that never was in the list has none.
 */
export function findNeighbours<R extends Placed>(
  rows: readonly R[],
  order: readonly Placed[],
  id: string,
): { readonly before: R | undefined; readonly following: R | undefined } {
  const at = rows.findIndex(({ documentId }) => documentId === id);
  if (at !== -1) return { before: rows[at - 1], following: rows[at + 1] };
  const was = order.findIndex(({ documentId }) => documentId === id);
  if (was === -1) return { before: undefined, following: undefined };
  const places = new Map(order.map(({ documentId }, place) => [documentId, place]));
  const isKnown = ({ documentId }: Placed) => places.has(documentId);
  const isLater = ({ documentId }: Placed) => (places.get(documentId) ?? -1) > was;
  const before = rows.findLast((row) => isKnown(row) && !isLater(row));
  // A page that was read since continues the list behind those that were known.
  return { before, following: rows.find(isLater) ?? rows[rows.findLastIndex(isKnown) + 1] };
}

/** These columns are shown at the usual width, so the table finds by them. */
const filtered = new Set(['status', 'document', 'group', 'stage', 'score', 'run', 'cost']);

function filterRows(
  rows: readonly DocumentRow[],
  { group, filter }: Pick<TriageAddress, 'group' | 'filter'>,
  { confidenceThreshold, reviewThreshold }: Batch,
): readonly DocumentRow[] {
  const needle = filter.trim().toLowerCase();
  const columns = buildDocumentColumns({ confidenceThreshold, reviewThreshold }, 0).filter(({ id }) =>
    filtered.has(id),
  );
  return rows.filter(
    (row) =>
      (group === null || findGroup(row) === group) &&
      (needle === '' || columns.some((column) => columnText(column, row).toLowerCase().includes(needle))),
  );
}
