import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { partitionsOfTenant } from '#shared/catalogue/iam/policy-statements.ts';
import { roleReadsPattern } from '#shared/catalogue/iam/grants.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { Role } from '#shared/contract/define.ts';
import { listed } from '#shared/domain/formatting.ts';

/** One action on a table or an index of it, and the questions that need it. */
export interface NeededRead {
  readonly operation: 'GetItem' | 'Query' | 'BatchGetItem';
  readonly tableKey: string;
  readonly index: string | null;
  /** Of the partitions that it is asked of. */
  readonly template: string;
  readonly asks: readonly string[];
  /** Whether the partitions are those of one tenant, as far as there is one: IAM can hold a sign-in to them. */
  readonly isHeld: boolean;
}

/** What a role's questions need of a system, each action once: the same that its policy allows. */
export function neededReads(
  system: SystemDeclaration,
  role: Role,
  tenant: string | null,
): readonly NeededRead[] {
  const isHeld = (template: string): boolean =>
    tenant === null ||
    (system.tenant !== undefined && partitionsOfTenant(template, system.tenant, tenant) !== null);
  const found = new Map<string, NeededRead>();
  const add = (asked: Omit<NeededRead, 'isHeld'>): void => {
    const read = { ...asked, isHeld: isHeld(asked.template) };
    const key = JSON.stringify([read.tableKey, read.index, read.operation]);
    const before = found.get(key);
    const first = before === undefined || (read.isHeld && !before.isHeld) ? read : before;
    found.set(key, { ...first, asks: [...new Set([...(before?.asks ?? []), ...read.asks])] });
  };
  for (const located of questionsOf(system, role)) {
    const { pattern, tableKey, table, indexName, operation } = located;
    add({ operation, tableKey, index: indexName, template: pattern.partition, asks: [pattern.asks] });
    for (const entity of pattern.returns) {
      const template = findDeclared(findDeclared(system.entities, entity)?.keys, table.partition.name);
      if (template !== undefined) add({ operation: 'GetItem', tableKey, index: null, template, asks: [] });
    }
  }
  return [...found.values()];
}

export function questionsOf(system: SystemDeclaration, role: Role): readonly Located[] {
  return Object.entries(system.patterns)
    .filter(([, pattern]) => roleReadsPattern(role, system.id, pattern))
    .map(([key]) => locate(system, key));
}

/** "“Which batch has this id?”, “…” and 3 more": what is not answered by what is missing. */
export function namedQuestions(asks: readonly string[]): string {
  const named = asks.slice(0, mostNamed).map((ask) => `“${ask}”`);
  const more = asks.length - named.length;
  return listed(more > 0 ? [...named, `${more} more`] : named);
}

const mostNamed = 3;
