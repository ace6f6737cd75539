import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly labelHidden?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

/** A switch takes effect at once; a setting that waits for a Save button is a checkbox. */
export function Switch({ checked, onChange, label, labelHidden = false, disabled }: SwitchProps) {
  const id = useId();
  const control = (
    <input
      id={id}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      disabled={disabled}
      aria-label={labelHidden ? label : undefined}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
  if (labelHidden) return control;
  return (
    <span className={styles.row}>
      {control}
      <label htmlFor={id} className={styles.label} data-off={disabled ? '' : undefined}>
        {label}
      </label>
    </span>
  );
}
