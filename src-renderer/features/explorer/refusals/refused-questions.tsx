import { useMemo } from 'react';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { RelativeTime } from '#renderer/ui/relative-time.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/states.tsx';
import type { CountedRefusal, OpenSystem } from '#shared/contract/explorer.ts';
import type { Failure } from '#shared/contract/result.ts';
import styles from '../explorer.module.css';
import { messages } from '../messages.ts';
import { toLabel } from '../question/fields.ts';

interface RefusedQuestionsProps {
  readonly systems: readonly OpenSystem[];
  readonly refusals: readonly CountedRefusal[];
  readonly loading: boolean;
  readonly failure: Failure | undefined;
  readonly readAt: number;
  readonly onRetry: () => void;
  readonly onOpen: (refusal: CountedRefusal) => void;
}

/** Lists the questions that no index answers, the most asked first, to show what the next index should serve. */
export function RefusedQuestions(props: RefusedQuestionsProps) {
  const { systems, refusals, loading, failure, readAt, onRetry, onOpen } = props;
  const columns = useMemo(() => buildRefusedColumns(systems, readAt), [systems, readAt]);
  return (
    <section className={styles.pane} aria-label={messages.page.refused}>
      <DataTable
        label={messages.page.refused}
        head={<PaneTitle title={messages.page.refused} hint={messages.refusals.openHint} />}
        columns={columns}
        rows={refusals}
        rowId={getSign}
        rowName={({ question }) => question}
        onOpen={onOpen}
        loading={loading}
        empty={<EmptyState title={messages.refusals.none}>{messages.refusals.noneNext}</EmptyState>}
        error={
          failure === undefined ? undefined : (
            <ErrorState
              title={messages.refusals.notRead}
              happened={failure.message}
              notDone={messages.refusals.nothingChanged}
              next={messages.page.tryAgain}
              reference={failure.reference}
              onRetry={onRetry}
            />
          )
        }
        primary
      />
    </section>
  );
}

function buildRefusedColumns(
  systems: readonly OpenSystem[],
  readAt: number,
): readonly DataColumn<CountedRefusal>[] {
  const findName = (id: string) =>
    systems.find(({ declaration }) => declaration.id === id)?.declaration.name ?? id;
  return [
    { id: 'question', title: 'Question', value: ({ question }) => question, strong: true, min: 260 },
    { id: 'system', title: 'System', value: ({ system }) => findName(system), width: 132 },
    {
      id: 'by',
      title: messages.refusals.askedBy,
      value: ({ by }) => by.map((name) => toLabel(name).toLowerCase()).join(', '),
      width: 148,
    },
    { id: 'times', title: 'Times', value: ({ times }) => times, align: 'end', width: 72 },
    { id: 'people', title: 'People', value: ({ people }) => people, align: 'end', width: 72 },
    {
      id: 'last',
      title: 'Last',
      value: ({ lastAt }) => lastAt,
      cell: ({ lastAt }) => (
        <RelativeTime at={Date.parse(lastAt)} now={Math.max(readAt, Date.parse(lastAt))} focusable={false} />
      ),
      width: 112,
    },
  ];
}

function getSign({ system, entity, by }: CountedRefusal): string {
  return JSON.stringify([system, entity, by]);
}
