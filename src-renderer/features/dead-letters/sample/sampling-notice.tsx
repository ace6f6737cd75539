import type { ReactNode } from 'react';
import type { Sample } from '#shared/contract/dead-letters/messages.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { localClock } from '#renderer/ui/relative-time/relative-words.ts';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { countdownWords, holdWords, messageWords, receiveCost } from './sample-words.ts';
import type { Hold } from './use-hold.ts';
import styles from './sampling-notice.module.css';

interface SamplingNoticeProps {
  readonly sample: Sample;
  readonly isFifo: boolean;
  readonly hold: Hold;
  readonly holdSeconds: number;
  readonly whyNotHold: string | undefined;
  readonly onGiveBack: () => void;
  /** Where the table's bar has no room for it. */
  readonly sampleButton?: ReactNode;
}

/** What sampling has done to the messages, what it has cost, and for how long nobody else can have them. */
export function SamplingNotice(props: SamplingNoticeProps) {
  const { sample, isFifo, hold, holdSeconds, whyNotHold, onGiveBack, sampleButton } = props;
  const now = useNow();
  const { rows, calls } = sample;
  const left = Date.parse(sample.until) - now;
  const isOver = left <= 0;
  const these = rows.length === 1 ? 'This message' : `These ${messageWords(rows.length)}`;
  const when = `received at ${localClock(sample.sampledAt)} (${receiveCost(calls, isFifo)})`;
  const isOne = rows.length === 1;
  return (
    <Note tone="warn" flat className={styles.note}>
      <div className={styles.notice}>
        <p className={styles.says}>
          <b>Sampling counts as a receive.</b>{' '}
          {isOver ? (
            `${these} ${isOne ? 'was' : 'were'} ${when}. Other readers can receive ${isOne ? 'it' : 'them'} again since ${localClock(sample.until)}: an action receives a message anew before it touches it, and leaves out what it does not find.`
          ) : (
            <>
              {`${these} ${isOne ? 'was' : 'were'} ${when} and ${isOne ? 'is' : 'are'} hidden from other readers for `}
              <b className={styles.countdown}>{countdownWords(left)}</b> more.
            </>
          )}
        </p>
        <span className={styles.actions}>
          {sampleButton}
          {isOver ? null : (
            <Button
              size="sm"
              variant="ghost"
              shortcut="H"
              loading={hold.isHolding}
              disabled={whyNotHold ?? false}
              onClick={() => hold.holdLonger(holdSeconds)}
            >
              {`Hold ${holdWords(holdSeconds)}`}
            </Button>
          )}
          <Button size="sm" variant="ghost" shortcut="U" onClick={onGiveBack}>
            {isOver ? 'Clear' : 'Give back'}
          </Button>
        </span>
      </div>
    </Note>
  );
}
