import type { Queues } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { ProgressBar } from '#renderer/ui/progress/progress-bar.tsx';
import { AlarmMark } from './alarm-mark.tsx';
import {
  depthOf,
  depthWords,
  expiryOf,
  lackWords,
  moveWords,
  oldestWords,
  runningMove,
} from './queue-words.ts';
import styles from './queue-row.module.css';

interface QueueRowProps {
  readonly row: Queues['queues'][number];
  readonly isOpen: boolean;
  readonly now: number;
  /** Messages that this console holds of it. */
  readonly held: number;
  readonly onOpen: () => void;
}

/** How deep, how old, for how long still, and whether SQS moves it just now. */
export function QueueRow({ row: { name, queue, failure }, isOpen, now, held, onOpen }: QueueRowProps) {
  const depth = queue === null ? null : depthOf(queue.depth);
  const expiry = queue === null ? undefined : expiryOf(queue, now);
  const move = queue === null ? undefined : runningMove(queue);
  const isEmpty = depth === 0;
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={classNames(styles.row, isEmpty && styles.empty)}
        aria-current={isOpen || undefined}
        data-queue={name}
        onClick={onOpen}
      >
        <span className={styles.head}>
          <span className={styles.name}>{name}</span>
          <span className={styles.depth} title={queue === null ? undefined : depthWords(queue.depth)}>
            {depth === null ? '?' : grouped(depth)}
          </span>
        </span>
        {queue === null ? (
          <span className={styles.failure}>{`Not read: ${failure ?? 'no reason was given.'}`}</span>
        ) : (
          <>
            <span className={styles.quiet}>
              {oldestWords(queue, now)}
              {inFlightWords(queue.depth.inFlight ?? 0, held)}
            </span>
            <AlarmMark alarm={queue.alarm} inFlight={queue.depth.inFlight ?? 0} />
            {queue.lacks.length === 0 ? null : (
              <span
                className={styles.quiet}
                title={lackWords(queue.lacks)
                  .map(({ what, why }) => `${what}. ${why}`)
                  .join('\n')}
              >
                {queue.lacks.length === 1
                  ? '1 part not known'
                  : `${grouped(queue.lacks.length)} parts not known`}
              </span>
            )}
          </>
        )}
        {expiry === undefined ? null : (
          <span className={styles.wide}>
            <ExpiryRing left={expiry.left} words={expiry.words} tone={expiry.tone} />
          </span>
        )}
      </button>
      {move === undefined ? null : (
        <div className={styles.move}>
          <ProgressBar
            label={moveWords(move)}
            value={move.toMove === null ? null : move.moved}
            max={move.toMove ?? 0}
            figure={move.toMove === null ? `${grouped(move.moved)} moved` : undefined}
            thin
          />
        </div>
      )}
    </li>
  );
}

/** ", 26 held here" where they are all ours; else as SQS counts them. */
function inFlightWords(inFlight: number, held: number): string {
  if (held > 0) return `, ${grouped(held)} held here`;
  return inFlight > 0 ? `, ${grouped(inFlight)} in flight` : '';
}
