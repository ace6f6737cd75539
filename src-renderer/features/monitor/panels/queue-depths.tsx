import type { Place } from '#shared/contract/monitor/alarms.ts';
import type { Monitor } from '#shared/contract/monitor/poller.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { PaneHead } from '#renderer/ui/pane/pane.tsx';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';
import styles from './panels.module.css';

interface QueueDepthsProps {
  readonly queues: Monitor['deadLetters'];
  readonly onOpenPlace: (place: Place) => void;
}

/** Each dead-letter queue by its last reported depth; what was not reported is unknown, and not 0. */
export function QueueDepths({ queues, onOpenPlace }: QueueDepthsProps) {
  if (queues === null || queues.length === 0) return null;
  return (
    <section aria-label="Dead-letter queues">
      <PaneHead title="Dead-letter queues" hint="as CloudWatch last reported" line />
      <ul>
        {queues.map(({ queue, place, depth, oldestSeconds }) => (
          <li key={queue} className={styles.item}>
            <button
              type="button"
              className={classNames(styles.row, depth === 0 && styles.calm)}
              onClick={() => onOpenPlace(place)}
            >
              <span className={styles.name}>{queue}</span>
              <span className={styles.aside}>
                {depth === null || depth === 0 || oldestSeconds === null
                  ? ''
                  : `oldest ${spanWords(oldestSeconds * 1_000)}`}
              </span>
              <b className={styles.figure}>{depth === null ? 'unknown' : grouped(depth)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
