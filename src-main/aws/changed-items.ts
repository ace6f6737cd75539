import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { entityOf } from '#shared/catalogue/keys/key-places.ts';
import type { Question } from './question.ts';
import type { StoredItem } from './reading.ts';
import { itemIdentity } from './stored-item.ts';

/** An item that an action has changed, for as long as an index may still say otherwise. */
export interface ChangedItem {
  readonly key: Attributes;
  readonly text: string;
}

export interface ChangedItems {
  add(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
  /** Those that a list may still have wrong, the newest first. */
  inQuestionFor(question: Question, binding: string): readonly ChangedItem[];
  /** Something in the question's table changed a moment ago, and only a consistent read is sure to have it. */
  changedJustNow(question: Question): boolean;
  /** The index answers this question as the table would: from now on it is believed. */
  agreed(question: Question, binding: string, item: ChangedItem): void;
}

interface Entry extends ChangedItem {
  readonly entity: string | null;
  readonly until: number;
  /** Bindings of the questions for which the index has caught up; another may still lag. */
  readonly agreed: Set<string>;
}

/** An index is behind for less than a second as a rule; what takes longer than this is trouble of another kind. */
const longestLag = 5 * 60_000;
const mostKept = 2_000;
/**
 * An action goes on having effects: a stopped execution's batch has failed a second or two later, and until then index
 * and table agree on what is about to be old.
 */
const longestEffect = 10_000;
/** A table's own copies agree within a second as a rule. */
const longestDelay = 5_000;

export function changedItems(now: () => number): ChangedItems {
  const entries = new Map<string, Entry>();

  const forgetOld = (): void => {
    for (const [id, { until }] of entries) {
      if (until > now() && entries.size <= mostKept) break;
      entries.delete(id);
    }
  };

  return {
    add(system, items) {
      for (const { table: tableKey, key } of items) {
        const table = findDeclared(system.tables, tableKey);
        if (table === undefined) throw new Error(`The system "${system.id}" has no table "${tableKey}".`);
        const text = itemIdentity(table, key);
        const id = idOf(system.id, tableKey, text);
        // To the end of the line: entries are in the order in which they end.
        entries.delete(id);
        const entity = entityOf(system, tableKey, key);
        entries.set(id, { key, text, entity, until: now() + longestLag, agreed: new Set() });
      }
      forgetOld();
    },
    inQuestionFor({ system, located }, binding) {
      forgetOld();
      const { returns } = located.pattern;
      return [...entries]
        .filter(
          ([id, { text, entity, agreed }]) =>
            id === idOf(system.id, located.tableKey, text) &&
            (entity === null || returns.includes(entity)) &&
            !agreed.has(binding),
        )
        .map(([, entry]) => entry)
        .toReversed();
    },
    changedJustNow({ system, located }) {
      const table = idOf(system.id, located.tableKey, '');
      const since = now() + longestLag - longestDelay;
      return [...entries].some(([id, { until }]) => until > since && id.startsWith(table));
    },
    agreed({ system, located }, binding, item) {
      const entry = entries.get(idOf(system.id, located.tableKey, item.text));
      // It may have changed again while it was looked at, and of that the index has not said anything.
      if (entry === item && entry.until <= now() + longestLag - longestEffect) entry.agreed.add(binding);
    },
  };
}

function idOf(system: string, table: string, key: string): string {
  return `${system}\n${table}\n${key}`;
}
