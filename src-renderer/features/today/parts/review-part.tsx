import type { CSSProperties } from 'react';
import type { TodayReview } from '#shared/contract/today.ts';
import { spanWords } from '#renderer/ui/relative-time.tsx';
import { StatusGlyph } from '#renderer/ui/status.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { countedText, isNone } from '../today-messages.ts';
import { Lead, useLeads } from '../lead.tsx';
import { leadToReview } from '../lead-to.ts';
import type { Seen } from '../seen.ts';
import { PartState, Problems, Said, TodayPart } from './today-part.tsx';
import { bucketRows, describeQueueFoot, type BucketRow } from '../part-numbers.ts';
import styles from './review-part.module.css';

/** How long documents have waited for a person. */
export function ReviewPart({ seen }: { readonly seen: Seen }) {
  const { review, me, tenant, now } = seen;
  const { follow } = useLeads();
  return (
    <TodayPart
      title="Review queue"
      hint="by how long it has waited"
      actions={
        me.mayReview ? (
          <Button
            size="sm"
            shortcut="B"
            onClick={() => follow({ desk: 'review', tenant, olderThanMinutes: null, start: true })}
          >
            Start reviewing
          </Button>
        ) : undefined
      }
    >
      <PartState
        part={review}
        notRead="The review queue was not counted"
        reading="Counting what waits"
        rows={5}
      >
        {(value) => (
          <>
            {isNone(value.waiting) ? (
              <Said>Nothing waits for review.</Said>
            ) : (
              <>
                <Buckets seen={seen} review={value} />
                <Said>{describeQueueFoot(value, now)}</Said>
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
  const rows = bucketRows(review);
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
        label={`${words}: ${countedText(counted)}`}
        title={describeOpening(fromMinutes, seen.me.mayReview)}
        className={styles.words}
      >
        {isOverdue ? <StatusGlyph glyph="failed" /> : null}
        {words}
      </Lead>
      <span className={styles.bar} style={{ '--share': `${(share * 100).toFixed(1)}%` } as CSSProperties} />
      <b className={styles.number}>{countedText(counted)}</b>
    </li>
  );
}

/** The queue has no upper end to its filter, and a list of batches none at all: what opens may be more than is counted. */
function describeOpening(fromMinutes: number | null, mayReview: boolean): string {
  if (!mayReview) return 'Opens the batches in which documents wait';
  return fromMinutes === null
    ? 'Opens the whole queue'
    : `Opens what has waited for ${spanWords(fromMinutes * 60_000)} or longer`;
}
