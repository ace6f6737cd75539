import type { QueuePage } from '#shared/contract/review/queue.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { SkeletonBar } from '#renderer/ui/skeleton/skeleton.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { bucketLooks, type BucketName } from './due.ts';
import styles from './queue-figures.module.css';

type Bucket = QueuePage['buckets'][BucketName];

interface QueueFiguresProps {
  /** Undefined before the first page. */
  readonly buckets: QueuePage['buckets'] | undefined;
  readonly isReading: boolean;
  /** Then only what the filters let through is counted. */
  readonly isFiltered: boolean;
}

/** How much is due when. What was not counted to its end is marked, and what that means is said once. */
export function QueueFigures({ buckets, isReading, isFiltered }: QueueFiguresProps) {
  const isOpen = buckets !== undefined && bucketLooks.some(({ name }) => !buckets[name].exact);
  const hints = [...(isOpen ? ['counted so far'] : []), ...(isFiltered ? ['with these filters'] : [])];
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
            {bucket === undefined && isReading ? (
              <span className={styles.number}>
                <SkeletonBar width="24px" />
              </span>
            ) : (
              <Count bucket={bucket} />
            )}
            <span aria-hidden>{words}</span>
            <VisuallyHidden>{aloud}</VisuallyHidden>
          </li>
        );
      })}
      {hints.length === 0 ? null : <li className={styles.kind}>{hints.join(', ')}</li>}
    </ul>
  );
}

/** Of what nobody has looked at no figure is given: a nought would be read as one. */
function Count({ bucket }: { readonly bucket: Bucket | undefined }) {
  if (bucket === undefined || (bucket.count === 0 && !bucket.exact)) {
    return (
      <span className={styles.none}>
        <span aria-hidden>–</span>
        <VisuallyHidden>not counted</VisuallyHidden>
      </span>
    );
  }
  return (
    <b className={styles.number}>
      {bucket.exact ? null : <VisuallyHidden>at least </VisuallyHidden>}
      {grouped(bucket.count)}
      {bucket.exact ? null : (
        <span className={styles.more} aria-hidden>
          +
        </span>
      )}
    </b>
  );
}
