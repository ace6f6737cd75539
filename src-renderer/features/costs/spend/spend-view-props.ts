import type { CostsAddress, GoCosts } from '../costs-address.ts';

export interface SpendViewProps {
  readonly address: CostsAddress;
  readonly go: GoCosts;
  readonly onOpenBatch: (tenantId: string, batchId: string) => void;
}
