import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopyAndTell } from '#renderer/ui/copy-button.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import { nothingSelected, type Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { jsonText, type JsonValue } from '#renderer/ui/json-lines.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { OpenSystem, ReadItem } from '#shared/contract/explorer.ts';
import type { AnswerForm } from '../address.ts';
import { toItemJson, describeMask } from '../item/item-json.ts';
import { listKeysInOrder } from '../key-roles.tsx';
import { ComparePanel } from '../results/compare-panel.tsx';
import { GroupAndSumPanel } from '../results/group-and-sum-panel.tsx';
import { getItemName } from './result-columns.ts';
import styles from './answer.module.css';
import { describeListEnd, type Answer } from './use-answer.ts';
import { useColumns } from './use-columns.tsx';
import { messages } from '../messages.ts';

interface ResultsProps {
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

/** Shows the items of an answer as a table, as JSON, summed up or side by side. */
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
  const end = { note: describeListEnd(items.length, more, lastRru), loading: loadingMore };
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
          rowId={getHandle}
          rowName={(item) => getItemName(system.declaration, located, item)}
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
            if (item !== undefined) copyAndTell(getItemName(system.declaration, located, item));
          }}
          onExport={(columns, rows) => exportRows(columns.map(getId), rows.map(getHandle), 'shown')}
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

/** Changing the form replaces the content, so the focus goes back to the control that chose it. */
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
      <Segmented label={messages.answer.view} size="sm" value={show} onChange={onShow} options={forms} />
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

function getId({ id }: DataColumn<ReadItem>): string {
  return id;
}

function getHandle({ handle }: ReadItem): string {
  return handle;
}

/** Holds the selected items in the order of the answer. Another answer begins with none. */
function useSelected(reading: string | undefined, items: readonly ReadItem[]) {
  const [kept, setKept] = useState({ reading, selected: nothingSelected });
  const selected = kept.reading === reading ? kept.selected : nothingSelected;
  return {
    selected,
    handles: items.map(({ handle }) => handle).filter((handle) => selected.has(handle)),
    select: (next: Selection) => setKept({ reading, selected: next }),
  };
}

interface SelectedActionsProps {
  readonly count: number;
  readonly onExport: () => void;
  readonly onCompare: () => void;
}

function SelectedActions({ count, onExport, onCompare }: SelectedActionsProps) {
  return (
    <>
      <Button size="sm" icon="export" onClick={onExport}>
        {messages.answer.exportSelected}
      </Button>
      <Button size="sm" disabled={count === 2 ? false : messages.answer.twoCompare} onClick={onCompare}>
        Compare
      </Button>
    </>
  );
}

interface JsonListProps {
  readonly items: readonly ReadItem[];
  readonly located: Located;
}

/** A tree of thousands of lines reads worse than a table, so the rest is only in the table. */
const mostDrawn = 200;

function JsonList({ items, located }: JsonListProps) {
  const first = listKeysInOrder(located.table);
  const drawn = items.slice(0, mostDrawn).map(({ attributes }) => toItemJson(attributes, first));
  const value: JsonValue = drawn.map((item) => item.value);
  const masked = new Map(
    drawn.flatMap(({ masks }, place) =>
      [...masks].map(([path, mask]) => [`/${String(place)}${path}`, describeMask(mask)] as const),
    ),
  );
  return (
    <div className={styles.json}>
      <div className={styles.jsonHead}>
        {items.length > mostDrawn
          ? `First ${describeCount(mostDrawn)}. An export has all loaded items.`
          : messages.answer.masksCopy}
        <CopyButton text={jsonText(value, masked)} label={messages.answer.copyJson} visibleLabel="Copy" />
      </div>
      <JsonView label={messages.answer.itemsJson} value={value} masked={masked} />
    </div>
  );
}

interface ExportRequest {
  readonly reading: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly which: 'shown' | 'selected';
}

interface ExportDialogProps {
  readonly request: ExportRequest | null;
  readonly onClose: () => void;
}

/** Exports exactly the shown rows and columns, masked. */
function ExportDialog({ request, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const toast = useToast();
  const command = useCommand('explorer.export', {
    onSuccess: (file) => {
      downloadText(file);
      toast.show({ message: `${file.fileName} saved`, tone: 'succeeded' });
      onClose();
    },
  });
  const rows = request?.rows.length ?? 0;
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      title={`Export the ${describeCount(rows)} ${request?.which ?? 'shown'}`}
      size="sm"
    >
      <DialogBody className={styles.export}>
        <Segmented label="Format" value={format} onChange={setFormat} options={formats} />
        <p>
          {rows === 1 ? 'One row' : `${describeCount(rows)} rows`} and{' '}
          {request?.columns.length === 1
            ? 'one column'
            : `${describeCount(request?.columns.length ?? 0)} columns`}
          {', '}
          {order[request?.which ?? 'shown']}
          {messages.answer.maskedNote}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          icon="export"
          loading={command.isRunning}
          onClick={() => request !== null && void command.run(buildInput(request, format))}
        >
          Export
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const order = { shown: messages.answer.shownOrder, selected: messages.answer.readOrder } as const;

function buildInput({ reading, columns, rows }: ExportRequest, format: 'csv' | 'json') {
  return { reading, columns: [...columns], rows: [...rows], format };
}

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
] as const;
