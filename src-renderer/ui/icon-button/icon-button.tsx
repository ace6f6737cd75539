import type { ComponentPropsWithRef } from 'react';
import styles from '../button/button.module.css';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import { useAriaKeys } from '../kbd/single-keys.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> {
  readonly icon: IconName;
  /** Its name for screen readers and its tooltip for everybody else. */
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
