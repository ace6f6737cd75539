import { useQuery } from '@tanstack/react-query';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/receipt-footer/view-receipts.tsx';

type NameOf = (id: string) => string | undefined;

/** How those are called who changed it. Whom the session does not know is looked up among the tenant's users. */
export function useNames(tenantId: string, ids: readonly string[], known: NameOf): (id: string) => string {
  const isUnknown = ids.some((id) => known(id) === undefined);
  const query = useQuery({
    ...operationOptions('users.ofTenant', { tenantId, pageSize: 200 }),
    enabled: isUnknown,
  });
  useShowReceipt('people', query.data?.receipt);
  const users = query.data?.value.rows ?? [];
  return (id) => known(id) ?? users.find(({ userId }) => userId === id)?.name ?? id;
}
