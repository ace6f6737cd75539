import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import { depthOf } from '../queues/queue-words.ts';
import { beforeWords } from './sample-words.ts';
import { holdOptions, sizeOptions } from './sample-choice.ts';
import type { SampleChoice } from './sample-choice.ts';
import styles from './sample-button.module.css';

interface NotSampledProps {
  readonly queue: DeadLetterQueue;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly isTaking: boolean;
  readonly whyNot: string | undefined;
  /** By the bar of what can be done, in the same words. */
  readonly isSaidAbove: boolean;
  readonly onTake: () => void;
}

/** Nothing of the queue was received yet: what looking into it costs, before it is done. */
export function NotSampled(props: NotSampledProps) {
  const { queue, choice, onChoose, isTaking, whyNot, isSaidAbove, onTake } = props;
  const depth = depthOf(queue.depth);
  const isEmpty = depth === 0;
  return (
    <EmptyState
      title={
        isEmpty
          ? `${queue.name} is empty`
          : depth === null
            ? 'How many are here is not reported, and none was read'
            : `About ${grouped(depth)} here, none of them read`
      }
      actions={
        <Button
          data-page-stop
          size="sm"
          variant={isEmpty ? 'ghost' : 'primary'}
          icon="refresh"
          shortcut="N"
          loading={isTaking}
          disabled={whyNot ?? false}
          onClick={onTake}
        >
          {isEmpty ? `Sample ${grouped(choice.size)} anyway` : `Sample ${grouped(choice.size)}`}
        </Button>
      }
    >
      {isEmpty ? (
        <p>
          Nothing is stuck here, as far as SQS’s estimate goes, which may be a minute late. The list on the
          left is asked again every 15 seconds.
        </p>
      ) : (
        <>
          <p>
            SQS has no way to look without receiving, so it is done only when you say so.{' '}
            {beforeWords(choice.size, choice.holdSeconds, queue.fifo)}
          </p>
          {whyNot === undefined || isSaidAbove ? null : <p>{whyNot}</p>}
          <div className={styles.form}>
            <Select
              className={styles.choice}
              label="How many"
              size="sm"
              value={String(choice.size)}
              onChange={(value) => onChoose({ size: Number(value) })}
              options={sizeOptions}
            />
            <Select
              className={styles.choice}
              label="Hold them for"
              size="sm"
              value={String(choice.holdSeconds)}
              onChange={(value) => onChoose({ holdSeconds: Number(value) })}
              options={holdOptions}
            />
          </div>
        </>
      )}
    </EmptyState>
  );
}
