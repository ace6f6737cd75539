import { useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { UserOfTenant } from '#shared/contract/triage/tenants.ts';
import { operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';
import { usePeople } from './use-people.ts';

export interface Named {
  readonly tenantId: string;
  readonly ids: readonly string[];
}

/** How people are called. Those whom the session does not know are looked up among the users of their tenant. */
export function useNames(named: readonly Named[]): (id: string) => string {
  const { nameOf, knows } = usePeople();
  const tenants = new Set(named.flatMap(({ tenantId, ids }) => (ids.every(knows) ? [] : [tenantId])));
  const { names, receipts } = useQueries({
    queries: [...tenants]
      .toSorted()
      .map((tenantId) => operationOptions('users.ofTenant', { tenantId, pageSize })),
    combine: together,
  });
  useShowReceipt('people', receipts);
  return useCallback((id) => (knows(id) ? nameOf(id) : (names.get(id) ?? id)), [knows, nameOf, names]);
}

type Users = Answer<{ readonly rows: readonly UserOfTenant[] }>;

/** Who could not be read keeps the id. */
function together(answers: readonly UseQueryResult<Users>[]) {
  const read = answers.flatMap(({ data }) => data ?? []);
  return {
    names: new Map(
      read
        .flatMap(({ value }) => value.rows)
        .flatMap(({ userId, name }) => (name === null ? [] : [[userId, name]])),
    ),
    receipts: read.flatMap(({ receipt }) => receipt ?? []),
  };
}

const pageSize = 200;
