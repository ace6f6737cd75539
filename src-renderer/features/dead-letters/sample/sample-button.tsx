import { grouped } from '#shared/domain/grouped-number.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Menu } from '#renderer/ui/menu/menu.tsx';
import { MenuRadioGroup } from '#renderer/ui/menu/menu-items.tsx';
import { callsFor, receiveCost } from './sample-words.ts';
import { holdOptions, sizeOptions } from './sample-choice.ts';
import type { SampleChoice } from './sample-choice.ts';
import styles from './sample-button.module.css';

interface SampleButtonProps {
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly isFifo: boolean;
  readonly isTaking: boolean;
  readonly whyNot: string | undefined;
  /** There are some already. */
  readonly isMore: boolean;
  readonly onTake: () => void;
}

/** Receives by a press and never else; beside it how many, and for how long. */
export function SampleButton(props: SampleButtonProps) {
  const { choice, onChoose, isFifo, isTaking, whyNot, isMore, onTake } = props;
  const { size, holdSeconds } = choice;
  return (
    <span className={styles.split}>
      <Button
        data-page-stop
        size="sm"
        icon="refresh"
        shortcut="N"
        loading={isTaking}
        disabled={whyNot ?? false}
        onClick={onTake}
      >
        {`Sample ${grouped(size)}${isMore ? ' more' : ''}`}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton icon="down" size="sm" variant="default" label="How many, and for how long" />}
      >
        <MenuRadioGroup
          label="How many at once"
          value={String(size)}
          onChange={(value) => onChoose({ size: Number(value) })}
          options={sizeOptions.map((option) => ({
            ...option,
            hint: receiveCost(callsFor(Number(option.value)), isFifo),
          }))}
        />
        <MenuRadioGroup
          label="Hold them for"
          value={String(holdSeconds)}
          onChange={(value) => onChoose({ holdSeconds: Number(value) })}
          options={holdOptions}
        />
      </Menu>
    </span>
  );
}
