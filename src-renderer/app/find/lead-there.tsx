import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Lookup } from '#shared/contract/triage/lookup.ts';
import type { Receipt } from '#shared/contract/receipt.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { readTriage, writeTriage } from '#renderer/features/triage/triage-address.ts';
import type { TriageAddress } from '#renderer/features/triage/triage-address.ts';
import { SkeletonRows } from '#renderer/ui/skeleton/skeleton.tsx';

type WithPage = Extract<Lookup, { readonly found: 'batch' | 'execution' | 'document' | 'tenant' }>;

interface LeadThereProps {
  readonly lookup: WithPage;
  readonly receipt: Receipt | undefined;
}

/** In the place of this page: Back leads to where one was before the id. */
export function LeadThere({ lookup, receipt }: LeadThereProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const lead = useEffectEvent(() => {
    if (lookup.found === 'batch' || lookup.found === 'execution') {
      const { batch } = lookup;
      // It has just been read: its page need not pay for it again.
      const { queryKey } = operationOptions('batches.byId', { batchId: batch.batchId });
      client.setQueryData(queryKey, { value: batch, receipt });
    }
    void navigate({ to: '/triage', search: writeTriage({ ...nowhere, ...placeOf(lookup) }), replace: true });
  });
  useEffect(() => lead(), []);
  return <SkeletonRows rows={3} label="Found; opening it" />;
}

export function placeOf(lookup: WithPage): Partial<TriageAddress> {
  if (lookup.found === 'tenant') return { tenant: lookup.tenant.tenantId };
  if (lookup.found === 'document') {
    const { tenantId, batchId, documentId } = lookup;
    return { tenant: tenantId, batch: batchId, document: documentId };
  }
  const { tenantId, batchId } = lookup.batch;
  const place = { tenant: tenantId, batch: batchId };
  return lookup.found === 'batch' ? place : { ...place, part: 'timeline', run: lookup.run };
}

const nowhere = readTriage({});
