import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ItemReceipt } from '#shared/contract/jobs/jobs.ts';
import type { JobKind } from '#shared/contract/jobs/plans.ts';
import { briefNote } from '#shared/domain/job-summary.ts';
import { itemWords } from '#shared/domain/job-words.ts';
import { moneyText } from '#shared/pricing/money-text.ts';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { isOfMessages } from '#shared/domain/job-place.ts';
import { costsLittle } from '../plan-kind.ts';
import styles from '../planning-dialog.module.css';
import { runningWords, tookWords } from '../time-words.ts';
import { ItemStateMark } from './item-state.tsx';

export interface ReceiptsTableProps {
  readonly kind: JobKind;
  readonly receipts: readonly ItemReceipt[];
  readonly head: ReactNode;
  /** For how long those that run have been running; null where none does. */
  readonly now: number | null;
  readonly onOpen: ((receipt: ItemReceipt) => void) | undefined;
  readonly loading: boolean;
  readonly empty: ReactNode;
  readonly error?: ReactNode;
}

export function ReceiptsTable(props: ReceiptsTableProps) {
  const { kind, receipts, head, now, onOpen, loading, empty, error } = props;
  const columns = useMemo(() => columnsOf(kind, now), [kind, now]);
  return (
    <DataTable
      label="Receipts"
      head={head}
      columns={columns}
      rows={receipts}
      rowId={rowId}
      onOpen={onOpen}
      loading={loading}
      empty={empty}
      error={error}
    />
  );
}

function rowId({ number, id }: ItemReceipt): string {
  return `${String(number)} ${id}`;
}

/** Where it is now, why it is not, with which error it failed, or in which run it ended. */
function noteOf({ note, stage, state, run }: ItemReceipt): string {
  if (note !== null) return note;
  if (stage !== null && (state === 'running' || state === 'failed-again')) return stage;
  return run === null ? '' : `run ${String(run)}`;
}

function tookOf({ ms, state, sentAt }: ItemReceipt, now: number | null): string {
  if (ms !== null) return tookWords(ms);
  if (now === null || sentAt === null || state !== 'running') return '';
  return runningWords(now - Date.parse(sentAt));
}

function columnsOf(kind: JobKind, now: number | null): readonly DataColumn<ItemReceipt>[] {
  return [
    {
      id: 'state',
      title: 'Outcome',
      value: ({ state }) => itemWords(kind, state),
      cell: (item) => <ItemStateMark kind={kind} item={item} />,
      width: isOfMessages(kind) ? 176 : 148,
      sortable: false,
    },
    {
      id: 'document',
      title: titles[kind],
      value: (item) => nameOf(kind, item),
      cell: (item) => (
        <span className={styles.cut} title={item.id}>
          {nameOf(kind, item)}
        </span>
      ),
      mono: true,
      strong: true,
      width: widths[kind],
      hideable: false,
      sortable: false,
    },
    {
      id: 'note',
      title: 'What is known',
      value: noteOf,
      cell: (item) => (
        <span className={styles.cut} title={noteOf(item)}>
          {isOfMessages(kind) ? briefNote(noteOf(item)) : noteOf(item)}
        </span>
      ),
      min: 120,
      sortable: false,
    },
    {
      id: 'took',
      title: 'Took',
      value: ({ ms }) => ms,
      text: (item) => tookOf(item, now),
      align: 'end',
      width: 80,
      sortable: false,
    },
    ...(costsLittle(kind) ? figures.filter(({ id }) => id !== 'usd') : figures),
  ];
}

/** "0f1c7a52 inv-0019.pdf": a message is known by its id, and told from others by what it is about. */
function nameOf(kind: JobKind, { id, name }: Pick<ItemReceipt, 'id' | 'name'>): string {
  if (!isOfMessages(kind)) return name ?? id;
  return [id.slice(0, 8), name ?? ''].join(' ').trim();
}

const titles: Readonly<Record<JobKind, string>> = {
  reprocess: 'Document',
  'redrive-execution': 'Execution',
  'stop-execution': 'Execution',
  'redrive-messages': 'Message',
  'discard-messages': 'Message',
  'requeue-files': 'File',
  'trigger-downloads': 'Day',
  'close-downloads': 'Download batch',
};

const widths: Readonly<Record<JobKind, number>> = {
  reprocess: 204,
  'redrive-execution': 240,
  'stop-execution': 240,
  'redrive-messages': 222,
  'discard-messages': 222,
  'requeue-files': 204,
  'trigger-downloads': 96,
  'close-downloads': 240,
};

const figures: readonly DataColumn<ItemReceipt>[] = [
  {
    id: 'usd',
    title: 'Cost',
    value: ({ usd }) => usd,
    text: ({ usd }) => (usd === null ? '' : moneyText(usd, { places: 4, tiny: 'sign' })),
    align: 'end',
    width: 76,
    sortable: false,
  },
  {
    id: 'number',
    title: 'No.',
    value: ({ number }) => number,
    align: 'end',
    mono: true,
    width: 52,
    sortable: false,
  },
];
