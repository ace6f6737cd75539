import type { CSSProperties } from 'react';
import type { TodayReview } from '#shared/contract/today.ts';
import { formatTimeSpan } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { formatCounted, isNone } from '../messages.ts';
import { Lead, useLeads } from '../lead.tsx';
import { leadToReview } from '../lead-to.ts';
import type { Seen } from '../seen.ts';
import { PartState, Problems, PartNote, TodayPart } from './today-part.tsx';
import { listBucketRows, describeQueueFoot, type BucketRow } from '../part-numbers.ts';
import styles from './review-part.module.css';
import { messages } from '../messages.ts';

/** Shows how long documents have waited for a reviewer. */
export function ReviewPart({ seen }: { readonly seen: Seen }) {
  const { review, me, tenant, now } = seen;
  const { follow } = useLeads();
  return (
    <TodayPart
      title="Review queue"
      hint={messages.review.byWaitingTime}
      actions={
        me.mayReview ? (
          <Button
            size="sm"
            shortcut={pageKeys.today.startReviewing}
            onClick={() => follow({ desk: 'review', tenant, olderThanMinutes: null, start: true })}
          >
            Start reviewing
          </Button>
        ) : undefined
      }
    >
      <PartState
        part={review}
        notRead={messages.review.notCounted}
        reading={messages.review.counting}
        rows={5}
      >
        {(value) => (
          <>
            {isNone(value.waiting) ? (
              <PartNote>{messages.review.none}</PartNote>
            ) : (
              <>
                <Buckets seen={seen} review={value} />
                <PartNote>{describeQueueFoot(value, now)}</PartNote>
              </>
            )}
            <Problems of={value.problems} />
          </>
        )}
      </PartState>
    </TodayPart>
  );
}

function Buckets({ seen, review }: { readonly seen: Seen; readonly review: TodayReview }) {
  const rows = listBucketRows(review);
  const most = Math.max(1, ...rows.map(({ counted }) => counted.count));
  return (
    <ul className={styles.buckets}>
      {rows.map((row) => (
        <Bucket key={row.id} row={row} share={row.counted.count / most} seen={seen} />
      ))}
    </ul>
  );
}

interface BucketProps {
  readonly row: BucketRow;
  readonly share: number;
  readonly seen: Seen;
}

function Bucket({ row: { id, words, counted, fromMinutes }, share, seen }: BucketProps) {
  const isOverdue = id === 'overdue';
  return (
    <li className={styles.bucket} data-bucket={id} data-none={counted.count === 0 || undefined}>
      <Lead
        isRow
        to={leadToReview(seen, fromMinutes)}
        label={`${words}: ${formatCounted(counted)}`}
        title={describeOpening(fromMinutes, seen.me.mayReview)}
        className={styles.words}
      >
        {isOverdue ? <StatusGlyph glyph="failed" /> : null}
        {words}
      </Lead>
      <span className={styles.bar} style={{ '--share': `${(share * 100).toFixed(1)}%` } as CSSProperties} />
      <b className={styles.number}>{formatCounted(counted)}</b>
    </li>
  );
}

/**
 * The filter of the queue has no upper limit, and a list of batches has no filter, so the opened list may be
 * longer than the count.
 */
function describeOpening(fromMinutes: number | null, mayReview: boolean): string {
  if (!mayReview) return messages.review.opensBatches;
  return fromMinutes === null
    ? messages.review.opensQueue
    : messages.review.opensWaiting(formatTimeSpan(fromMinutes * 60_000));
}
