import { useId, type ComponentPropsWithRef, type MouseEvent } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { useAriaKeys } from './keys.ts';
import type { IconName } from './product-icons.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger' | 'production';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** Aqua is for looking, choosing and planning; copper ("production") is for the button that writes to production. */
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly icon?: IconName | undefined;
  /** The shortcut is only shown as key caps; the command listens for the key itself. */
  readonly shortcut?: string | undefined;
  readonly loading?: boolean | undefined;
  /** A menu or a popover opens below the button, so it is drawn like a select. */
  readonly opens?: boolean | undefined;
  /** A reason keeps the button focusable, so that everyone can find out why it is disabled. */
  readonly disabled?: boolean | string | undefined;
  /** The gallery uses this to show a state that normally needs a pointer. */
  readonly shown?: 'hover' | 'focus' | undefined;
}

export function Button(props: ButtonProps) {
  const { variant = 'default', size = 'md', icon, shortcut, loading = false, disabled = false } = props;
  const { shown, opens = false, className, children, onClick, ...rest } = omitOwn(props);
  const reasonId = useId();
  const ariaKeys = useAriaKeys(shortcut);
  const reason = typeof disabled === 'string' ? disabled : undefined;
  const inactive = loading || disabled !== false;

  const button = (
    <button
      type="button"
      {...rest}
      className={classNames(
        styles.button,
        variant !== 'default' && styles[variant],
        size === 'sm' && styles.sm,
        className,
      )}
      aria-disabled={inactive || undefined}
      aria-busy={loading || undefined}
      aria-describedby={reason === undefined ? rest['aria-describedby'] : reasonId}
      aria-keyshortcuts={ariaKeys}
      data-shown={shown}
      tabIndex={disabled === true ? -1 : rest.tabIndex}
      onClick={inactive ? swallow : onClick}
    >
      {icon === undefined ? null : loading ? <Spinner tone="inherit" /> : <Icon name={icon} size={14} />}
      <span className={classNames(styles.label, loading && icon === undefined && styles.waiting)}>
        {children}
      </span>
      {loading && icon === undefined ? (
        <span className={styles.overlay}>
          <Spinner tone="inherit" />
        </span>
      ) : null}
      {opens ? <Icon name="down" size={12} /> : null}
      {shortcut === undefined ? null : <Kbd keys={shortcut} decorative />}
      {reason === undefined ? null : (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </button>
  );
  return reason === undefined ? button : <Tooltip content={reason}>{button}</Tooltip>;
}

function omitOwn(props: ButtonProps) {
  const { variant: _v, size: _s, icon: _i, shortcut: _k, loading: _l, disabled: _d, ...rest } = props;
  return rest;
}

/** Stops the click, and also the submit of a form around the button. */
function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> {
  readonly icon: IconName;
  /** The label is the name for screen readers and the tooltip for everyone else. */
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly variant?: 'default' | 'ghost' | 'danger' | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right' | undefined;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, shortcut, variant = 'ghost', size = 'md', disabled, tooltipSide, ...rest } = props;
  const ariaKeys = useAriaKeys(shortcut);
  return (
    <Tooltip content={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        className={classNames(
          styles.button,
          styles.iconOnly,
          variant !== 'default' && styles[variant],
          size === 'sm' && styles.sm,
          rest.className,
        )}
        aria-label={label}
        aria-disabled={disabled || undefined}
        aria-keyshortcuts={ariaKeys}
        onClick={disabled ? undefined : rest.onClick}
      >
        <Icon name={icon} size={14} />
      </button>
    </Tooltip>
  );
}
