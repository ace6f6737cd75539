/**
 * Discovery asks for names and settings, within these limits. Whatever they cut is reported as "at least", and an
 * account with ten thousand tables costs no more calls than these.
 */
export const discoveryLimits = {
  /** Pages of each list: 100 tables, 1,000 queues, 1,000 state machines, 50 functions or 100 alarms a page. */
  pages: 10,
  /** Tables whose keys are read: those with a name that fits come first. */
  tables: 40,
  /** Queues whose redrive policy is read. */
  queues: 40,
  /** Tables, queues, state machines and buckets whose tags are read, if a tag is given. */
  tags: 60,
  seconds: 20,
} as const;

/** Returns the most calls that a discovery makes, so that they can be said beforehand. */
export function mostDiscoveryCalls(withTag: boolean): number {
  const { pages, tables, queues, tags } = discoveryLimits;
  const lists = 5 * pages + 1;
  return lists + tables + 2 * queues + (withTag ? tags : 0);
}
