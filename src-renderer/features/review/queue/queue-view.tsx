import { useMemo } from 'react';
import type { QueueRow } from '#shared/contract/review/queue.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import type { GoReview, ReviewAddress } from '../review-address.ts';
import type { DeskRow } from '../desk/desk-row.ts';
import { inOrder } from './desk-rows.ts';
import { isFiltered, noFilters } from './filter-words.ts';
import { QueueEmpty } from './queue-empty.tsx';
import { QueueFailure } from './queue-failure.tsx';
import { QueueFigures } from './queue-figures.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueNotes } from './queue-notes.tsx';
import { QueueTable } from './queue-table.tsx';
import styles from './queue-view.module.css';
import type { ReviewQueue } from './review-queue.ts';
import type { People } from './use-people.ts';
import { useReadOnReturn } from './use-read-on-return.ts';

export interface QueueViewProps {
  readonly queue: ReviewQueue;
  /** What would be worked off, in its order. */
  readonly toDo: readonly DeskRow[];
  readonly address: ReviewAddress;
  readonly go: GoReview;
  readonly people: People;
  readonly dueHours: number;
  /** To the half minute. */
  readonly now: number;
}

/** What waits, those first that are handed to me or wait longest. */
export function QueueView({ queue, toDo, address, go, people, dueHours, now }: QueueViewProps) {
  const me = people.me?.id ?? null;
  const rows = useMemo(() => inOrder(queue.rows, me, now), [queue.rows, me, now]);
  const first = toDo[0];
  const filtered = isFiltered(address);
  useReadOnReturn(queue);

  return (
    <div className={styles.queue}>
      <QueueNotes queue={queue} whyReadOnly={people.whyReadOnly} />
      <QueueFigures buckets={queue.said?.buckets} isReading={queue.isReading} isFiltered={filtered} />
      <div className={styles.grid}>
        <QueueTable
          queue={queue}
          rows={rows}
          tenant={address.tenant}
          isFiltered={filtered}
          people={people}
          dueHours={dueHours}
          now={now}
          first={first === undefined ? null : documentKey(first)}
          head={<QueueFilters address={address} go={go} rows={queue.rows} />}
          empty={
            queue.said === undefined ? null : (
              <QueueEmpty queue={queue} isFiltered={filtered} onClear={() => go(noFilters, 'replace')} />
            )
          }
          error={
            queue.failure === undefined ? undefined : (
              <QueueFailure
                failure={queue.failure}
                title="The queue was not read"
                onRetry={queue.readAgain}
                isRetrying={queue.isReading}
              />
            )
          }
          onOpen={(row) => go({ document: keyOf(row) })}
        />
      </div>
    </div>
  );
}

function keyOf({ tenantId, projectId, batchId, documentId }: QueueRow) {
  return { tenantId, projectId, batchId, documentId };
}
