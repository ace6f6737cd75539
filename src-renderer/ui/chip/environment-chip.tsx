import type { IconName } from '../icon/product-icons.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { Chip, type ChipTone } from './chip.tsx';

export type EnvironmentName = 'sandbox' | 'development' | 'staging' | 'production';

export interface EnvironmentChipProps {
  readonly environment: EnvironmentName;
  /** Says with the icon whether writing is possible now; left out, the icon tells the environment. */
  readonly access?: 'read-only' | 'write' | undefined;
  /** The connection's own name; the environment's word when left out. */
  readonly name?: string | undefined;
}

/** Always a colour, an icon and a word: production must be unmistakable without any one of them. */
export function EnvironmentChip({ environment, access, name }: EnvironmentChipProps) {
  const { tone, icon } = environments[environment];
  return (
    <Chip tone={tone} icon={access === undefined ? icon : access === 'write' ? 'unlock' : 'lock'}>
      {name ?? environment}
      {access === undefined ? null : (
        <VisuallyHidden>, {access === 'write' ? 'writable' : 'read-only'}</VisuallyHidden>
      )}
    </Chip>
  );
}

const environments: Record<EnvironmentName, { tone: ChipTone; icon: IconName }> = {
  sandbox: { tone: 'accent', icon: 'sandbox' },
  development: { tone: 'default', icon: 'development' },
  staging: { tone: 'staging', icon: 'staging' },
  production: { tone: 'production', icon: 'shield' },
};
