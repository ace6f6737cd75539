import type { ConnectionSummary, Session } from '#shared/contract/session.ts';

export interface EnvironmentWords {
  readonly name: string;
  readonly access: string;
}

/**
 * What the band says; of production that is unlocked it says how long instead. Without a role nothing can be changed,
 * whatever the connection allows.
 */
export function environmentWords(
  { environment, kind, readOnly }: Pick<ConnectionSummary, 'environment' | 'kind' | 'readOnly'>,
  who: Pick<NonNullable<Session['who']>, 'role'> | null,
): EnvironmentWords {
  if (kind === 'sandbox') return { name: 'Local sandbox', access: 'no account needed, living pipelines' };
  if (readOnly) return { name: environment, access: 'read-only session' };
  return { name: environment, access: who === null ? 'role unknown' : 'writable' };
}
