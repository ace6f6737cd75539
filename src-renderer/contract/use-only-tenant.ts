import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { operationOptions } from './operation-options.ts';

/** Whoever works for one tenant alone has nothing to choose: true while they are led to it. */
export function useOnlyTenant(hasChosen: boolean, leadTo: (tenantId: string) => void): boolean {
  const tenants = useQuery(operationOptions('session.current', {})).data?.value.who?.tenants;
  const only = Array.isArray(tenants) && tenants.length === 1 ? tenants[0] : undefined;
  const lead = hasChosen ? undefined : only;
  const goThere = useEffectEvent(leadTo);
  useEffect(() => {
    if (lead !== undefined) goThere(lead);
  }, [lead]);
  return lead !== undefined;
}
