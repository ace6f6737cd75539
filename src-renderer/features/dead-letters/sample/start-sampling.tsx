import type { DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu, MenuRadioGroup } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Select } from '#renderer/ui/select.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import { messages } from '../messages.ts';
import { sumDepth } from '../queues/queue-status.ts';
import { describeSampling, countCalls, formatReceiveCost } from './sample-text.ts';
import styles from './sample.module.css';
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
          ? messages.sample.queueEmpty(queue.name)
          : depth === null
            ? messages.sample.depthUnknown
            : messages.sample.noneRead(grouped(depth))
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
          {isEmpty
            ? messages.sample.anyway(grouped(choice.size))
            : messages.sample.take(grouped(choice.size))}
        </Button>
      }
    >
      {isEmpty ? (
        <p>{messages.sample.emptyNext}</p>
      ) : (
        <>
          <p>
            {messages.sample.whyReceive} {describeSampling(choice.size, choice.holdSeconds, queue.fifo)}
          </p>
          {whyNot === undefined || isSaidAbove ? null : <p>{whyNot}</p>}
          <div className={styles.form}>
            <Select
              className={styles.choice}
              label={messages.sample.howMany}
              size="sm"
              value={String(choice.size)}
              onChange={(value) => onChoose({ size: Number(value) })}
              options={sizeOptions}
            />
            <Select
              className={styles.choice}
              label={messages.sample.holdFor}
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
        {isMore ? messages.sample.takeMore(grouped(size)) : messages.sample.take(grouped(size))}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton icon="down" size="sm" variant="default" label={messages.sample.options} />}
      >
        <MenuRadioGroup
          label={messages.sample.howMany}
          value={String(size)}
          onChange={(value) => onChoose({ size: Number(value) })}
          options={sizeOptions.map((option) => ({
            ...option,
            hint: formatReceiveCost(countCalls(Number(option.value)), isFifo),
          }))}
        />
        <MenuRadioGroup
          label={messages.sample.holdFor}
          value={String(holdSeconds)}
          onChange={(value) => onChoose({ holdSeconds: Number(value) })}
          options={holdOptions}
        />
      </Menu>
    </span>
  );
}
