import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { QueueRow } from './queue-row.tsx';
import { headWords, keptWords } from './queue-words.ts';
import styles from './queues-pane.module.css';
import type { QueuesReading } from './use-queues.ts';

interface QueuesPaneProps {
  readonly reading: QueuesReading;
  readonly open: string | null;
  readonly now: number;
  readonly heldOf: (queue: string) => number;
  readonly onOpen: (queue: string) => void;
}

/** Every dead-letter queue of the connection, also one that is empty or cannot be read. */
export function QueuesPane({ reading, open, now, heldOf, onOpen }: QueuesPaneProps) {
  const { queues, failure, isReading, readAgain } = reading;
  const rows = queues?.queues ?? noRows;
  const list = useRef<HTMLUListElement>(null);

  function move(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-queue]') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[at + by];
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <section className={styles.pane} aria-label="Queues">
      <PaneBar>
        <PaneBarTitle of="page">Dead letters</PaneBarTitle>
        <span className={styles.hint}>{queues === undefined ? '' : headWords(rows)}</span>
      </PaneBar>
      {failure === undefined || queues === undefined ? null : (
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
        {queues === undefined && failure === undefined ? (
          <SkeletonRows rows={5} label="Reading how the queues stand" />
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between its buttons, which are reached by Tab as well */}
        <ul ref={list} aria-label="Dead-letter queues" onKeyDown={move}>
          {rows.map((row) => (
            <QueueRow
              key={row.name}
              row={row}
              isOpen={row.name === open}
              now={now}
              held={heldOf(row.name)}
              onOpen={() => onOpen(row.name)}
            />
          ))}
        </ul>
        {rows.length === 0 ? null : (
          <p className={styles.said}>
            {keptWords(rows)}
            {rows.length > 1 ? (
              <span className={styles.keys}>
                <Kbd keys="Q" /> next queue
              </span>
            ) : null}
          </p>
        )}
      </div>
    </section>
  );
}

const noRows: Queues['queues'] = [];
