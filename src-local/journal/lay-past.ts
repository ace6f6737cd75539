import type { LayeredStore } from './store.ts';
import type { Past, PastFacts } from './told.ts';

/** Stored changes fit the past data only while all of these stay the same. */
type StoredFacts = Omit<PastFacts, 'endpoint'> & { readonly version: string };

const hour = 3_600_000;

/** Returns the seed that a store was started with, or undefined if it has no past data. */
export function readSeed(store: LayeredStore): string | undefined {
  return readFacts(store)?.seed;
}

/**
 * Puts the past data under a store that was just opened or cleared. A store that was started on different past
 * data, or on none, is reset with `reset`.
 */
export function layPast(
  store: LayeredStore,
  past: Past | undefined,
  today: Omit<PastFacts, 'anchor'> & { readonly now: number; reset(): void },
): void {
  const { seed, account, region, endpoint } = today;
  const kept = readFacts(store);
  const hourNow = Math.floor(today.now / hour) * hour;
  const wanted = past && {
    version: kept && past.accepts?.(kept.version) ? kept.version : past.version,
    seed,
    account,
    region,
    anchor: kept?.anchor ?? hourNow,
  };
  if (!past || !wanted) {
    if (kept) today.reset();
    return;
  }
  const isSame = kept && JSON.stringify(listInOrder(kept)) === JSON.stringify(listInOrder(wanted));
  const facts = isSame ? kept : { ...wanted, anchor: hourNow };
  if (!isSame) today.reset();
  store.tell(past.tell({ seed, account, region, endpoint, anchor: facts.anchor }, facts.version));
  if (isSame) return;
  store.collection<StoredFacts>(name).set(key, facts);
  // This is written first: after a crash here, different past data must not be put under later changes.
  store.flush();
}

const name = 'world/past';
const key = 'facts';

function readFacts(store: LayeredStore): StoredFacts | undefined {
  return store.collection<StoredFacts>(name).get(key);
}

function listInOrder({ version, seed, account, region, anchor }: StoredFacts): readonly unknown[] {
  return [version, seed, account, region, anchor];
}
