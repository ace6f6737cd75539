import type { Attributes } from '#shared/catalogue/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { entityOf } from '#shared/catalogue/entity-of.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Question } from './question.ts';
import type { StoredItem } from './reading.ts';
import { keyText } from './stored-item.ts';

/** An item that an action has changed, for as long as an index may still say otherwise. */
export interface ChangedItem {
  readonly key: Attributes;
  readonly text: string;
}

export interface ChangedItems {
  add(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
  /** Those that a list may still have wrong, the newest first. */
  inQuestionFor(question: Question, binding: string): readonly ChangedItem[];
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
        const text = keyText(table, key);
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
    agreed({ system, located }, binding, { text }) {
      entries.get(idOf(system.id, located.tableKey, text))?.agreed.add(binding);
    },
  };
}

function idOf(system: string, table: string, key: string): string {
  return `${system}\n${table}\n${key}`;
}
