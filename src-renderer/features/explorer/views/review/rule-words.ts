import { spaced } from '../../question/fields.ts';

/** What a rule looks for; one that is not known here is told by its name. */
export function ruleLooksFor(rule: string): string {
  return looksFor.get(rule) ?? `${spaced(rule)}.`;
}

const looksFor: ReadonlyMap<string, string> = new Map([
  ['hot-partition-key', 'Partition keys with so few values that much traffic meets in one of them.'],
  ['related-entities-apart', 'What is read together and lies in different partitions.'],
  ['pattern-without-index', 'Questions that no key and no index answers.'],
  ['tenant-missing-from-key', 'Keys of a system with tenants that do not say whose item it is.'],
  ['overloaded-prefix-collision', 'Entities that share a key and cannot be told apart in it.'],
  ['random-id-in-time-order', 'Random ids where an order by time is promised.'],
  ['no-list-by-time', 'Lists in the order of ids whose newest are found only by reading all.'],
  ['time-or-number-as-text', 'Times and numbers in a sort key that would be compared as text.'],
  ['ttl-in-milliseconds', 'Times to live that are not in seconds, so that nothing is ever deleted.'],
  ['index-not-sparse', 'Indexes that carry every item where only some are ever asked for.'],
  ['item-near-400kb', 'Items near the 400 KB that DynamoDB takes.'],
  ['uncovered-projection', 'Questions that want attributes which their index does not hold.'],
  ['same-key-condition', 'Questions that ask for the same keys as another.'],
  ['index-no-pattern-uses', 'Indexes that are paid for and never asked.'],
  ['index-repeats-table-key', 'Indexes that find only what the key of the table finds too.'],
]);
