import { useNames } from './use-names.ts';

interface PersonNameProps {
  readonly tenantId: string;
  readonly id: string;
}

export function PersonName({ tenantId, id }: PersonNameProps) {
  return useNames([{ tenantId, ids: [id] }])(id);
}
