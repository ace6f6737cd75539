import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu, MenuRadioGroup } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { sumDepth } from '../queues/queue-status.ts';
import { describeSampling, countCalls, formatReceiveCost } from './sample-text.ts';
import styles from './start-sampling.module.css';
import { holdOptions, sizeOptions, type SampleChoice } from './use-sampling.ts';

interface NotSampledProps {
  readonly queue: DeadLetterQueue;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly isTaking: boolean;
  readonly whyNot: string | undefined;
  /** The toolbar already says the same. */
  readonly isSaidAbove: boolean;
  readonly onTake: () => void;
}

/** Says what a sample costs before anything of the queue was received. */
export function NotSampled(props: NotSampledProps) {
  const { queue, choice, onChoose, isTaking, whyNot, isSaidAbove, onTake } = props;
  const depth = sumDepth(queue.depth);
  const isEmpty = depth === 0;
  return (
    <EmptyState
      title={
        isEmpty
          ? `${queue.name} is empty`
          : depth === null
            ? 'Number of messages unknown, none read'
            : `About ${grouped(depth)} messages, none read`
      }
      actions={
        <Button
          data-page-stop
          size="sm"
          variant={isEmpty ? 'ghost' : 'primary'}
          icon="refresh"
          shortcut={pageKeys.deadLetters.sample}
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
          SQS estimates that it is empty. The estimate can be a minute old, and the list on the left refreshes every 15 seconds.
        </p>
      ) : (
        <>
          <p>
            SQS shows messages only by receiving them, so nothing is received until you sample.{' '}
            {describeSampling(choice.size, choice.holdSeconds, queue.fifo)}
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
              label="Hold for"
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

interface SampleButtonProps {
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly isFifo: boolean;
  readonly isTaking: boolean;
  readonly whyNot: string | undefined;
  /** Some messages were already received. */
  readonly isMore: boolean;
  readonly onTake: () => void;
}

/** Receives messages, only when pressed. The number and the hold time are chosen beside it. */
export function SampleButton(props: SampleButtonProps) {
  const { choice, onChoose, isFifo, isTaking, whyNot, isMore, onTake } = props;
  const { size, holdSeconds } = choice;
  return (
    <span className={styles.split}>
      <Button
        data-page-stop
        size="sm"
        icon="refresh"
        shortcut={pageKeys.deadLetters.sample}
        loading={isTaking}
        disabled={whyNot ?? false}
        onClick={onTake}
      >
        {`Sample ${grouped(size)}${isMore ? ' more' : ''}`}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton icon="down" size="sm" variant="default" label="Sample size and hold time" />}
      >
        <MenuRadioGroup
          label="How many"
          value={String(size)}
          onChange={(value) => onChoose({ size: Number(value) })}
          options={sizeOptions.map((option) => ({
            ...option,
            hint: formatReceiveCost(countCalls(Number(option.value)), isFifo),
          }))}
        />
        <MenuRadioGroup
          label="Hold for"
          value={String(holdSeconds)}
          onChange={(value) => onChoose({ holdSeconds: Number(value) })}
          options={holdOptions}
        />
      </Menu>
    </span>
  );
}
