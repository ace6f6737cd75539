import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/product-icons.ts';
import styles from './chip.module.css';

export type ChipTone =
  | 'default'
  | 'solid'
  | 'accent'
  | 'production'
  | 'staging'
  | 'failed'
  | 'review'
  | 'succeeded';

export interface ChipProps {
  readonly tone?: ChipTone | undefined;
  readonly icon?: IconName | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Chip({ tone = 'default', icon, className, children }: ChipProps) {
  return (
    <span className={classNames(styles.chip, tone !== 'default' && styles[tone], className)}>
      {icon === undefined ? null : <Icon name={icon} size={12} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
