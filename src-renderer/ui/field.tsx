import {
  useId,
  useRef,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { useAriaKeys } from './keys.ts';
import type { IconName } from './product-icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FieldWords {
  readonly label: string;
  /** The label stays for screen readers if the surroundings already name the field. */
  readonly labelHidden?: boolean | undefined;
  readonly hint?: ReactNode;
  /** The error says what is wrong and what is expected. It stands under the field and replaces the hint. */
  readonly error?: string | undefined;
}

interface FieldProps extends FieldWords {
  readonly className?: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
}

interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** Puts the label above and the message below, both tied to the control between them. */
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

interface TextFieldProps extends FieldWords, Omit<ComponentPropsWithRef<'input'>, 'size' | 'children'> {
  readonly icon?: IconName | undefined;
  /** Ids and figures are typed in the fixed-width font. */
  readonly mono?: boolean | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  /** A unit or a small button can stand at the end of the field. */
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

interface TextAreaProps extends FieldWords, Omit<ComponentPropsWithRef<'textarea'>, 'children'> {
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

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
  /** A command uses this ref to put the cursor here. */
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** Escape empties the field first and leaves it second. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, placeholder, shortcut, size, disabled, className } = props;
  const ownRef = useRef<HTMLInputElement>(null);
  const inputRef = props.inputRef ?? ownRef;

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Escape') return;
    if (value === '') event.currentTarget.blur();
    else {
      event.stopPropagation();
      onChange('');
    }
  }

  const ariaKeys = useAriaKeys(shortcut);
  return (
    <Field label={label} labelHidden className={className}>
      {(wiring) => (
        <div
          className={classNames(styles.box, size === 'sm' && styles.sm)}
          data-off={disabled ? '' : undefined}
        >
          <Icon name="search" size={14} />
          <input
            {...wiring}
            ref={inputRef}
            type="search"
            className={styles.control}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts={ariaKeys}
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <span className={styles.end}>
            {value === '' ? (
              shortcut === undefined ? null : (
                <Kbd keys={shortcut} decorative />
              )
            ) : (
              <IconButton
                icon="close"
                label="Clear"
                size="sm"
                className={styles.clear}
                onClick={() => clear()}
              />
            )}
          </span>
        </div>
      )}
    </Field>
  );

  function clear(): void {
    onChange('');
    inputRef.current?.focus();
  }
}

/** Lets the same file be chosen again after it was corrected: a browser tells only of another path. */
export function chooseAgain({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
  currentTarget.value = '';
}
