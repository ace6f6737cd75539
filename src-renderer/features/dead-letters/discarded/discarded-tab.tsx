import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Discarded, DiscardedRow } from '#shared/contract/dead-letters.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { whyNotChangeMessages } from '#shared/permissions.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { useJobs } from '#renderer/contract/jobs-provider.tsx';
import { useNames } from '#renderer/contract/names.tsx';
import { ask } from '#renderer/contract/operation-options.ts';
import { usePageCommands } from '#renderer/contract/page-commands.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopyIds } from '#renderer/ui/copy-button.tsx';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { TableSort } from '#renderer/ui/data-table/data-column.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { useShownRows } from '#renderer/ui/data-table/use-shown-rows.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { useToast } from '#renderer/ui/toast.tsx';
import { useWidth } from '#renderer/ui/use-width.ts';
import type { DeadLettersAddress, GoDeadLetters } from '../address.ts';
import { MessageDrawer, type OpenDocument } from '../message/message-drawer.tsx';
import { messages } from '../messages.ts';
import { formatSubject, shortenId } from '../sample/message-columns.tsx';
import { QueueFailure } from '../sample/sample-part.tsx';
import { buildDiscardedColumns, chooseDiscardedColumns } from './discarded-columns.tsx';
import styles from './discarded.module.css';

const words = messages.discarded;

export interface DiscardedReading {
  readonly read: Discarded | undefined;
  readonly rows: readonly DiscardedRow[];
  readonly failure: ReturnType<typeof toFailure> | undefined;
  readonly isReading: boolean;
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** Reads what this machine has saved, and again whenever a job of this console begins, moves on or ends. */
export function useDiscarded(): DiscardedReading {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['dead-letters.discarded', 'pages'],
    queryFn: async ({ client: asking, pageParam }) =>
      (await ask(asking, 'dead-letters.discarded', { offset: pageParam })).value,
    initialPageParam: 0,
    getNextPageParam: (last: Discarded, pages: readonly Discarded[]) => {
      const shown = pages.reduce((sum, { messages: some }) => sum + some.length, 0);
      return shown < last.total ? shown : undefined;
    },
    refetchOnMount: 'always',
  });
  const progress = (useJobs().value?.jobs ?? [])
    .filter(({ kind }) => kind === 'discard-messages' || kind === 'resend-messages')
    .map(({ jobId, state, counts }) => JSON.stringify([jobId, state, counts]))
    .join('\n');
  const seen = useRef(progress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const readAgain = () => void client.invalidateQueries({ queryKey: ['dead-letters.discarded'] });
  const follow = useEffectEvent(() => {
    timer.current = undefined;
    readAgain();
  });
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    timer.current ??= setTimeout(() => follow(), pauseMs);
  }, [progress]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const pages = query.data?.pages;
  return {
    read: pages?.[0],
    rows: useMemo(() => pages?.flatMap(({ messages: some }) => some) ?? [], [pages]),
    failure: query.error === null ? undefined : toFailure(query.error),
    isReading: query.isFetching,
    readOn: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    readAgain,
  };
}

const pauseMs = 700;

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
            <span className={styles.said}>{words.said}</span>
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
                  <h3 className={styles.title}>{words.table}</h3>
                  <span className={styles.hint}>{words.hint(rows.length, total)}</span>
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

interface Sending {
  readonly rows: readonly DiscardedRow[];
  readonly selected: Selection;
  readonly open: DiscardedRow | undefined;
  readonly person: PersonHere;
}

/** Plans to send the selection again, or else the open message. Main decides again about each of them. */
function useSending({ rows, selected, open, person }: Sending) {
  const { plan } = usePlanning();
  const toast = useToast();
  const picked = rows.filter(({ messageId }) => selected.has(messageId));
  const chosen = picked.length > 0 ? picked : open === undefined ? [] : [open];
  const whyNot = whyNotChangeMessages(person.me, person.connection) ?? whyNotSend(chosen);
  const [first] = chosen;

  function send(): void {
    if (first === undefined) return;
    const messageIds = chosen.map(getId);
    plan({ kind: 'resend-messages', queue: first.queue, messageIds });
  }
  usePageKeys(pageKeys.deadLetters, {
    redrive: whyNot === undefined ? send : () => void toast.show({ message: whyNot }),
  });
  usePageCommands(
    whyNot === undefined
      ? [
          {
            id: 'resend-messages',
            title: words.sendCommand(
              chosen.length === 1 ? 'the discarded message' : `${grouped(chosen.length)} discarded messages`,
            ),
            keywords: ['discarded', 'plan', 'redrive', 'send back', 'restore', 'undo'],
            icon: 'retry',
            shortcut: pageKeys.deadLetters.redrive,
            run: send,
          },
        ]
      : [],
  );
  return { count: picked.length, whyNot, plan: send };
}

/** Says why no plan can be made for these messages; undefined if one can. */
export function whyNotSend(
  rows: readonly Pick<DiscardedRow, 'queue' | 'sentAgain' | 'isSaved'>[],
): string | undefined {
  if (rows.length === 0) return words.choose;
  if (new Set(rows.map(({ queue }) => queue)).size > 1) return words.oneQueue;
  if (rows.length > mostInPlan) return messages.queue.planLimit(grouped(mostInPlan));
  if (rows.every(({ sentAgain }) => sentAgain?.state === 'sent')) return words.allSent;
  return rows.some(({ isSaved }) => isSaved) ? undefined : words.notSavedTitle;
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
