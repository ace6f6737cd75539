import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { downloadText } from '#renderer/contract/download-text.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { useCopyIds } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { TableEnd } from '#renderer/ui/data-table/data-table-props.ts';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import { useWidth } from '#renderer/ui/use-width.ts';
import { asRead } from '../batch/as-read.ts';
import type { Files } from '../batch/use-files.ts';
import { fileWords } from '../strip/day-words.ts';
import { columnsFor, fileColumns } from './file-columns.tsx';
import type { FileList } from './file-columns.tsx';
import { FileFailure } from './file-failure.tsx';
import type { FileRow } from './file-row.ts';
import { filesCsv } from './files-csv.ts';
import styles from './files-table.module.css';

interface FilesTableProps {
  readonly list: FileList;
  /** Of the export. */
  readonly name: string;
  readonly files: Files;
  readonly head: ReactNode;
  readonly now: number;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly requeue: ReactNode;
  readonly open: string | null;
  readonly onOpen: (fileId: string) => void;
  /** The ids as the table shows them: the next file is the one below. */
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
    return fileColumns(at, asRead(asOf, at));
  }, [minute, asOf]);
  const fitting = Math.floor((width ?? 0) / 20) * 20;
  const visibleColumns = useMemo(
    () => chosenColumns ?? columnsFor(list, fitting),
    [chosenColumns, list, fitting],
  );
  const { rows } = files;
  const { ids } = useShownRows({ columns, rows, rowId: idOf, sort, filter, visibleColumns });
  const tellOrder = useEffectEvent(props.onOrder);
  useEffect(() => tellOrder(ids), [ids]);

  const failure =
    files.failure === undefined ? undefined : (
      <FileFailure
        failure={files.failure}
        title="The files were not read"
        notDone={rows.length === 0 ? 'No file of this list is shown.' : 'What was read before is kept.'}
        onRetry={files.readAgain}
        isRetrying={files.reading}
      />
    );

  return (
    <section ref={measure} className={styles.files} aria-label="Files">
      <DataTable
        label="Files"
        primary
        opensOnClick
        resizable
        columns={columns}
        rows={rows}
        rowId={idOf}
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
              Copy ids
            </Button>
            {props.requeue}
          </>
        }
        activeId={active}
        onActiveChange={setActive}
        onOpen={({ fileId }) => onOpen(fileId)}
        onCopyId={(id) => copyIds([id])}
        onExport={(shown, shownRows) => downloadText(filesCsv(name, shown, shownRows))}
        loading={files.reading}
        error={rows.length === 0 ? failure : undefined}
        empty={props.empty}
        end={endOf(files)}
        onReachEnd={files.failure === undefined ? files.readOn : undefined}
      />
    </section>
  );
}

/** The row of the cursor: the one that is opened beside the list, until the cursor goes on. */
function useActive(open: string | null) {
  const [active, setActive] = useState(open);
  const [openBefore, keepOpen] = useState(open);
  if (open !== openBefore) {
    keepOpen(open);
    if (open !== null) setActive(open);
  }
  return [active, setActive] as const;
}

function endOf({
  rows,
  complete,
  reading,
  receipts,
  failure,
  throttled,
  readOn,
  readAgain,
}: Files): TableEnd {
  const slower =
    throttled === 0
      ? ''
      : `. DynamoDB said “slower” ${throttled === 1 ? 'once' : `${String(throttled)} times`} before it answered`;
  if (failure !== undefined && (complete || readOn === undefined)) {
    return { note: `Not read again: ${failure.message}`, onMore: readAgain, loading: reading };
  }
  if (failure !== undefined) {
    return { note: `The next page was not read: ${failure.message}`, onMore: readOn, loading: reading };
  }
  if (complete) return { note: `${fileWords(rows.length)}, these are all${slower}` };
  if (readOn === undefined)
    return { note: `${fileWords(rows.length)}; there are more, and these were not read` };
  const rru = receipts.at(-1)?.rru;
  const price = rru === undefined ? '' : `, the next page costs about ${String(rru)} RRU`;
  return { note: `${fileWords(rows.length)} so far${price}${slower}`, onMore: readOn, loading: reading };
}

function idOf({ fileId }: FileRow): string {
  return fileId;
}
