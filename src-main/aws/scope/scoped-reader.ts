import { catalogue, type PatternName } from '#shared/catalogue/catalogue.ts';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Result } from '#shared/contract/result.ts';
import { addReceipts, tenantOfBatch } from '../batches-by-id.ts';
import type { AskedPattern, CatalogueReader, PageRead, ReadOptions } from '../reading.ts';
import type { BatchOwners } from './batch-owners.ts';
import { heldItem, ownerAttributes, tenantOfKey, type Scope } from './held-item.ts';
import { heldPage } from './held-page.ts';
import { forAllTenants } from './of-no-tenant.ts';
import { outOfScope } from './out-of-scope.ts';
import type { WhoseTables } from './whose-tables.ts';

/**
 * The reader, held to some tenants. What names another tenant is refused before anything is read; what turns out to be
 * another's afterwards is as if it were not there, so that nobody learns which ids there are. Downloads are of no tenant,
 * and refused (decision 015).
 */
export function scopedReader(
  reader: CatalogueReader,
  scope: Scope,
  { owners, tables }: { readonly owners: BatchOwners; readonly tables: WhoseTables },
): CatalogueReader {
  const { ofTenants, ofNobody } = tables;

  async function held(
    asked: AskedPattern,
    options: ReadOptions | undefined,
    read: (options: ReadOptions | undefined) => Promise<Result<PageRead>>,
  ): Promise<Result<PageRead>> {
    if (ofNobody.includes(asked.system)) return forAllTenants(scope.tenants);
    const isOfTenants = ofTenants.includes(asked.system);
    const foreign = isOfTenants ? tenantNamed(asked, scope) : undefined;
    if (foreign !== undefined) return outOfScope(foreign, 'Nothing was read.');
    const answer = await (isOfTenants ? readWhole(asked, options, read) : read(options));
    // Where a read went to another table than was foreseen, it was read, and that is said.
    if (answer.ok && ofNobody.has(answer.value.asked.table)) {
      const receipt = { ...answer.value.receipt, items: 0, bytes: 0 };
      return { ...forAllTenants(scope.tenants, 'Nothing of what was read is shown.'), receipt };
    }
    if (!answer.ok || !(isOfTenants || ofTenants.has(answer.value.asked.table))) return answer;
    const page = heldPage(asked, answer.value, scope);
    const batchId = asked.params[0]?.['batchId'];
    const isOfGsi3 = asked.system.id === ours.id && asked.pattern === 'batchById';
    if (isOfGsi3 && batchId !== undefined && options?.cursor === undefined && answer.value.cursor === null) {
      const tenants = answer.value.items.map((item) => tenantOfBatch(item) ?? '');
      owners.learn(String(batchId), tenants);
    }
    return { ok: true, value: page, receipt: page.receipt };
  }

  return {
    ask: (asked, options) => held(asked, options, (more) => reader.ask(asked, more)),
    run: (name, params, options) =>
      held(askedBy(name, params), options, (more) => reader.run(name, params, more)),
    async readAgain(item, attributes) {
      if (ofNobody.includes(item.system)) return forAllTenants(scope.tenants);
      if (!ofTenants.includes(item.system)) return reader.readAgain(item, attributes);
      const tenant = tenantOfKey(item.key);
      if (tenant !== undefined && !scope.tenants.has(tenant)) return outOfScope(tenant, 'Nothing was read.');
      const wanted = attributes && [...new Set([...attributes, ...ownerAttributes])];
      const again = await reader.readAgain(item, wanted);
      if (!again.ok) return again;
      const { item: found, receipt } = again.value;
      const mine = found && heldItem(found, scope);
      if (mine === null)
        return { ok: true, value: { item: null, receipt: { ...receipt, items: 0, bytes: 0 } } };
      if (attributes === undefined) return { ok: true, value: { item: mine, receipt } };
      const shown = new Set([...attributes, ...namesOfKey(item.system, item.table)]);
      const entries = Object.entries(mine.attributes).filter(([name]) => shown.has(name));
      return { ok: true, value: { item: { ...mine, attributes: Object.fromEntries(entries) }, receipt } };
    },
    changed: (system, items) => reader.changed(system, items),
  };
}

const ours = catalogue.extraction;

/** More than DynamoDB needs for the largest items of a few tenants. */
const mostPages = 5;

/**
 * Follows the pages of a question for one item: tenants may have an item of the same id, and a place to go on from
 * would tell a person that others have one.
 */
async function readWhole(
  { system, pattern }: AskedPattern,
  options: ReadOptions | undefined,
  read: (options: ReadOptions | undefined) => Promise<Result<PageRead>>,
): Promise<Result<PageRead>> {
  if (findDeclared(system.patterns, pattern)?.gives !== 'one') return read(options);
  // Pages of a chosen size would tell by their number how many tenants have such an item.
  const whole = { ...options, pageSize: undefined };
  let answer = await read(whole);
  for (let page = 1; page < mostPages && answer.ok && answer.value.cursor !== null; page += 1) {
    const { value: before } = answer;
    const next = await read({ ...whole, cursor: before.cursor ?? undefined });
    if (!next.ok) return next;
    const receipt = addReceipts(next.value.receipt, before.receipt);
    const items = [...before.items, ...next.value.items];
    answer = { ok: true, value: { ...next.value, items, receipt }, receipt };
  }
  return answer;
}

function tenantNamed({ system, params }: AskedPattern, { tenants }: Scope): string | undefined {
  const parameter = system.tenant ?? ours.tenant;
  return params
    .map((one) => findDeclared(one, parameter))
    .filter((value) => value !== undefined)
    .map(String)
    .find((tenant) => !tenants.has(tenant));
}

function askedBy(name: PatternName, params: unknown): AskedPattern {
  const dot = name.indexOf('.');
  const sets = (Array.isArray(params) ? params : [params]) as readonly Params[];
  const system: SystemDeclaration = catalogue[name.slice(0, dot) as keyof typeof catalogue];
  return { system, pattern: name.slice(dot + 1), params: sets };
}

function namesOfKey(system: SystemDeclaration, tableKey: string): readonly string[] {
  const table = findDeclared(system.tables, tableKey);
  return table === undefined ? [] : keyNames(table);
}
