import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { DownloadBatch } from '#shared/contract/downloads/downloads.ts';
import { newestFirst } from '#shared/domain/downloads/day-standing.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { localBounds } from '../strip/day-words.ts';
import type { DayReading } from '../strip/use-days.ts';
import { asRead } from '../batch/as-read.ts';
import { BatchFacts } from './batch-facts.tsx';
import { BatchRow } from './batch-row.tsx';
import { BatchStates } from './batch-states.tsx';
import { DayHead } from './day-head.tsx';
import styles from './day-pane.module.css';

interface DayPaneProps {
  readonly day: string;
  readonly today: string;
  readonly reading: DayReading;
  readonly open: DownloadBatch | undefined;
  readonly now: number;
  readonly whyNotRun: string | undefined;
  readonly onOpen: (batchId: string) => void;
  readonly onRunAgain: () => void;
}

/** The batches of one day, the one that began last first, and what is known of the one that is open. */
export function DayPane(props: DayPaneProps) {
  const { day, today, reading, open, now, whyNotRun, onOpen, onRunAgain } = props;
  const { read, failure, isReading, readAgain } = reading;
  const batches = newestFirst(read?.batches ?? []);
  const readAt = asRead(read?.asOf, now);
  const list = useRef<HTMLUListElement>(null);

  function move(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-batch]') ?? [])];
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + by];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <section className={styles.pane} aria-label="The chosen day">
      <DayHead
        day={day}
        isToday={day === today}
        reading={reading}
        whyNotRun={whyNotRun}
        onRunAgain={onRunAgain}
      />
      {failure === undefined || read === undefined ? null : (
        <StaleNote
          flat
          reason={failure.message}
          showing="What was read before is shown."
          action={
            <Button size="sm" variant="ghost" loading={isReading} onClick={readAgain}>
              Try again
            </Button>
          }
        />
      )}
      <div className={styles.body}>
        {read === undefined && failure === undefined && isReading ? (
          <SkeletonRows rows={4} label="Reading the day" />
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons, which are reached by Tab as well */}
        <ul ref={list} aria-label="Batches" onKeyDown={move}>
          {batches.map((batch) => (
            <BatchRow
              key={batch.batchId}
              batch={batch}
              isOpen={batch.batchId === open?.batchId}
              now={readAt}
              onOpen={() => onOpen(batch.batchId)}
            />
          ))}
        </ul>
        {open === undefined ? null : (
          <>
            <BatchStates status={open.status} />
            <BatchFacts batch={open} now={now} />
          </>
        )}
        <p className={styles.said}>
          {`This day is ${localBounds(day)} on this computer's clock.${ageWords(now - readAt)}`}
          {batches.length > 1 ? (
            <span className={styles.keys}>
              <Kbd keys="Q" /> next batch
            </span>
          ) : null}
        </p>
      </div>
    </section>
  );
}

/** It is not read again by itself, so what goes on is told as it was then. */
function ageWords(age: number): string {
  return age < 60_000 ? '' : ` It was read ${spanWords(age)} ago.`;
}
