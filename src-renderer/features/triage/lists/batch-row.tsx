import type { Batch } from '#shared/contract/triage/batches.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import { exactLocal, exactUtc, spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import { StackedStatusBar } from '#renderer/ui/status/stacked-status-bar.tsx';
import { OtherStatusBadge, StatusBadge } from '#renderer/ui/status/status-badge.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './lists.module.css';
import { aboutBatch, ageOf, standingOf } from './batch-words.ts';

export const batchRowHeight = 64;

interface BatchRowProps {
  readonly batch: Batch;
  readonly now: number;
  /** In a list of one status it would only repeat the list's name. */
  readonly withStatus: boolean;
}

export function BatchRow({ batch, now, withStatus }: BatchRowProps) {
  const { batchId, counts, otherCounts, status, otherStatus, catchingUp, expired, problems } = batch;
  const standing = standingOf(batch);
  const at = ageOf(batch);
  return (
    <div className={styles.batch}>
      <span className={styles.line}>
        <span className={styles.id}>{batchId}</span>
        {withStatus && status !== null ? <StatusBadge status={status} /> : null}
        {otherStatus === null ? null : <OtherStatusBadge status={otherStatus} />}
        {problems.length === 0 ? null : (
          <span className={styles.odd} title={problems.join('\n')}>
            <Icon name="warning" size={12} />
            <VisuallyHidden>{problems.length} attributes are not as expected</VisuallyHidden>
          </span>
        )}
        {at === null ? null : (
          <time
            className={styles.age}
            dateTime={new Date(at).toISOString()}
            title={`${exactUtc(at)}\n${exactLocal(at)}`}
          >
            {spanWords(Math.max(0, now - at))}
          </time>
        )}
      </span>
      <span className={styles.line}>
        <span className={styles.about}>{aboutBatch(batch)}</span>
        {catchingUp ? <span className={styles.quiet}>index catching up</span> : null}
        {expired ? <span className={styles.quiet}>expired</span> : null}
        <span className={classNames(styles.standing, styles[standing.tone])}>{standing.text}</span>
      </span>
      <StackedStatusBar counts={counts} others={otherCounts} label={`Documents of ${batchId}`} size="sm" />
    </div>
  );
}
