import { useEffect, useRef } from 'react';
import styles from './row-checkbox.module.css';

export interface RowCheckboxProps {
  readonly label: string;
  readonly checked: boolean | 'mixed';
  readonly onChange?: (() => void) | undefined;
}

/** The browser's own checkbox: forty of them come and go with every screen scrolled. */
export function RowCheckbox({ label, checked, onChange }: RowCheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = checked === 'mixed';
  }, [checked]);
  return (
    <input
      ref={input}
      type="checkbox"
      className={styles.checkbox}
      aria-label={label}
      checked={checked === true}
      // In a row the change bubbles to the body and X does the same, so it is no tab stop.
      tabIndex={onChange === undefined ? -1 : 0}
      onChange={onChange ?? leaveToBody}
    />
  );
}

function leaveToBody(): void {
  // React wants a handler beside `checked`; the body's handler does the work.
}
