import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { DialogDescription } from '#renderer/ui/dialog/dialog.tsx';
import styles from './move.module.css';
import { moveCostWords } from './move-cost-words.ts';
import { depthWords, whereWords } from './move-words.ts';

/** What people take a move for, and what it is. */
export function MoveStory({ queue: { name, depth, sources } }: { readonly queue: DeadLetterQueue }) {
  return (
    <>
      <DialogDescription>
        SQS itself moves everything in {name}, {depthWords(depth.waiting)}, back to {whereWords(sources)}.
      </DialogDescription>
      <div className={styles.story}>
        <section>
          <h3 className={styles.title}>What it does</h3>
          <ul className={styles.list}>
            <li>Moves each message to the queue that it came from, the oldest first.</li>
            <li>Each arrives as a new message with a new id, and its time to live begins anew.</li>
            <li>Goes on in AWS by itself, whether or not this console runs.</li>
          </ul>
        </section>
        <section>
          <h3 className={styles.title}>What it does not do</h3>
          <ul className={styles.list}>
            <li>It has no filter: what will fail again goes as well, and comes back here.</li>
            <li>It takes nothing back: stopped half-way, what has been moved stays moved.</li>
            <li>No ramp, no receipts and no look at what became of it. For those, redrive selected ones.</li>
            {depth.inFlight === 0 || depth.inFlight === null ? null : (
              <li>
                About {grouped(depth.inFlight)} are hidden just now, and SQS leaves those behind. Of this
                console’s sample give back (U) first what is to go as well.
              </li>
            )}
          </ul>
        </section>
      </div>
      <p className={styles.cost}>
        {depth.waiting === null
          ? 'No estimate: how many wait is not reported.'
          : moveCostWords(name, depth.waiting)}
      </p>
    </>
  );
}
