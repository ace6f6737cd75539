import { useCallback, useId, type ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  /** Shows only the box, for a column or a row that already says what it selects. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly tabIndex?: number | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { checked, onChange, label, labelHidden = false, hint, disabled, tabIndex } = props;
  const id = useId();
  const mixed = checked === 'mixed';
  const setMixed = useCallback(
    (box: HTMLInputElement | null) => {
      if (box !== null) box.indeterminate = mixed;
    },
    [mixed],
  );
  const box = (
    <input
      ref={setMixed}
      id={id}
      type="checkbox"
      className={styles.box}
      checked={checked === true}
      disabled={disabled}
      tabIndex={tabIndex}
      aria-label={labelHidden ? label : undefined}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
  if (labelHidden) return box;
  return (
    <span className={styles.row}>
      {box}
      <span className={styles.words} data-off={disabled ? '' : undefined}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </span>
  );
}
