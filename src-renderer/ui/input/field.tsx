import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import styles from './field.module.css';

export interface FieldWords {
  readonly label: string;
  /** The label stays for screen readers when the place already says what the field is. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: ReactNode;
  /** Says what is wrong and what is expected; it sits under the field and takes the hint's place. */
  readonly error?: string | undefined;
}

export interface FieldProps extends FieldWords {
  readonly className?: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
}

export interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Label above, message below, both tied to the control in between. */
export function Field({ label, labelHidden = false, hint, error, className, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const message = error ?? hint;
  return (
    <div className={classNames(styles.field, className)}>
      {labelHidden ? (
        <VisuallyHidden>
          <label htmlFor={id}>{label}</label>
        </VisuallyHidden>
      ) : (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children({
        id,
        'aria-describedby': message === undefined ? undefined : messageId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {message === undefined ? null : (
        <div id={messageId} className={error === undefined ? styles.hint : styles.error} aria-live="polite">
          {message}
        </div>
      )}
    </div>
  );
}
