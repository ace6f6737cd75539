import { useMemo } from 'react';
import type { Iteration, TimelineStage } from '#shared/domain/timeline/iteration-track.ts';
import { DataTable } from '#renderer/ui/data-table/data-table.tsx';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { glyphOf } from './bars.ts';
import { durationText, iterationName, stateWords, troubleText } from './iteration-words.ts';
import type { Lanes } from './lanes.ts';
import styles from './timeline.module.css';

export interface TimelineTableProps {
  readonly label: string;
  readonly lanes: Lanes;
  readonly onOpenIteration: (index: number) => void;
}

/** The same as the lanes, for those who would rather read than look. */
export function TimelineTable({ label, lanes, onOpenIteration }: TimelineTableProps) {
  const { iterations, from } = lanes.timeline;
  const columns = useMemo(() => columnsFrom(from ?? 0), [from]);
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={iterations}
      rowId={({ index, startedAt }) => `${index} ${startedAt}`}
      rowName={iterationName}
      onOpen={({ index }) => onOpenIteration(index)}
    />
  );
}

function columnsFrom(start: number): readonly DataColumn<Iteration>[] {
  return [
    {
      id: 'iteration',
      title: 'Iteration',
      width: 84,
      hideable: false,
      strong: true,
      value: ({ index }) => index,
      cell: (row) => (
        <span className={styles.named}>
          <StatusGlyph glyph={glyphOf(row)} />
          {row.index}
        </span>
      ),
    },
    { id: 'lane', title: 'Lane', width: 56, align: 'end', value: ({ slot }) => slot + 1 },
    timed('after', 'Began after', ({ startedAt }) => startedAt - start),
    timed('took', 'Took', ({ startedAt, endedAt }) => (endedAt === null ? null : endedAt - startedAt)),
    timed('textract', 'Textract', (row) => stageMs(row, 'textract')),
    timed('gap-fill', 'Gap-fill', (row) => stageMs(row, 'gap-fill')),
    timed('verify', 'Verify', (row) => stageMs(row, 'verify')),
    { id: 'retries', title: 'Retries', width: 64, align: 'end', value: ({ retries }) => retries },
    {
      id: 'outcome',
      title: 'How it went',
      min: 180,
      value: ({ state }) => stateWords[state],
      text: outcomeText,
    },
  ];
}

function timed(id: string, title: string, value: (row: Iteration) => number | null): DataColumn<Iteration> {
  return {
    id,
    title,
    width: 92,
    align: 'end',
    value,
    text: (row) => {
      const ms = value(row);
      return ms === null ? '' : durationText(ms);
    },
  };
}

/** With its retries; in two parts where a redrive took it up again. */
function stageMs({ stages }: Iteration, stage: TimelineStage): number | null {
  const spans = stages.filter((span) => span.stage === stage);
  if (spans.length === 0 || spans.some(({ to }) => to === null)) return null;
  return spans.reduce((sum, { from, to }) => sum + (to ?? from) - from, 0);
}

function outcomeText({ state, stages }: Iteration): string {
  const errors = stages.flatMap((span) => (span.error === null ? [] : [troubleText(span)]));
  return [stateWords[state], ...errors].join('; ');
}
