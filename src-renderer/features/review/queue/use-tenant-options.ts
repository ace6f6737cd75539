import { useInfiniteQuery } from '@tanstack/react-query';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import type { SelectOption } from '#renderer/ui/select/select.tsx';

/** The directory as the top bar reads it; of its first page only, since the top bar finds the others. */
export function useTenantOptions(): readonly SelectOption<string>[] {
  const pages = useInfiniteQuery(pagedOptions('tenants.list', {})).data?.pages ?? [];
  const options = new Map<string, SelectOption<string>>();
  for (const { value } of pages) {
    for (const { tenantId, name } of [...value.kept, ...value.rows]) {
      options.set(tenantId, { value: tenantId, label: name ?? tenantId });
    }
  }
  return [...options.values()];
}
