import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Kbd } from '../kbd/kbd.tsx';
import { useAriaKeys } from '../kbd/single-keys.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
  /** For the command that puts the cursor here. */
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** Escape empties it first and leaves it second. */
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
