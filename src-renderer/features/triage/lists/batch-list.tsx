import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Batch } from '#shared/contract/triage/batches.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { RowList } from '#renderer/ui/row-list/row-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import type { GoTriage, TriageAddress } from '../triage-address.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { matches } from './batch-words.ts';
import { BatchRow, batchRowHeight } from './batch-row.tsx';
import { ListEnd, OtherItems } from '../parts/list-end.tsx';
import { ListFilter } from './list-filter.tsx';
import { ListStale } from '../parts/list-stale.tsx';
import styles from './lists.module.css';
import type { Pages } from '../parts/use-pages.ts';

export interface BatchListProps {
  readonly label: string;
  readonly pages: Pages<Batch>;
  /** What was read, with what actions have changed since laid over it. */
  readonly rows: readonly Batch[];
  readonly address: TriageAddress;
  readonly go: GoTriage;
  readonly withStatus: boolean;
  readonly empty: ReactNode;
  /** What the list cannot have in it, said once it is all there. */
  readonly endNote: string;
}

export function BatchList(props: BatchListProps) {
  const { label, pages, rows, address, go, withStatus, empty, endNote } = props;
  const now = useNow(5_000);
  const copyId = useCopyAndTell();
  const root = useRef<HTMLDivElement>(null);
  const [filterOpened, setFilterOpened] = useState(0);
  const filter = address.list;
  const shown = filter.trim() === '' ? rows : rows.filter((batch) => matches(batch, filter));
  const isFiltered = shown !== rows;

  if (pages.failure !== undefined && !pages.isRead) {
    return (
      <PartFailure
        failure={pages.failure}
        title="The batches were not read"
        notDone="No batch of this list is shown."
        onRetry={pages.readAgain}
        retrying={pages.reading}
      />
    );
  }
  if (!pages.isRead) return <SkeletonRows rows={7} label="Reading the batches" />;
  if (rows.length === 0 && pages.complete) {
    return (
      <div className={styles.scrolls}>
        {empty}
        <OtherItems pages={pages} />
      </div>
    );
  }

  return (
    <div ref={root} className={styles.list}>
      {pages.failure === undefined ? null : <ListStale failure={pages.failure} onRetry={pages.readOn} />}
      <ListFilter
        opened={filterOpened}
        value={filter}
        loaded={rows.length}
        shown={shown.length}
        onChange={(list) => go({ list }, 'replace')}
        onLeave={() => root.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()}
      />
      <div className={styles.rows}>
        <RowList
          label={label}
          rows={shown}
          rowId={({ batchId }) => batchId}
          rowHeight={batchRowHeight}
          openId={address.batch}
          primary={address.batch === null}
          onOpen={({ batchId }) => {
            // Once more on what is open already: on into it.
            if (batchId === address.batch && address.document === null) focusDocuments();
            else go(openBatch(batchId));
          }}
          onCopyId={copyId}
          onFilter={() => setFilterOpened(filterOpened + 1)}
          onMore={pages.complete ? undefined : pages.readOn}
          // Through a filter the end would come into view at once, and again with each page.
          onReachEnd={isFiltered ? undefined : pages.readOn}
          end={<ListEnd pages={pages} note={endNote} />}
        >
          {(batch) => <BatchRow batch={batch} now={now} withStatus={withStatus} />}
        </RowList>
      </div>
    </div>
  );
}

function focusDocuments(): void {
  document.querySelector<HTMLElement>('[role=grid][aria-label=Documents]')?.focus();
}

/** Another batch is looked at from its beginning. */
export function openBatch(batch: string): Partial<TriageAddress> {
  return {
    batch,
    part: 'documents',
    documents: null,
    group: null,
    filter: '',
    selected: [],
    document: null,
    run: null,
  };
}
