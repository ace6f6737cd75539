import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

/** One read by its key, kept while the window is open; the top bar shows it too. */
export function useTenantName(tenantId: string | null): string | null {
  const query = useQuery({
    ...operationOptions('tenants.read', { tenantId: tenantId ?? '' }),
    enabled: tenantId !== null,
  });
  useShowReceipt('tenant', query.data?.receipt);
  return tenantId === null ? null : (query.data?.value.name ?? null);
}
