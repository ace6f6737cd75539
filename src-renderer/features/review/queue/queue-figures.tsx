import type { QueuePage } from '#shared/contract/review/queue.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { SkeletonBar } from '#renderer/ui/skeleton/skeleton.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { bucketLooks } from './due.ts';
import styles from './queue-figures.module.css';

interface QueueFiguresProps {
  /** Undefined while it is being read. */
  readonly buckets: QueuePage['buckets'] | undefined;
  /** Then only what the filters let through is counted. */
  readonly isFiltered: boolean;
}

/** How much is due when. A figure that was not counted to its end says "at least". */
export function QueueFigures({ buckets, isFiltered }: QueueFiguresProps) {
  return (
    <ul className={styles.figures} aria-label="Waiting, by when it is due">
      {bucketLooks.map(({ name, words, aloud, glyph }) => {
        const bucket = buckets?.[name];
        return (
          <li
            key={name}
            className={styles.figure}
            data-bucket={name}
            data-none={bucket?.count === 0 || undefined}
          >
            <StatusGlyph glyph={glyph} />
            {bucket === undefined ? (
              <span className={styles.number}>
                <SkeletonBar width="24px" />
              </span>
            ) : (
              <>
                {bucket.exact ? null : <span className={styles.least}>at least</span>}
                <b className={styles.number}>{grouped(bucket.count)}</b>
              </>
            )}
            <span aria-hidden>{words}</span>
            <VisuallyHidden>{aloud}</VisuallyHidden>
          </li>
        );
      })}
      {isFiltered ? <li className={styles.kind}>of the kind that is filtered</li> : null}
    </ul>
  );
}
