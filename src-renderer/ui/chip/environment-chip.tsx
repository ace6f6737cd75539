import type { Environment } from '#shared/domain/connection.ts';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { Chip, type ChipTone } from './chip.tsx';
import { environmentIcons } from './environment-icons.ts';

export interface EnvironmentChipProps {
  readonly environment: Environment;
  /** Says with the icon whether writing is possible now; left out, the icon tells the environment. */
  readonly access?: 'read-only' | 'write' | undefined;
  /** The connection's own name; the environment's word when left out. */
  readonly name?: string | undefined;
}

/** Always a colour, an icon and a word: production must be unmistakable without any one of them. */
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
