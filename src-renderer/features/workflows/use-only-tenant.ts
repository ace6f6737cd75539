import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { GoWorkflows, WorkflowsAddress } from './workflows-address.ts';

/** Whoever works for one tenant alone has nothing to choose: true while they are led to it. */
export function useOnlyTenant({ tenant }: WorkflowsAddress, go: GoWorkflows): boolean {
  const tenants = useQuery(operationOptions('session.current', {})).data?.value.who?.tenants;
  const only = Array.isArray(tenants) && tenants.length === 1 ? tenants[0] : undefined;
  const lead = tenant === null ? only : undefined;
  const goThere = useEffectEvent((to: string) => go({ tenant: to }, 'replace'));
  useEffect(() => {
    if (lead !== undefined) goThere(lead);
  }, [lead]);
  return lead !== undefined;
}
