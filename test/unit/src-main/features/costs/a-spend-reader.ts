import type { CatalogueReader, StoredItem } from '#main/aws/dynamodb/reading.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import { ok, type Failure } from '#shared/contract/result.ts';
import { aReceipt, aStoredItem } from '#test/builders/a-reader.ts';

interface Asked {
  readonly name: string;
  readonly params: Params;
}

/** Answers each question of the sums with pages or a failure, and remembers what was asked. */
export function aSpendReader(answer: (asked: Asked) => readonly (readonly StoredItem[])[] | Failure) {
  const asked: Asked[] = [];
  const reader: CatalogueReader = {
    run(name, params, { cursor } = {}) {
      const question = { name, params: params as Params };
      asked.push(question);
      const pages = answer(question);
      if ('code' in pages) return Promise.resolve({ ok: false, failure: pages });
      const at = Number(cursor ?? 0);
      return Promise.resolve(
        ok(
          {
            items: pages[at] ?? [],
            cursor: at + 1 < pages.length ? String(at + 1) : null,
            asked: { operation: 'Query', table: 'main', index: null, conditions: [] },
            throttled: 0,
            receipt: aReceipt,
          },
          aReceipt,
        ),
      );
    },
    ask: () => Promise.reject(new Error('Sums are read by patterns of the catalogue.')),
    readAgain: () => Promise.reject(new Error('Sums are not read again.')),
    changed() {
      // This reader has no index that lags.
    },
  };
  return { reader, asked };
}

export function aSumOfDay(day: string, tenants: number): StoredItem {
  return anItem('SpendOfDay', { PK: 'SPEND', SK: `DAY#${day}` }, toUsage({ tenants, pages: tenants }));
}

export function aSumOfTenant(day: string, tenantId: string, pages: number): StoredItem {
  return anItem(
    'SpendOfTenant',
    { PK: `TENANT#${tenantId}#SPEND`, SK: `DAY#${day}` },
    toUsage({ documents: pages, processed: pages, pageDocuments: pages, pages, 'mix#expense#[]': pages }),
  );
}

export function aSumOfWorkflow(day: string, tenantId: string, workflowId = 'carrier'): StoredItem {
  return anItem(
    'SpendOfWorkflow',
    { PK: `TENANT#${tenantId}#SPEND`, SK: `BY#${day}#WORKFLOW#freight#${workflowId}` },
    toUsage({ documents: 10, processed: 10, pageDocuments: 10, pages: 10, 'mix#expense#[]': 10 }),
  );
}

export function aBudgetOfTenant(tenantId: string, usd: string, version = 1): StoredItem {
  return anItem(
    'TenantBudget',
    { PK: `TENANT#${tenantId}#SPEND`, SK: 'BY#BUDGET' },
    { usd: { S: usd }, months: { M: {} }, version: { N: String(version) } },
  );
}

function anItem(
  entity: string,
  { PK, SK }: { readonly PK: string; readonly SK: string },
  attributes: Attributes,
): StoredItem {
  return aStoredItem({ entity, key: { PK: { S: PK }, SK: { S: SK } }, attributes });
}

function toUsage(figures: Readonly<Record<string, number>>): Attributes {
  const numbers = Object.entries(figures).map(([name, figure]) => [name, { N: String(figure) }] as const);
  return { usage: { M: Object.fromEntries(numbers) } };
}
