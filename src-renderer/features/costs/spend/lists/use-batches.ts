import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Costs } from '#shared/contract/costs/costs.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { batchesInput } from './batches-input.ts';
import type { CostsAddress } from '../../costs-address.ts';

/** The batches behind a figure, from what was read; asked again as more is metered, which reads nothing. */
export function useBatches(address: CostsAddress, { meteredBatches, batches, state }: Costs) {
  const query = useQuery(operationOptions('costs.batches', batchesInput(address)));
  const { refetch } = query;
  // While it is metering, every tenth batch is often enough.
  const step = state === 'metering' ? Math.floor(meteredBatches / 10) : meteredBatches;
  const stand = `${state} ${String(batches)} ${String(step)}`;
  // Half a list would only come and go.
  const ask = useEffectEvent((_stand: string) => {
    if (state !== 'listing') void refetch();
  });
  useEffect(() => ask(stand), [stand]);
  return query;
}
