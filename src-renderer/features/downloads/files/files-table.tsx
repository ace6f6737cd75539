import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import type { DownloadFile } from '#shared/contract/downloads.ts';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useCopyIds } from '#renderer/ui/copy-button.tsx';
import type { TableEnd, TableSort } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { nothingSelected, type Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { getReadTime } from '../batch/batch-text.ts';
import { formatInNeed, describeNeed, formatRequeueLabel } from '../download-actions.ts';
import { formatFileCount, messages } from '../messages.ts';
import { chooseFileColumns, buildFileColumns, toFilesCsv, type FileList } from './file-columns.tsx';
import { FileFailure } from './file-drawer.tsx';
import type { FileRow } from './file-facts.ts';
import styles from '../downloads.module.css';
import type { Files } from './use-files.ts';

interface FilesTableProps {
  readonly list: FileList;
  /** The name of the exported file. */
  readonly name: string;
  readonly files: Files;
  readonly head: ReactNode;
  readonly now: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly requeue: ReactNode;
  readonly open: string | null;
  readonly onOpen: (fileId: string) => void;
  /** Reports the ids in the order of the table, so that the next file is the one below. */
  readonly onOrder: (fileIds: readonly string[]) => void;
  readonly empty: ReactNode;
}

export function FilesTable(props: FilesTableProps) {
  const { list, name, files, now, selected, onSelect, open, onOpen } = props;
  const copyIds = useCopyIds('FileIDs');
  const [measure, width] = useWidth();
  const [active, setActive] = useActive(open);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [filter, setFilter] = useState('');
  const [chosenColumns, chooseColumns] = useKept<readonly string[] | null>(
    ['downloads-page.columns', list],
    null,
  );
  const minute = Math.floor(now / 60_000);
  const { asOf } = files;
  const columns = useMemo(() => {
    const at = minute * 60_000 + 59_999;
    return buildFileColumns(at, getReadTime(asOf, at));
  }, [minute, asOf]);
  const fitting = Math.floor((width ?? 0) / 20) * 20;
  const visibleColumns = useMemo(
    () => chosenColumns ?? chooseFileColumns(list, fitting),
    [chosenColumns, list, fitting],
  );
  const { rows } = files;
  const { ids } = useShownRows({ columns, rows, rowId: getFileId, sort, filter, visibleColumns });
  const tellOrder = useEffectEvent(props.onOrder);
  useEffect(() => tellOrder(ids), [ids]);

  const failure =
    files.failure === undefined ? undefined : (
      <FileFailure
        failure={files.failure}
        title={messages.files.notRead}
        notDone={rows.length === 0 ? messages.files.noneShown : messages.common.stale}
        onRetry={files.readAgain}
        isRetrying={files.reading}
      />
    );

  return (
    <section ref={measure} className={styles.files} aria-label={messages.files.title}>
      <DataTable
        label={messages.files.title}
        primary
        opensOnClick
        resizable
        columns={columns}
        rows={rows}
        rowId={getFileId}
        head={props.head}
        sort={sort}
        onSortChange={setSort}
        filter={filter}
        onFilterChange={setFilter}
        visibleColumns={visibleColumns}
        onVisibleColumnsChange={(ids_) => chooseColumns(() => ids_)}
        selected={selected}
        onSelectedChange={onSelect}
        selectionActions={
          <>
            <Button size="sm" variant="ghost" icon="copy" onClick={() => copyIds([...selected])}>
              {messages.common.copyIds}
            </Button>
            {props.requeue}
          </>
        }
        activeId={active}
        onActiveChange={setActive}
        onOpen={({ fileId }) => onOpen(fileId)}
        onCopyId={(id) => copyIds([id])}
        onExport={(shown, shownRows) => downloadText(toFilesCsv(name, shown, shownRows))}
        loading={files.reading}
        error={rows.length === 0 ? failure : undefined}
        empty={props.empty}
        end={describeEnd(files)}
        onReachEnd={files.failure === undefined ? files.readOn : undefined}
      />
    </section>
  );
}

/** Returns the row of the cursor: the open file, until the cursor moves on. */
function useActive(open: string | null) {
  const [active, setActive] = useState(open);
  const [openBefore, keepOpen] = useState(open);
  if (open !== openBefore) {
    keepOpen(open);
    if (open !== null) setActive(open);
  }
  return [active, setActive] as const;
}

function describeEnd({
  rows,
  complete,
  reading,
  receipts,
  failure,
  throttled,
  readOn,
  readAgain,
}: Files): TableEnd {
  const slower = throttled === 0 ? '' : messages.files.throttled(throttled);
  if (failure !== undefined && (complete || readOn === undefined)) {
    return { note: messages.files.notRefreshed(failure.message), onMore: readAgain, loading: reading };
  }
  if (failure !== undefined) {
    return { note: messages.files.nextPageNotRead(failure.message), onMore: readOn, loading: reading };
  }
  if (complete) return { note: messages.files.endOfList(formatFileCount(rows.length), slower) };
  if (readOn === undefined) return { note: messages.files.moreNotRead(formatFileCount(rows.length)) };
  const rru = receipts.at(-1)?.rru;
  const price = rru === undefined ? '' : messages.files.nextPageCosts(String(rru));
  return {
    note: messages.files.soFar(formatFileCount(rows.length), price, slower),
    onMore: readOn,
    loading: reading,
  };
}

function getFileId({ fileId }: FileRow): string {
  return fileId;
}

interface NeedBarProps {
  readonly files: readonly DownloadFile[];
  /** True if the list was read to its end. */
  readonly isAll: boolean;
  /** True if P acts on these files, because none is open or selected. */
  readonly hasKey: boolean;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileIds: readonly string[]) => void;
}

/** Shows the files that will not arrive automatically any more, and the button that requeues them. */
export function NeedBar({ files, isAll, hasKey, whyNotAct, onRequeue }: NeedBarProps) {
  if (files.length === 0) return null;
  const fileIds = files.map(({ fileId }) => fileId);
  return (
    <section className={styles.bar} aria-label={messages.files.needRegion}>
      <Icon name="warning" size={14} className={styles.icon} />
      <p className={styles.words}>
        <b>{formatInNeed(files.length, isAll)}</b> <span>{describeNeed(files)}</span>
      </p>
      <Button
        variant="primary"
        icon="retry"
        shortcut={hasKey ? pageKeys.downloads.requeue : undefined}
        disabled={whyNotAct ?? false}
        onClick={() => onRequeue(fileIds)}
      >
        {formatRequeueLabel({ by: 'need', fileIds })}
      </Button>
    </section>
  );
}

interface RequeueSelectedProps {
  readonly selected: ReadonlySet<string>;
  readonly whyNotAct: string | undefined;
  readonly onRequeue: (fileIds: readonly string[]) => void;
}

/** Shown above a list with a selection. */
export function RequeueSelected({ selected, whyNotAct, onRequeue }: RequeueSelectedProps) {
  const fileIds = [...selected];
  return (
    <Button size="sm" icon="retry" disabled={whyNotAct ?? false} onClick={() => onRequeue(fileIds)}>
      {formatRequeueLabel({ by: 'selection', fileIds })}
    </Button>
  );
}

/** Holds the selection of one list. Another list begins with none, so that P only reaches visible files. */
export function useListSelection(list: string) {
  const [selected, setSelected] = useState<Selection>(nothingSelected);
  const [listBefore, keepList] = useState(list);
  if (list !== listBefore) {
    keepList(list);
    setSelected(nothingSelected);
  }
  return [selected, setSelected] as const;
}
