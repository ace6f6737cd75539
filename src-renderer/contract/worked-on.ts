import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mostTenantsOfWork } from '#shared/contract/activity.ts';
import { operationOptions } from './operation-options.ts';
import { usePersonHere } from './use-person-here.ts';

/** Says who works on a batch of a list. */
export interface WorkedOn {
  readonly by: string;
  readonly isMine: boolean;
  readonly since: string | null;
}

interface ListedBatch {
  readonly tenantId: string;
  readonly batchId: string;
  /** Attention says it in lists of all tenants. */
  readonly workedOnBy?: string | null | undefined;
  readonly workedOnSince?: string | null | undefined;
}

/**
 * Finds who works on the batches of a list. The batches of some tenants take one read for each tenant and none for each
 * row; for a list of all tenants pass null, because attention says it with each batch.
 */
export function useWorkedOn(tenantIds: readonly string[] | null): (batch: ListedBatch) => WorkedOn | null {
  const { me } = usePersonHere();
  const asked = tenantIds ?? [];
  const rows = useQuery({
    ...operationOptions('batches.listWork', { tenantIds: [...asked] }),
    enabled: asked.length > 0 && asked.length <= mostTenantsOfWork,
    refetchOnWindowFocus: 'always',
  }).data?.value.rows;
  return useMemo(() => {
    const known = new Map(rows?.map((row) => [`${row.tenantId}#${row.batchId}`, row]));
    return ({ tenantId, batchId, workedOnBy = null, workedOnSince = null }) =>
      known.get(`${tenantId}#${batchId}`) ??
      (workedOnBy === null ? null : { by: workedOnBy, isMine: workedOnBy === me?.id, since: workedOnSince });
  }, [rows, me]);
}
