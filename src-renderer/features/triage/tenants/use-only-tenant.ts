import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import type { GoTriage, TriageAddress } from '../triage-address.ts';

/** Whoever works for one tenant alone has nothing to choose: true while they are led to it. */
export function useOnlyTenant(address: TriageAddress, go: GoTriage): boolean {
  const tenants = useQuery(operationOptions('session.current', {})).data?.value.who?.tenants;
  const only = Array.isArray(tenants) && tenants.length === 1 ? tenants[0] : undefined;
  const lead = address.tenant === null && address.batch === null ? only : undefined;
  const goThere = useEffectEvent((tenant: string) => go({ tenant }, 'replace'));
  useEffect(() => {
    if (lead !== undefined) goThere(lead);
  }, [lead]);
  return lead !== undefined;
}
