import type { ReactNode } from 'react';
import type { Environment } from '#shared/domain/connection.ts';
import styles from './chip.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './product-icons.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ChipTone =
  | 'default'
  | 'solid'
  | 'accent'
  | 'production'
  | 'staging'
  | 'failed'
  | 'review'
  | 'succeeded';

interface ChipProps {
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

interface EnvironmentChipProps {
  readonly environment: Environment;
  /** The icon shows whether writing is possible now, or the environment if this is left out. */
  readonly access?: 'read-only' | 'write' | undefined;
  /** The connection's own name is shown, or the environment's name if this is left out. */
  readonly name?: string | undefined;
}

/** Shows a colour, an icon and a word, so that production is unmistakable without any one of them. */
export function EnvironmentChip({ environment, access, name }: EnvironmentChipProps) {
  const icon = access === undefined ? environmentIcons[environment] : access === 'write' ? 'unlock' : 'lock';
  return (
    <Chip tone={tones[environment]} icon={icon}>
      {name ?? environment}
      {access === undefined ? null : (
        <VisuallyHidden>, {access === 'write' ? 'writable' : 'read-only'}</VisuallyHidden>
      )}
    </Chip>
  );
}

const tones: Readonly<Record<Environment, ChipTone>> = {
  sandbox: 'accent',
  development: 'default',
  staging: 'staging',
  production: 'production',
};

/** Shows the short name of a failure's cause, the same six characters wherever that cause appears. */
export function FingerprintChip({ fingerprint }: { readonly fingerprint: string }) {
  return <code className={styles.fingerprint}>{fingerprint}</code>;
}

export const environmentIcons: Readonly<Record<Environment, IconName>> = {
  sandbox: 'sandbox',
  development: 'development',
  staging: 'staging',
  production: 'lock',
};
