/** The tenants that have a batch of an id, as GSI3 said a moment ago: an execution says no more than that id. */
export interface BatchOwners {
  learn(batchId: string, tenants: readonly string[]): void;
  of(batchId: string): readonly string[] | undefined;
}

/** Another tenant may begin a batch of the same id, and a sandbox that is reset has other batches. */
const longest = 5 * 60_000;
const mostKept = 2_000;

export function batchOwners(now: () => number): BatchOwners {
  const known = new Map<string, { readonly tenants: readonly string[]; readonly until: number }>();
  return {
    learn(batchId, tenants) {
      known.delete(batchId);
      if (tenants.length > 0) known.set(batchId, { tenants, until: now() + longest });
      for (const oldest of known.keys()) {
        if (known.size <= mostKept) break;
        known.delete(oldest);
      }
    },
    of(batchId) {
      const found = known.get(batchId);
      return found !== undefined && found.until > now() ? found.tenants : undefined;
    },
  };
}
