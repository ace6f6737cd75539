import { expect } from 'vitest';
import { askableBy, readParams } from '#shared/catalogue/questions/read-params.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { describeConditions, queryTable } from '#shared/catalogue/questions/describe-conditions.ts';
import { findAnswer } from '#shared/catalogue/questions/find-answer.ts';
import { buildPolicy } from '#shared/catalogue/iam/policy.ts';
import { keyMap } from '#shared/catalogue/keys/key-map.ts';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { roles } from '#shared/contract/define.ts';
import { costTable } from '#shared/pricing/cost-table.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';

/** Does everything that may be done with an accepted system. None of it may throw. */
export function useEverything(system: SystemDeclaration, word: string): void {
  for (const { pattern } of queryTable(system)) {
    describeConditions(system, pattern, { branchId: word });
    readParams(system, pattern, { branchId: word });
  }
  for (const table of Object.keys(system.tables)) keyMap(system, table);
  for (const entity of [...Object.keys(system.entities), word]) {
    findAnswer(system, { entity, by: [...askableBy(system, entity), word] });
  }
  const sampled = Object.entries(system.samples ?? {}).map(
    ([table, items]) => [table, items.map((item) => sampleAttributes(system, table, item))] as const,
  );
  expect(JSON.stringify(sampled)).not.toMatch(/"[SN]":""|\[object/);
  reviewSystem(system, Object.fromEntries(sampled), Date.UTC(2026, 10, 20));
  for (const book of priceBooks.slice(0, 1)) costTable(system, { book, scale: 10 });
  const names = Object.fromEntries(Object.entries(system.tables).map(([key]) => [key, `table-${key}`]));
  const connection = { region: 'eu-west-1', accountId: '111122223333' };
  for (const role of roles) {
    for (const tenant of [null, 'acme']) {
      buildPolicy({ systems: [system], tableNames: { [system.id]: names }, connection, role, tenant });
    }
  }
}
