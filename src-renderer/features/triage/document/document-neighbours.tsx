import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { columnText } from '#renderer/ui/data-table/data-column.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useBatchDocuments } from '../batch/batch-documents.ts';
import { buildDocumentColumns, findGroup } from '../batch/document-columns.tsx';
import { chooseFirstDocuments, toDocumentTab } from '../batch/document-tabs.ts';
import type { GoTriage, TriageAddress } from '../address.ts';
import styles from './document.module.css';
import { messages } from './messages.ts';

interface NeighboursProps {
  readonly documentId: string;
  readonly batch: Batch;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** Gives the messages of the other documents of its failure group, as far as the list was read. */
  readonly onRows: (rows: readonly DocumentRow[]) => void;
}

/**
 * Leads to the next and the previous document of the list that one came from: the tab, group and filter of the batch.
 * A list that was not read is read only when a person asks, because it costs.
 */
export function Neighbours(props: NeighboursProps) {
  const client = useQueryClient();
  const { batchId } = props.batch;
  const [isAsked, setAsked] = useState(() =>
    client
      .getQueryCache()
      .findAll({
        predicate: ({ queryKey, state }) => state.data !== undefined && isListOf(queryKey, batchId),
      })
      .some(() => true),
  );
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

function isListOf(queryKey: readonly unknown[], batchId: string): boolean {
  const [operation, input] = queryKey;
  const isList = operation === 'documents.byStatus' || operation === 'documents.ofBatch';
  return isList && (input as { readonly batchId?: unknown } | undefined)?.batchId === batchId;
}

type Step = 'next' | 'previous';

/** The page of each document is a new one, so the button that was pressed is found again by this. */
const pressed: { step: Step | null; byButton: boolean } = { step: null, byButton: false };

function ListNeighbours({ documentId, batch, address, go, onRows }: NeighboursProps) {
  const [first] = useState(() => chooseFirstDocuments(batch.counts));
  const tab = toDocumentTab(address.documents ?? first, batch.counts, batch.documentCount);
  const { list, known } = useBatchDocuments(batch, tab);
  const rows = useMemo(() => filterRows(list.rows, address, batch), [list.rows, address, batch]);
  const at = rows.findIndex((row) => row.documentId === documentId);
  const isFiltered = address.group !== null || address.filter.trim() !== '';
  const counted = isFiltered || list.complete || tab.base ? null : tab.count;
  const total = Math.max(counted ?? 0, rows.length);
  const of = list.complete || counted !== null ? grouped(total) : messages.neighbours.atLeast(grouped(total));
  const [waitsFrom, setWaitsFrom] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const nextButton = useRef<HTMLButtonElement>(null);
  const previousButton = useRef<HTMLButtonElement>(null);

  const giveRows = useEffectEvent(() => onRows(known));
  useEffect(() => giveRows(), [known]);

  /** After a step the new page takes the focus where the last had it, and says where it is. */
  const arrive = useEffectEvent(() => {
    const { step, byButton } = pressed;
    pressed.step = null;
    if (step === null) return;
    if (byButton) (step === 'next' ? nextButton : previousButton).current?.focus();
    if (at !== -1) setSaid(messages.neighbours.place(grouped(at + 1), of));
  });
  useEffect(() => arrive(), []);

  function open(step: Step, row: DocumentRow): void {
    const byButton =
      document.activeElement !== null &&
      [nextButton.current, previousButton.current].some((one) => one === document.activeElement);
    Object.assign(pressed, { step, byButton });
    go({ document: row.documentId }, 'replace');
  }

  const following = rows[at + 1];
  const before = at > 0 ? rows[at - 1] : undefined;
  const mayRead = following === undefined && list.readOn !== undefined && !list.turns;

  function goNext(): void {
    if (following !== undefined) return open('next', following);
    if (!mayRead || list.reading) return undefined;
    setWaitsFrom(list.read);
    setSaid(messages.neighbours.reading);
    return list.readOn?.();
  }

  /** The page that was read has the next document, or a filter leaves none of it. */
  const readMore = useEffectEvent(() => {
    if (waitsFrom === null || list.reading) return;
    if (list.failure === undefined && list.read === waitsFrom && !list.complete) return;
    setWaitsFrom(null);
    if (following !== undefined) open('next', following);
    else if (list.failure !== undefined) setSaid(messages.neighbours.notRead(list.failure.message));
    else
      setSaid(list.complete ? messages.neighbours.noMore(grouped(rows.length)) : messages.neighbours.noneYet);
  });
  useEffect(() => readMore(), [list.reading, list.read, list.failure, list.complete, waitsFrom]);

  const hasNext = following !== undefined || mayRead;
  usePageKeys(pageKeys.triage, {
    nextDocument: hasNext ? goNext : undefined,
    previousDocument: before === undefined ? undefined : () => open('previous', before),
  });
  if (rows.length === 0 && list.reading) {
    return <span className={styles.place}>{messages.neighbours.reading}</span>;
  }
  return (
    <span
      role="group"
      aria-label={messages.neighbours.label}
      className={styles.neighbours}
      aria-busy={waitsFrom !== null}
    >
      <span className={styles.place}>
        {at === -1
          ? messages.neighbours.notListed(grouped(rows.length))
          : messages.neighbours.place(grouped(at + 1), of)}
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
      <output className={styles.said}>{said}</output>
    </span>
  );
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
