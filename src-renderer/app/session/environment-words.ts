import type { ConnectionSummary } from '#shared/contract/session.ts';

export interface EnvironmentWords {
  readonly name: string;
  readonly access: string;
}

/** What the band says; of production that is unlocked it says how long instead. */
export function environmentWords({
  environment,
  kind,
  readOnly,
}: Pick<ConnectionSummary, 'environment' | 'kind' | 'readOnly'>): EnvironmentWords {
  if (kind === 'sandbox') return { name: 'Local sandbox', access: 'no account needed, living pipelines' };
  return { name: environment, access: readOnly ? 'read-only session' : 'writable' };
}
