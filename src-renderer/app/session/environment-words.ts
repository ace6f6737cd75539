import type { ConnectionSummary } from '#shared/contract/session.ts';

export interface EnvironmentWords {
  readonly name: string;
  readonly access: string;
}

/** What the band says. Production opens read-only whatever its entry says. */
export function environmentWords({
  environment,
  kind,
  readOnly,
}: Pick<ConnectionSummary, 'environment' | 'kind' | 'readOnly'>): EnvironmentWords {
  if (kind === 'sandbox') return { name: 'Local sandbox', access: 'no account needed, living pipelines' };
  const access = readOnly || environment === 'production' ? 'read-only session' : 'writable';
  return { name: environment, access };
}

/** Twelve digits are compared in groups of four. */
export function groupedAccount(accountId: string): string {
  return accountId.replace(/(\d{4})(?=\d)/g, '$1-');
}
