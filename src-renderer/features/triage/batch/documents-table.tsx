import { useMemo, useState } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { FingerprintChip } from '#renderer/ui/chip.tsx';
import { useCopyIds } from '#renderer/ui/copy-button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { DataTableProps } from '#renderer/ui/data-table/data-column.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { documentStatuses } from '#shared/domain/statuses.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { describeOtherItems } from '../parts/use-pages.ts';
import type { GoTriage, TriageAddress } from '../address.ts';
import { documentsPerPage } from './document-pages.ts';
import { describeEnd, type BatchDocuments, type DocumentList } from './batch-documents.ts';
import {
  buildDocumentColumns,
  getDocumentName,
  toDocumentsCsv,
  formatFileName,
  findGroup,
} from './document-columns.tsx';
import { SelectedActions, describeSelection, countSelected } from './document-selection.tsx';
import {
  listDocumentTabs,
  describeSource,
  formatTab,
  type DocumentTab,
  type WhichDocuments,
} from './document-tabs.ts';
import styles from './documents-table.module.css';
import { messages } from '../messages.ts';
import { messages as own } from './messages.ts';
import {
  changeMatching,
  countMatching,
  describeMatching,
  describeShown,
  useMatchingIds,
  type MatchingSelection,
} from './matching-selection.ts';

interface DocumentsTableProps {
  readonly batch: Batch;
  readonly documents: BatchDocuments;
  readonly tab: DocumentTab;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  readonly now: number;
  /** The width of the table. Optional columns appear as there is room. */
  readonly width: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly whyNot: string | undefined;
  readonly onReprocess: (documentIds: readonly string[]) => void;
  /** All that match, in place of the selected ids. */
  readonly matching: MatchingSelection | null;
  readonly onMatching: (matching: MatchingSelection | null) => void;
  readonly onReprocessMatching: (matching: MatchingSelection) => void;
}

/** Shows the documents of one tab. The selection outlives tabs, pages and filters. */
export function DocumentsTable(props: DocumentsTableProps) {
  const { batch, documents, tab, address, go, now, matching, onMatching } = props;
  const { list, known } = documents;
  const copyIds = useCopyIds('document ids');
  const [active, setActive] = useState<string | null>(null);
  const [chosenColumns, setChosenColumns] = useState<readonly string[] | undefined>(undefined);
  const { confidenceThreshold, reviewThreshold } = batch;
  const minute = Math.floor(now / 60_000);
  const columns = useMemo(
    () => buildDocumentColumns({ confidenceThreshold, reviewThreshold }, minute * 60_000 + 59_999),
    [confidenceThreshold, reviewThreshold, minute],
  );

  const { group } = address;
  const rows = useMemo(
    () => (group === null ? list.rows : list.rows.filter((row) => findGroup(row) === group)),
    [list.rows, group],
  );
  const listed = useMemo(() => new Set(rows.map(getId)), [rows]);
  const knownIds = useMemo(() => new Set(known.map(getId)), [known]);
  const open = (row: DocumentRow) => go({ document: row.documentId });

  const matchingIds = useMatchingIds(matching, known, batch);
  const selected = matchingIds ?? props.selected;
  function onSelect(next: Selection): void {
    const changed =
      matching === null || matchingIds === null ? null : changeMatching(matching, matchingIds, next);
    onMatching(changed);
    if (changed === null) props.onSelect(next);
  }
  const inView = describeShown(tab, group, address.filter);
  const isOffered = !list.complete && matching === null;
  const beyond = isOffered
    ? {
        label:
          group !== null && inView.text === undefined
            ? own.select.buttonOfGroup
            : own.select.button(inView.counted === null ? null : grouped(inView.counted)),
        onSelect: () => onMatching(inView),
      }
    : undefined;
  const shown = { which: tab.which, complete: list.complete };
  const covered = matching === null ? null : countMatching(matching, selected.size, shown);

  const failure =
    list.failure === undefined ? undefined : (
      <PartFailure
        failure={list.failure}
        title={messages.documents.notRead}
        notDone={rows.length === 0 ? messages.documents.noneShown : messages.documents.earlierShown}
        onRetry={list.readOn}
        retrying={list.reading}
      />
    );

  return (
    <section className={styles.documents} aria-label="Documents">
      {group === null ? null : (
        <GroupStrip
          group={group}
          rows={rows}
          read={list.rows.length}
          selected={selected}
          onSelect={onSelect}
          onClear={() => go({ group: null }, 'replace')}
          onSelectAll={beyond?.onSelect}
        />
      )}
      <div className={styles.grid}>
        <DataTable
          label="Documents"
          columns={columns}
          rows={rows}
          rowId={getId}
          rowName={getDocumentName}
          head={<DocumentsHead batch={batch} tab={tab} go={go} />}
          filter={address.filter}
          onFilterChange={(filter) => go({ filter }, 'replace')}
          visibleColumns={chosenColumns ?? chooseColumns(props.width)}
          onVisibleColumnsChange={setChosenColumns}
          selected={selected}
          onSelectedChange={onSelect}
          selectionWords={({ hidden }) =>
            matching !== null
              ? describeMatching(matching, selected.size, shown)
              : describeSelection({
                  ...countSelected(selected, listed, hidden, (id) => knownIds.has(id)),
                  of: list.complete ? undefined : (inView.counted ?? undefined),
                })
          }
          beyond={beyond}
          isBeyondSelected={matching !== null}
          selectionActions={
            <SelectedActions
              count={covered?.count ?? selected.size}
              isAtLeast={covered?.isExact === false}
              loaded={covered === null ? undefined : selected.size}
              whyNot={props.whyNot}
              onReprocess={() =>
                matching === null ? props.onReprocess([...selected]) : props.onReprocessMatching(matching)
              }
              onCopyIds={() => copyIds([...selected])}
            />
          }
          activeId={active}
          detail={getFailureMessage}
          onActiveChange={setActive}
          onOpen={open}
          opensOnClick
          onCopyId={(id) => copyIds([id])}
          onExport={(visible, visibleRows) =>
            downloadText({
              fileName: formatFileName(batch.batchId, tab.label),
              mediaType: 'text/csv',
              text: toDocumentsCsv(visible, visibleRows),
            })
          }
          loading={list.reading}
          error={rows.length === 0 ? failure : undefined}
          empty={<DocumentsEmpty batch={batch} tab={tab} list={list} group={group} go={go} beyond={beyond} />}
          end={{
            note:
              list.failure === undefined
                ? describeEnd(tab, list)
                : messages.documents.nextPageNotRead(list.failure.message),
            onMore: list.readOn,
            loading: list.reading,
          }}
          // Few of the documents on a page of the table may be of this tab, so its end would be reached at once.
          onReachEnd={
            (tab.base && tab.which !== 'all') || group !== null || list.failure !== undefined
              ? undefined
              : list.readOn
          }
          resizable
          primary={address.document === null}
        />
      </div>
    </section>
  );
}

function chooseColumns(width: number): readonly string[] {
  const apart = ['status', 'document', 'group', 'stage', 'score'];
  if (width < 620) return apart;
  return width < 780 ? [...apart, 'age'] : [...apart, 'run', 'age', 'cost'];
}

function getId({ documentId }: DocumentRow): string {
  return documentId;
}

interface DocumentsHeadProps {
  readonly batch: Batch;
  readonly tab: DocumentTab;
  readonly go: GoTriage;
}

/** Offers the tabs of the batch; the counts are those of the batch item. */
function DocumentsHead({ batch, tab, go }: DocumentsHeadProps) {
  const { shown, more } = listDocumentTabs(batch.counts, batch.documentCount, tab.which);
  const choose = (documents: string) => {
    const which: WhichDocuments = documentStatuses.find((status) => status === documents) ?? 'all';
    go({ documents: which, group: null }, 'replace');
  };
  return (
    <span className={styles.head}>
      <h3 className={styles.title}>Documents</h3>
      <Segmented
        label="Which documents"
        size="sm"
        value={tab.which}
        onChange={choose}
        options={shown.map((one) => ({ value: one.which, label: formatTab(one) }))}
      />
      {more.length === 0 ? null : (
        <Menu trigger={<IconButton icon="more" size="sm" label="Other documents" />}>
          {more.map((one) => (
            <MenuItem key={one.which} onSelect={() => choose(one.which)}>
              {formatTab(one)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <IconButton icon="info" size="sm" label={describeSource(tab)} />
    </span>
  );
}

interface GroupStripProps {
  readonly group: string;
  readonly rows: readonly DocumentRow[];
  /** The number of rows without the group filter. */
  readonly read: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly onClear: () => void;
  /** Selects also the documents of the group that were not read. */
  readonly onSelectAll: (() => void) | undefined;
}

/** Says that the table is limited to one group, and selects or deselects all of it. */
function GroupStrip({ group, rows, read, selected, onSelect, onClear, onSelectAll }: GroupStripProps) {
  const isAll = rows.length > 0 && rows.every(({ documentId }) => selected.has(documentId));
  return (
    <div className={styles.strip}>
      <FingerprintChip fingerprint={group} />
      <span className={styles.stripText}>
        {grouped(rows.length)} of the {grouped(read)} listed failed for this reason
      </span>
      <span className={styles.stripEnd}>
        {rows.length === 0 || isAll ? null : (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => onSelect(new Set([...selected, ...rows.map(({ documentId }) => documentId)]))}
          >
            Select all {grouped(rows.length)} {onSelectAll === undefined ? '' : 'loaded'}
          </Button>
        )}
        {onSelectAll === undefined ? null : (
          <Button size="sm" variant="ghost" onClick={onSelectAll}>
            {own.select.buttonOfGroup}
          </Button>
        )}
        <Button size="sm" variant="ghost" icon="close" onClick={onClear}>
          {messages.documents.showAllGroups}
        </Button>
      </span>
    </div>
  );
}

interface DocumentsEmptyProps {
  readonly batch: Batch;
  readonly tab: DocumentTab;
  readonly list: DocumentList;
  readonly group: string | null;
  readonly go: GoTriage;
  readonly beyond: DataTableProps<DocumentRow>['beyond'];
}

/** Says why there are no rows: none in this status, none read yet, or none in this source. */
function DocumentsEmpty({ batch, tab, list, group, go, beyond }: DocumentsEmptyProps) {
  if (group !== null && list.rows.length > 0) {
    return (
      <EmptyState
        title={messages.documents.noneInGroup(grouped(list.rows.length), group)}
        actions={
          <Button size="sm" onClick={() => go({ group: null }, 'replace')}>
            {messages.documents.showAllGroups}
          </Button>
        }
      />
    );
  }
  if (list.readOn !== undefined) {
    return (
      <EmptyState
        title={
          list.turns
            ? messages.documents.noneProcessing
            : messages.documents.noneSoFar(grouped(list.read), tab.label)
        }
        actions={
          <>
            <Button size="sm" loading={list.reading} onClick={list.readOn}>
              {list.turns
                ? messages.documents.searchNext(grouped(documentsPerPage))
                : messages.documents.readMore}
            </Button>
            {beyond === undefined || tab.count === 0 ? null : (
              <Button size="sm" onClick={beyond.onSelect}>
                {beyond.label}
              </Button>
            )}
          </>
        }
      >
        {describeEnd(tab, list)}
      </EmptyState>
    );
  }
  if (tab.count !== null && tab.count > 0) {
    return (
      <EmptyState
        title={messages.documents.notInIndex(grouped(tab.count))}
        actions={
          <Button size="sm" onClick={() => go({ documents: 'all', group: null }, 'replace')}>
            {messages.documents.showAll}
          </Button>
        }
      >
        {messages.documents.leaveIndex}
      </EmptyState>
    );
  }
  const others = describeOtherItems(list.others);
  return <EmptyState title={explainNone(tab, batch)}>{others === '' ? null : others}</EmptyState>;
}

function explainNone({ which }: DocumentTab, { received }: Batch): string {
  if (which === 'FAILED') return messages.documents.noneFailed;
  if (which === 'REVIEW_REQUIRED') return messages.documents.noneToReview;
  if (which === 'PROCESSING') return messages.documents.noneLeft;
  if (which !== 'all') return messages.documents.noneIs(which);
  return received === 0 ? messages.documents.noFilesYet : messages.documents.none;
}

/** The table has no room for it. */
function getFailureMessage({ status, error }: DocumentRow): string | null {
  return status === 'FAILED' ? (error?.message ?? null) : null;
}
