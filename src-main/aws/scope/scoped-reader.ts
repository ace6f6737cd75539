import { catalogue, type PatternName } from '#shared/catalogue/catalogue.ts';
import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import { keyValues } from '#shared/catalogue/items/sample-attributes.ts';
import { keyNames } from '#shared/catalogue/keys/key-places.ts';
import { fillTemplate, type Params } from '#shared/catalogue/keys/key-template.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { Result } from '#shared/contract/result.ts';
import { addReceipts, tenantOfBatch } from '../batches-by-id.ts';
import type {
  AskedPattern,
  CatalogueReader,
  PageRead,
  ReadOptions,
  StoredItem,
} from '../dynamodb/reading.ts';
import type { TableNames } from '../table-names.ts';
import { heldItem, isOfAllTenants, ownerAttributes, tenantOfKey, type Scope } from './held-item.ts';
import { attentionOfAll, forAllTenants, outOfScope } from './out-of-scope.ts';
import type { BatchOwners } from './scoped-doors.ts';

/**
 * Limits the reader to some tenants. A read that names another tenant is refused before it starts; an item that
 * turns out to be another's is treated as missing, so that its id stays hidden. Downloads belong to no tenant and
 * are refused (decision 015).
 */
export function scopedReader(
  reader: CatalogueReader,
  scope: Scope,
  { owners, tables }: { readonly owners: BatchOwners; readonly tables: WhoseTables },
): CatalogueReader {
  const { ofTenants, ofNoTenant } = tables;

  async function held(
    asked: AskedPattern,
    options: ReadOptions | undefined,
    read: (options: ReadOptions | undefined) => Promise<Result<PageRead>>,
  ): Promise<Result<PageRead>> {
    if (ofNoTenant.includes(asked.system)) return forAllTenants(scope.tenants);
    const isOfTenants = ofTenants.includes(asked.system);
    const foreign = isOfTenants ? tenantNamed(asked, scope) : undefined;
    if (foreign !== undefined) return outOfScope(foreign, 'Nothing was read.');
    const answer = await (isOfTenants ? readWhole(asked, options, read) : read(options));
    // If the read went to another table than expected, it has already been paid for, so the receipt is kept.
    if (answer.ok && ofNoTenant.has(answer.value.asked.table)) {
      const receipt = { ...answer.value.receipt, items: 0, bytes: 0 };
      return { ...forAllTenants(scope.tenants, 'What was read is not shown.'), receipt };
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
      if (ofNoTenant.includes(item.system)) return forAllTenants(scope.tenants);
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

/**
 * Refuses every question whose partition is kept about all tenants, before a request is made: also one of a system of a
 * file, and one that such a key was given to as an id.
 */
export function withoutKeysOfAll(
  reader: CatalogueReader,
  tenants: Scope['tenants'],
  { ofTenants }: Pick<WhoseTables, 'ofTenants'>,
): CatalogueReader {
  const asksForAll = ({ system, pattern, params }: AskedPattern): boolean => {
    const partition = findDeclared(system.patterns, pattern)?.partition;
    if (partition === undefined || !ofTenants.includes(system)) return false;
    return params.some((one) => {
      const filled = fillTemplate(partition, one);
      return filled.ok && isOfAllTenants(filled.key);
    });
  };
  return {
    ask: async (asked, options) => (asksForAll(asked) ? attentionOfAll(tenants) : reader.ask(asked, options)),
    run: async (name, params, options) =>
      asksForAll(askedBy(name, params)) ? attentionOfAll(tenants) : reader.run(name, params, options),
    readAgain: async (item, attributes) =>
      ofTenants.includes(item.system) && isOfAllTenants(keyText(item.key, 'PK') ?? '')
        ? attentionOfAll(tenants)
        : reader.readAgain(item, attributes),
    changed: (system, items) => reader.changed(system, items),
  };
}

const ours = catalogue.extraction;

/** This is more than DynamoDB needs for the largest items of a few tenants. */
const mostPages = 5;

/**
 * Follows the pages of a question for one item: several tenants may have an item with the same id, and a cursor
 * would reveal the others' items.
 */
async function readWhole(
  { system, pattern }: AskedPattern,
  options: ReadOptions | undefined,
  read: (options: ReadOptions | undefined) => Promise<Result<PageRead>>,
): Promise<Result<PageRead>> {
  if (findDeclared(system.patterns, pattern)?.gives !== 'one') return read(options);
  // With a chosen page size the number of pages would reveal how many tenants have such an item.
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

/** Removes other tenants' items from a page and from its counts. Its cost stays true. */
function heldPage(asked: AskedPattern, page: PageRead, scope: Scope): PageRead {
  const left: StoredItem[] = [];
  const items = page.items.flatMap((item) => {
    const mine = heldItem(item, scope);
    if (mine === null) left.push(item);
    return mine === null ? [] : [mine];
  });
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  const tenants = [...scope.tenants].join(', ');
  const says = `is ${tenants === '' ? 'none' : tenants}; what is of others is left out`;
  return {
    ...page,
    items,
    cursor: left.length > 0 && isOfOneOwner(asked, left) ? null : page.cursor,
    ...(page.absent !== undefined && { absent: absentPlaces(asked, page.absent, left) }),
    asked: { ...page.asked, conditions: [...page.asked.conditions, { attribute: 'tenant', says }] },
    receipt: { ...page.receipt, items: items.length, bytes },
  };
}

/** When no further item of this person can follow, a cursor would reveal that another item exists. */
function isOfOneOwner({ system, pattern }: AskedPattern, left: readonly StoredItem[]): boolean {
  return locate(system, pattern).pattern.gives === 'one' || left.every(isOfCaller);
}

function isOfCaller({ key }: StoredItem): boolean {
  return keyText(key, 'PK')?.startsWith('CALLER#') === true;
}

/** A hidden item counts as absent, like a missing one. */
function absentPlaces(
  { system, pattern, params }: AskedPattern,
  absent: readonly number[],
  left: readonly StoredItem[],
): readonly number[] {
  const located = locate(system, pattern);
  const names = located.holes.map(({ name }) => name);
  const hidden = left.map(({ attributes }) => keyValues(located, attributes) ?? {});
  const isHidden = (one: AskedPattern['params'][number]): boolean =>
    hidden.some((values) =>
      names.every((name) => String(findDeclared(one, name)) === findDeclared(values, name)),
    );
  return params.flatMap((one, at) => (absent.includes(at) || isHidden(one) ? [at] : []));
}

/** Returns the names of a system's tables on the connection that is read. */
export type NamesHere = (system: SystemDeclaration) => TableNames;

/** These are the tables of one pipeline, also where a loaded system declares them. */
interface TablesOf {
  includes(system: SystemDeclaration): boolean;
  /** Takes the table's name in AWS. */
  has(table: string): boolean;
}

interface WhoseTables {
  readonly ofTenants: TablesOf;
  /** These tables know no tenant, so the owner of an item cannot be determined (decision 015). */
  readonly ofNoTenant: TablesOf;
}

export function whoseTables(namesHere: NamesHere): WhoseTables {
  return {
    ofTenants: createTableLookup(catalogue.extraction, namesHere),
    ofNoTenant: createTableLookup(catalogue.downloads, namesHere),
  };
}

function createTableLookup(known: SystemDeclaration, namesHere: NamesHere): TablesOf {
  const here = new Set(
    Object.values(namesHere(known)).flatMap((name) => (name === null ? [] : [bare(name)])),
  );
  // Tables of another stage, or of a connection that does not show the system, are covered as well.
  const beginnings = Object.values(known.tables).map(({ name }) => name.replace('{stage}', ''));
  const has = (table: string): boolean =>
    here.has(bare(table)) || beginnings.some((beginning) => bare(table).startsWith(beginning));
  return {
    has,
    includes(system) {
      const declared = Object.values(system.tables).map(({ name }) => name);
      const names = Object.values(namesHere(system)).flatMap((name) => name ?? []);
      return system.id === known.id || [...declared, ...names].some(has);
    },
  };
}

/** DynamoDB accepts an ARN wherever it accepts a name. */
function bare(table: string): string {
  return table.slice(table.lastIndexOf('/') + 1);
}
