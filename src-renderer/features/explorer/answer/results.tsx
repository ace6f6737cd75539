import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import { useCopyAndTell } from '#renderer/ui/copy-button/use-copy-and-tell.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import type { AnswerForm } from '../explorer-address.ts';
import { ComparePanel } from '../results/compare-panel.tsx';
import { GroupAndSumPanel } from '../results/group-and-sum-panel.tsx';
import { endNote } from './answer-words.ts';
import { ExportDialog } from './export-dialog.tsx';
import type { ExportRequest } from './export-dialog.tsx';
import { JsonList } from './json-list.tsx';
import { itemName } from './result-columns.ts';
import { SelectedActions } from './selected-actions.tsx';
import { useSelected } from './use-selected.ts';
import styles from './results.module.css';
import type { Answer } from './use-answer.ts';
import { useColumns } from './use-columns.tsx';

export interface ResultsProps {
  readonly system: OpenSystem;
  readonly located: Located;
  readonly answer: Answer;
  readonly show: AnswerForm;
  readonly onShow: (show: AnswerForm) => void;
  readonly columns: readonly string[] | undefined;
  readonly onColumns: (columns: readonly string[]) => void;
  readonly active: string | null;
  readonly onActive: (handle: string) => void;
  readonly onOpen: (handle: string) => void;
}

/** The items of an answer as a table, as JSON, summed up or side by side. */
export function Results(props: ResultsProps) {
  const { system, located, answer, show, onShow, active, onActive, onOpen } = props;
  const { items, more, loadingMore, lastRru } = answer;
  const results = useRef<HTMLDivElement>(null);
  useFocusOnForm(results, show);
  const copyAndTell = useCopyAndTell();
  const [filter, setFilter] = useState('');
  const [exporting, setExporting] = useState<ExportRequest | null>(null);
  const readAt = Date.parse(answer.receipt?.asOf ?? '') || 0;
  const table = useColumns(system.declaration, located, items, readAt);
  const { selected, handles, select } = useSelected(answer.reading, items);
  const shownColumns = props.columns ?? table.shownAtFirst;
  const isQuery = located.operation === 'Query';
  const end = { note: endNote(items.length, more, lastRru), loading: loadingMore };
  const head = <Forms show={show} onShow={onShow} count={items.length} more={more} />;

  function exportRows(
    columns: readonly string[],
    rows: readonly string[],
    which: ExportRequest['which'],
  ): void {
    const names = columns.flatMap((id) => table.results.get(id)?.attribute ?? []);
    setExporting({ reading: answer.reading ?? '', columns: [...new Set(names)], rows, which });
  }

  return (
    <div ref={results} className={styles.results} data-answer>
      {show === 'table' ? (
        <DataTable
          label={located.pattern.title}
          columns={table.columns}
          rows={items}
          rowId={handleOf}
          rowName={(item) => itemName(system.declaration, located, item)}
          head={head}
          filter={filter}
          onFilterChange={setFilter}
          visibleColumns={shownColumns}
          onVisibleColumnsChange={props.onColumns}
          activeId={active}
          onActiveChange={onActive}
          onOpen={(item) => onOpen(item.handle)}
          opensOnClick
          onCopyId={(handle) => {
            const item = items.find((one) => one.handle === handle);
            if (item !== undefined) copyAndTell(itemName(system.declaration, located, item));
          }}
          onExport={(columns, rows) => exportRows(columns.map(idOf), rows.map(handleOf), 'shown')}
          selected={selected}
          onSelectedChange={select}
          selectionActions={
            <SelectedActions
              count={handles.length}
              onExport={() => exportRows(shownColumns, handles, 'selected')}
              onCompare={() => onShow('compare')}
            />
          }
          end={isQuery ? { ...end, ...(more ? { onMore: answer.loadMore } : {}) } : undefined}
          resizable
          primary
        />
      ) : (
        <div className={styles.panel}>
          <div className={styles.bar}>{head}</div>
          <div className={styles.panelBody}>
            {show === 'json' ? <JsonList items={items} located={located} /> : null}
            {show === 'sum' ? <GroupAndSumPanel items={items} system={system} /> : null}
            {show === 'compare' ? (
              <ComparePanel
                items={items}
                system={system}
                selected={handles.length === 2 ? handles : undefined}
              />
            ) : null}
          </div>
        </div>
      )}
      <ExportDialog request={exporting} onClose={() => setExporting(null)} />
    </div>
  );
}

/** Another form draws all anew; who chose it is still where it was chosen. */
function useFocusOnForm(results: RefObject<HTMLElement | null>, show: AnswerForm): void {
  const shown = useRef(show);
  const isLost = useEffectEvent(() => document.activeElement === document.body);
  useEffect(() => {
    if (shown.current === show) return;
    shown.current = show;
    if (isLost()) results.current?.querySelector<HTMLElement>(`input[value="${show}"]`)?.focus();
  }, [results, show]);
}

interface FormsProps extends Pick<ResultsProps, 'show' | 'onShow'> {
  readonly count: number;
  readonly more: boolean;
}

function Forms({ show, onShow, count, more }: FormsProps) {
  return (
    <>
      <Segmented label="How to see the items" size="sm" value={show} onChange={onShow} options={forms} />
      {show === 'table' ? null : (
        <span className={styles.of}>
          of the {describeCount(count)} loaded{more ? ', there are more' : ''}
        </span>
      )}
    </>
  );
}

const forms = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
  { value: 'sum', label: 'Sum' },
  { value: 'compare', label: 'Compare' },
] as const satisfies readonly { value: AnswerForm; label: string }[];

function idOf({ id }: DataColumn<ReadItem>): string {
  return id;
}

function handleOf({ handle }: ReadItem): string {
  return handle;
}
