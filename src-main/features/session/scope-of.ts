import type { Session } from '#shared/contract/session.ts';
import type { Scope } from '#shared/domain/tenant-scope.ts';

/**
 * Whose data may be seen. Where an API says who somebody is, nobody's may before it has; where there is none, AWS alone
 * decides, and that is null.
 */
export function scopeOf({ who, signIn }: Pick<Session, 'who' | 'signIn'>): Scope | null {
  return who ?? (signIn === null || signIn.pipeline.state === 'no-api' ? null : nobody);
}

const nobody: Scope = { tenants: [] };
