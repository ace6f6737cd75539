import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/contract/define.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { Scope } from '#shared/domain/tenant-scope.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';

/** What somebody may see of Today. The gate decides; here nothing is asked that it would refuse. */
export interface Me extends Scope {
  readonly role: Role | null;
  readonly mayReview: boolean;
  /** Queues, downloads and CloudWatch's figures are of all tenants at once (decision 015). */
  readonly seesAllTenants: boolean;
  readonly seesQueues: boolean;
  readonly seesDownloads: boolean;
}

export function useMe(): Me {
  const session = useQuery(operationOptions('session.current', {})).data?.value;
  return meOf(session?.who ?? null);
}

export function meOf(who: Pick<Persona, 'role' | 'tenants'> | null): Me {
  const role = who?.role ?? null;
  const seesAllTenants = who?.tenants === '*';
  return {
    role,
    tenants: who?.tenants ?? [],
    mayReview: role === 'reviewer' || role === 'admin',
    seesAllTenants,
    seesQueues: seesAllTenants && (role === 'support' || role === 'admin'),
    seesDownloads: seesAllTenants,
  };
}
