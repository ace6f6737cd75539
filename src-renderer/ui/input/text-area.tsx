import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldWords } from './field.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends FieldWords, Omit<ComponentPropsWithRef<'textarea'>, 'children'> {
  readonly mono?: boolean | undefined;
}

export function TextArea({ label, labelHidden, hint, error, mono, className, ...area }: TextAreaProps) {
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} className={className}>
      {(wiring) => (
        <div
          className={classNames(styles.box, styles.areaBox)}
          data-bad={error === undefined ? undefined : ''}
          data-off={area.disabled ? '' : undefined}
        >
          <textarea
            rows={3}
            {...area}
            {...wiring}
            className={classNames(styles.control, styles.area, mono && styles.mono)}
          />
        </div>
      )}
    </Field>
  );
}
