import { useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import inline from './inline.module.css';
import type { IconName } from './product-icons.ts';
import styles from './segmented.module.css';

interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly disabled?: boolean | undefined;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly SegmentedOption<Value>[];
  readonly size?: 'sm' | 'md' | undefined;
}

/** Offers a few visible options. It is a radio group underneath, so the arrow keys work. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, onChange, options, size } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.segmented, size === 'sm' && styles.sm)}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-off={option.disabled ? '' : undefined}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.icon === undefined ? null : <Icon name={option.icon} size={14} />}
          <span className={inline.word} data-word={option.label}>
            <span>{option.label}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
