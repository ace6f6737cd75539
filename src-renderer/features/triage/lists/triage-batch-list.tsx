import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useNames, type Names } from '#renderer/contract/names.tsx';
import { useWorkedOn, type WorkedOn } from '#renderer/contract/worked-on.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { SearchField } from '#renderer/ui/field.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { exactLocal, exactUtc, formatTimeSpan, useNow } from '#renderer/ui/relative-time.tsx';
import { RowList } from '#renderer/ui/row-list.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { StackedStatusBar } from '#renderer/ui/stacked-status-bar.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { WorkedOnMark } from '#renderer/ui/worked-on.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { findLeftBehind } from '#shared/domain/matching-documents.ts';
import { ListEnd, ListStale, OtherItems } from '../parts/list-state.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import type { Pages } from '../parts/use-pages.ts';
import { leaveBatch, type GoTriage, type TriageAddress } from '../address.ts';
import styles from './lists.module.css';
import { messages } from '../messages.ts';

interface BatchListProps {
  readonly label: string;
  readonly pages: Pages<Batch>;
  /** The batches that were read, updated with the changes of actions since. */
  readonly rows: readonly Batch[];
  readonly address: TriageAddress;
  readonly go: GoTriage;
  readonly withStatus: boolean;
  readonly empty: ReactNode;
  /** Says which batches the list cannot hold, once all of it was read. */
  readonly endNote: string;
}

export function BatchList(props: BatchListProps) {
  const { label, pages, rows, address, go, withStatus, empty, endNote } = props;
  const now = useNow(5_000);
  const copyId = useCopyAndTell();
  const root = useRef<HTMLDivElement>(null);
  const names = useNames();
  const [tenantId] = rows.map((batch) => batch.tenantId);
  const findWork = useWorkedOn(tenantId === undefined ? null : [tenantId]);
  const [filterOpened, setFilterOpened] = useState(0);
  const filter = address.rows;
  const shown = filter.trim() === '' ? rows : rows.filter((batch) => matches(batch, filter, names));
  const isFiltered = shown !== rows;

  if (pages.failure !== undefined && !pages.isRead) {
    return (
      <PartFailure
        failure={pages.failure}
        title={messages.lists.batchesNotRead}
        notDone={messages.lists.noBatchShown}
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
        onChange={(next) => go({ rows: next }, 'replace')}
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
            // The batch is already open, so the focus moves into it.
            if (batchId === address.batch && address.document === null) focusDocuments();
            else go(toBatchAddress(batchId));
          }}
          onCopyId={copyId}
          onFilter={() => setFilterOpened(filterOpened + 1)}
          onMore={pages.complete ? undefined : pages.readOn}
          // A filtered list would reach its end at once, and again with each page.
          onReachEnd={isFiltered ? undefined : pages.readOn}
          end={<ListEnd pages={pages} note={endNote} />}
        >
          {(batch) => <BatchRow batch={batch} work={findWork(batch)} now={now} withStatus={withStatus} />}
        </RowList>
      </div>
    </div>
  );
}

function focusDocuments(): void {
  document.querySelector<HTMLElement>('[role=grid][aria-label=Documents]')?.focus();
}

/**
 * Another batch opens without the tab, filter and selection of the last one, and Back then leads to this list and not to
 * one of all tenants.
 */
function toBatchAddress(batch: string): Partial<TriageAddress> {
  return { ...leaveBatch, batch, list: null };
}

const batchRowHeight = 64;

interface BatchRowProps {
  readonly batch: Batch;
  readonly work: WorkedOn | null;
  readonly now: number;
  /** In a list of one status a status column would only repeat its name. */
  readonly withStatus: boolean;
}

function BatchRow({ batch, work, now, withStatus }: BatchRowProps) {
  const { batchId, counts, otherCounts, status, otherStatus, catchingUp, expired, problems } = batch;
  const names = useNames();
  const standing = describeStanding(batch);
  const at = parseStatusSince(batch);
  return (
    <div className={styles.batch}>
      <span className={styles.line}>
        <span className={styles.id}>{batchId}</span>
        {withStatus && status !== null ? <StatusBadge status={status} /> : null}
        {otherStatus === null ? null : <OtherStatusBadge status={otherStatus} />}
        {problems.length === 0 ? null : (
          <span className={styles.odd} title={problems.join('\n')}>
            <Icon name="warning" size={12} />
            <VisuallyHidden>{problems.length} attributes are not as expected</VisuallyHidden>
          </span>
        )}
        {at === null ? null : (
          <time
            className={styles.age}
            dateTime={new Date(at).toISOString()}
            title={`${exactUtc(at)}\n${exactLocal(at)}`}
          >
            {formatTimeSpan(Math.max(0, now - at))}
          </time>
        )}
      </span>
      <span className={styles.line}>
        <span className={styles.about}>{describeBatch(batch, names)}</span>
        {work === null ? null : (
          <WorkedOnMark
            name={work.isMine ? null : names.person(work.by, batch.tenantId)}
            since={work.since}
          />
        )}
        {catchingUp ? <span className={styles.quiet}>index catching up</span> : null}
        {expired ? <span className={styles.quiet}>expired</span> : null}
        <span className={classNames(styles.standing, styles[standing.tone])}>{standing.text}</span>
      </span>
      <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="sm" />
    </div>
  );
}

interface ListFilterProps {
  /** How often the filter was opened. */
  readonly opened: number;
  readonly value: string;
  readonly loaded: number;
  readonly shown: number;
  readonly onChange: (value: string) => void;
  /** Moves the focus to the rows and keeps the text. */
  readonly onLeave: () => void;
}

/** Filters the loaded rows without a request. It appears when it is opened by key or button. */
function ListFilter({ opened, value, loaded, shown, onChange, onLeave }: ListFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened > 0) field.current?.focus();
  }, [opened]);
  if (opened === 0 && value === '') return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears what its field does not use
    <div
      className={styles.filter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onLeave();
      }}
    >
      <SearchField
        label={`Filter the ${String(loaded)} loaded`}
        placeholder="Filter loaded"
        size="sm"
        shortcut={pageKeys.lists.filter}
        value={value}
        onChange={onChange}
        inputRef={field}
      />
      <output className={styles.filtered}>
        {value.trim() === '' ? `${loaded} loaded` : `${shown} of the ${loaded} loaded`}
      </output>
    </div>
  );
}

interface Standing {
  readonly text: string;
  readonly tone: 'failed' | 'review' | 'plain';
}

/** Describes the problem of a batch first, or else its waiting reviews, or else its progress. */
export function describeStanding(
  batch: Pick<Batch, 'counts' | 'documentCount' | 'status' | 'runs'>,
): Standing {
  const { counts, documentCount, status } = batch;
  const failed = counts.FAILED ?? 0;
  const left = findLeftBehind(batch);
  const problems = [
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
    ...(left === null ? [] : [`${left.count === null ? 'up to ' : ''}${grouped(left.atMost)} left queued`]),
  ];
  if (problems.length > 0) return { text: problems.join(', '), tone: 'failed' };
  const toReview = counts.REVIEW_REQUIRED ?? 0;
  if (status === 'REVIEW_REQUIRED' && toReview > 0) {
    return { text: `${grouped(toReview)} to review`, tone: 'review' };
  }
  return { text: describeProgress(counts, documentCount), tone: 'plain' };
}

/** The share is rounded down, so that 100 % means all. */
function describeProgress(counts: Batch['counts'], documentCount: number | null): string {
  if (documentCount === null) return 'not counted';
  if (documentCount === 0) return 'empty';
  const { SUCCEEDED, REVIEW_REQUIRED, FAILED, REJECTED, PROCESSING } = counts;
  if (SUCCEEDED === null || REVIEW_REQUIRED === null || FAILED === null || REJECTED === null)
    return 'not counted';
  const ended = SUCCEEDED + REVIEW_REQUIRED + FAILED + REJECTED;
  if (ended === 0 && PROCESSING === 0) return 'waiting';
  return `${String(Math.min(100, Math.floor((ended / documentCount) * 100)))} %`;
}

/** "Carrier invoices, 240 documents" */
export function describeBatch(
  {
    tenantId,
    workflowId,
    projectId,
    documentCount,
  }: Pick<Batch, 'tenantId' | 'workflowId' | 'projectId' | 'documentCount'>,
  { workflowOrProject }: Pick<Names, 'workflowOrProject'>,
): string {
  const documents =
    documentCount === null
      ? 'documents not counted'
      : documentCount === 1
        ? '1 document'
        : `${grouped(documentCount)} documents`;
  return `${workflowOrProject({ tenantId, projectId, workflowId })}, ${documents}`;
}

/** Returns the time since which it is in the status of the list. */
export function parseStatusSince({
  statusSince,
  createdAt,
}: Pick<Batch, 'statusSince' | 'createdAt'>): number | null {
  const since = statusSince ?? createdAt;
  return since === null ? null : Date.parse(since);
}

/** Compares with the visible text of a row. It makes no request. */
export function matches(batch: Batch, filter: string, names: Pick<Names, 'workflowOrProject'>): boolean {
  const words = filter.trim().toLowerCase().split(/\s+/);
  const text = [
    batch.batchId,
    describeBatch(batch, names),
    batch.workflowId ?? '',
    batch.projectId,
    batch.status ?? batch.otherStatus ?? '',
    describeStanding(batch).text,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
