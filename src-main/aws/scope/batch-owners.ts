import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import type { StoredItem } from '../reading.ts';
import { tenantOfKey } from './held-item.ts';

/** Whose batches are, as far as it was read a moment ago: an execution says no more than a batch's id. */
export interface BatchOwners {
  learn(items: readonly Pick<StoredItem, 'key' | 'entity'>[]): void;
  of(batchId: string): string | undefined;
}

/** A sandbox that is begun anew has other batches; a real one never gives a batch to another tenant. */
const longest = 5 * 60_000;
const mostKept = 2_000;

export function batchOwners(now: () => number): BatchOwners {
  const known = new Map<string, { readonly tenant: string; readonly until: number }>();
  return {
    learn(items) {
      for (const { key, entity } of items) {
        const batchId = /^BATCH#([^#]+)$/.exec(keyText(key, 'SK') ?? '')?.[1];
        const tenant = tenantOfKey(key);
        if (entity !== 'Batch' || batchId === undefined || tenant === undefined) continue;
        known.delete(batchId);
        known.set(batchId, { tenant, until: now() + longest });
      }
      for (const oldest of known.keys()) {
        if (known.size <= mostKept) break;
        known.delete(oldest);
      }
    },
    of(batchId) {
      const found = known.get(batchId);
      return found !== undefined && found.until > now() ? found.tenant : undefined;
    },
  };
}
