import type { ComponentPropsWithRef } from 'react';
import styles from '../button/button.module.css';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import { ariaKeys, isApplePlatform } from '../kbd/key-names.ts';
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
        aria-keyshortcuts={shortcut === undefined ? undefined : ariaKeys(shortcut, isApplePlatform())}
        onClick={disabled ? undefined : rest.onClick}
      >
        <Icon name={icon} size={14} />
      </button>
    </Tooltip>
  );
}
