import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps
  extends FieldWords, Omit<ComponentPropsWithRef<'input'>, 'size' | 'children'> {
  readonly icon?: IconName | undefined;
  /** Ids and figures are typed in the fixed-width face. */
  readonly mono?: boolean | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** A unit or a small button at the end of the field. */
  readonly end?: ReactNode;
  readonly shown?: 'focus' | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, labelHidden, hint, error, icon, mono, size, end, shown, className, ...input } = props;
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(wiring) => (
        <div
          className={classNames(styles.box, size === 'sm' && styles.sm)}
          data-bad={error === undefined ? undefined : ''}
          data-off={input.disabled ? '' : undefined}
          data-shown={shown}
        >
          {icon === undefined ? null : <Icon name={icon} size={14} />}
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...wiring}
            className={classNames(styles.control, mono && styles.mono)}
          />
          {end === undefined ? null : typeof end === 'string' ? (
            <span className={styles.unit}>{end}</span>
          ) : (
            <span className={styles.end}>{end}</span>
          )}
        </div>
      )}
    </Field>
  );
}
