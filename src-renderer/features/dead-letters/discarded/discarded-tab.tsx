import { useMemo, useState } from 'react';
import type { Discarded, DiscardedRow } from '#shared/contract/dead-letters.ts';
import { useNames } from '#renderer/contract/names.tsx';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import { CopyButton, useCopyIds } from '#renderer/ui/copy-button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import inline from '#renderer/ui/inline.module.css';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { DeadLettersAddress, GoDeadLetters } from '../address.ts';
import { MessageDrawer, type OpenDocument } from '../message/message-drawer.tsx';
import { messages } from '../messages.ts';
import { formatSubject, shortenId } from '../sample/message-columns.tsx';
import { QueueFailure } from '../sample/sample-part.tsx';
import { buildDiscardedColumns, chooseDiscardedColumns } from './discarded-columns.tsx';
import styles from './discarded.module.css';
import { useSending, type DiscardedReading } from './use-discarded.ts';

const words = messages.discarded;

interface DiscardedTabProps {
  readonly reading: DiscardedReading;
  readonly address: DeadLettersAddress;
  readonly go: GoDeadLetters;
  readonly person: PersonHere;
  readonly onOpenDocument: OpenDocument;
  readonly now: number;
}

/** Lists discarded messages with who discarded them and why, and sends some of them again. */
export function DiscardedTab(props: DiscardedTabProps) {
  const { reading, address, go, person, onOpenDocument, now } = props;
  const { rows, read, failure } = reading;
  const { nameOf } = useNamesHere();
  const [measure, width] = useWidth();
  const [paneWidth, keepWidth] = useKept(['dead-letters.discarded.width'], drawerWidth);
  const [selected, setSelected] = useState<Selection>(new Set());
  const [active, setActive] = useState<string | null>(address.discarded);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [filter, setFilter] = useState('');
  const [chosenColumns, setColumns] = useKept<readonly string[] | null>(
    ['dead-letters.discarded.columns'],
    null,
  );
  const minute = Math.floor(now / 60_000) * 60_000;
  const columns = useMemo(() => buildDiscardedColumns(minute, nameOf), [minute, nameOf]);
  const fitting = width === null ? 0 : Math.floor(width / 20) * 20;
  const visibleColumns = useMemo(
    () => chosenColumns ?? chooseDiscardedColumns(fitting),
    [chosenColumns, fitting],
  );
  const { ids } = useShownRows({ columns, rows, rowId: getId, sort, filter, visibleColumns });
  const live = useMemo(() => new Set(rows.map(getId).filter((id) => selected.has(id))), [rows, selected]);
  const open = rows.find(({ messageId }) => messageId === address.discarded);
  const close = () => go({ discarded: null }, 'replace');
  const sending = useSending({ rows, selected: live, open, person });
  const copyIds = useCopyIds('message ids');
  usePageKeys(pageKeys.deadLetters, {
    back: () => (open === undefined ? setSelected(new Set()) : close()),
  });

  function step(by: 1 | -1): void {
    const next = ids[ids.indexOf(address.discarded ?? '') + by];
    if (next === undefined) return;
    setActive(next);
    go({ discarded: next }, 'replace');
  }

  if (read === undefined && failure !== undefined) {
    return (
      <QueueFailure
        failure={failure}
        title={words.notRead}
        notDone={words.nothingDone}
        onRetry={reading.readAgain}
        isRetrying={reading.isReading}
      />
    );
  }
  const total = read?.total ?? 0;
  return (
    <SplitPanes
      label={words.width}
      sized="end"
      size={paneWidth}
      defaultSize={drawerWidth}
      min={300}
      minOther={400}
      narrow="cover"
      onResize={(size) => keepWidth(() => size)}
      start={
        <section className={styles.pane} aria-label={words.table}>
          <PaneBar>
            <PaneBarTitle of="page">{messages.page.title}</PaneBarTitle>
            <span className={classNames(inline.hint, styles.said)}>{words.said}</span>
          </PaneBar>
          <FileProblems problems={read?.problems ?? noProblems} />
          <div ref={measure} className={styles.list}>
            <DataTable
              label={words.table}
              primary
              opensOnClick
              resizable
              columns={columns}
              rows={rows}
              rowId={getId}
              rowName={(row) => `${shortenId(row.messageId)}, ${formatSubject(row)}`}
              head={
                <span className={styles.head}>
                  <h2 className={styles.title}>{words.table}</h2>
                  <span className={inline.hint}>{words.hint(rows.length, total)}</span>
                  <Button
                    size="sm"
                    variant="primary"
                    icon="play"
                    shortcut={pageKeys.deadLetters.redrive}
                    disabled={sending.whyNot ?? false}
                    onClick={sending.plan}
                  >
                    {sending.count === 0 ? words.send : words.sendSelected(sending.count)}
                  </Button>
                </span>
              }
              sort={sort}
              onSortChange={setSort}
              filter={filter}
              onFilterChange={setFilter}
              visibleColumns={visibleColumns}
              onVisibleColumnsChange={(next) => setColumns(() => next)}
              selected={live}
              onSelectedChange={setSelected}
              selectionActions={
                <Button size="sm" variant="ghost" icon="copy" onClick={() => copyIds([...live])}>
                  {messages.sample.copyIds}
                </Button>
              }
              activeId={address.discarded ?? active}
              onActiveChange={(id) => {
                setActive(id);
                if (address.discarded !== null && id !== address.discarded) go({ discarded: id }, 'replace');
              }}
              onOpen={({ messageId }) => {
                setActive(messageId);
                go({ discarded: messageId }, address.discarded === null ? 'push' : 'replace');
              }}
              onCopyId={(id) => copyIds([id])}
              loading={read === undefined}
              end={
                reading.readOn === undefined
                  ? undefined
                  : {
                      note: words.hint(rows.length, total),
                      onMore: reading.readOn,
                      loading: reading.isReading,
                    }
              }
              empty={
                <EmptyState title={words.none}>
                  <p>{words.noneNext}</p>
                </EmptyState>
              }
            />
          </div>
        </section>
      }
      end={
        open === undefined ? undefined : (
          <MessageDrawer
            queue={{ name: open.queue, sources: [] }}
            messageId={open.messageId}
            isDiscarded
            onClose={close}
            onStep={step}
            onOpenDocument={onOpenDocument}
          />
        )
      }
    />
  );
}

const drawerWidth = 348;
const noProblems: Discarded['problems'] = [];

function getId({ messageId }: DiscardedRow): string {
  return messageId;
}

/** The names change their identity with each name that is read, so that the columns are made again. */
function useNamesHere() {
  const names = useNames();
  return useMemo(() => ({ nameOf: (personId: string) => names.person(personId) }), [names]);
}

/** Names the files that are missing or damaged, and what that means for their messages. */
function FileProblems({ problems }: { readonly problems: Discarded['problems'] }) {
  if (problems.length === 0) return null;
  return (
    <Note tone="bad" flat>
      <b>{words.problems(problems.length)}</b>
      <ul className={styles.problems}>
        {problems.map(({ jobId, file, why }) => (
          <li key={jobId} className={styles.file}>
            <span>
              <code>{file}</code>: {why}
            </span>
            <CopyButton text={file} label={words.copyPath} />
          </li>
        ))}
      </ul>
    </Note>
  );
}
