import { useId, type ComponentPropsWithRef, type MouseEvent } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import { Kbd } from '../kbd/kbd.tsx';
import { useAriaKeys } from '../kbd/single-keys.ts';
import { Spinner } from '../spinner/spinner.tsx';
import { Tooltip } from '../tooltip/tooltip.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger' | 'production';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled'> {
  /** Aqua looks, chooses and plans; copper ("production") is for the one that writes to production. */
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly icon?: IconName | undefined;
  /** Shown as key caps; the command that listens for the key is not the button's business. */
  readonly shortcut?: string | undefined;
  readonly loading?: boolean | undefined;
  /** A menu or a popover hangs below it: drawn as a select is. */
  readonly opens?: boolean | undefined;
  /** A reason keeps the button focusable, so that everybody can find out why. */
  readonly disabled?: boolean | string | undefined;
  /** Shows a state that normally needs a pointer; the gallery's. */
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

/** Also stops the submit of a form around the button. */
function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
