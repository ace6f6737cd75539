import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import {
  flags,
  place,
  type Flag,
  type ReviewDocument,
  type ReviewField,
  type ReviewKey,
} from '#shared/contract/review-document.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Knowledge } from '#shared/contract/review-rules.ts';
import type { Session } from '#shared/contract/session.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';
import { readOrders, readSuppliers, toKnownOrders, toKnownSuppliers } from '../../reads/tenant-lists.ts';
import { readRow } from '../../rows/read-row.ts';
import { reviewSettings } from '../../rows/tenant-rows.ts';
import {
  boxIn,
  toList,
  toMap,
  pageIn,
  presigned,
  shareIn,
  textIn,
  valueText,
  type Note,
} from './read-values.ts';

/** Contains the facts of a batch and its workflow that a reviewer needs. Null means that it does not exist. */
export interface BatchFacts {
  readonly thresholds: ReviewDocument['thresholds'];
  readonly fourEyes: boolean;
  readonly workflowId: string | null;
  readonly workflow:
    | ({ readonly name: string | null; readonly schema: Schema } & Pick<Workflow, 'rules' | 'customer'>)
    | null;
  readonly problems: readonly string[];
}

export interface BatchFactsStore {
  /** `world` names whose batches these are, because on another connection or after a reset they are others. */
  of(
    world: string,
    key: ReviewKey,
    reader: CatalogueReader,
    reads: ReadsSoFar,
  ): Promise<Result<BatchFacts | null>>;
  /** The lists of a tenant, as they were up to a minute ago. Null where there is no list, or none that could be read. */
  listsOf(world: string, tenantId: string, reader: CatalogueReader, reads: ReadsSoFar): Promise<TenantLists>;
  /** Tells whether the batch asks for two people; undefined if that was not read. */
  isFourEyes(world: string, key: ReviewKey): boolean | undefined;
}

interface TenantLists extends Pick<Knowledge, 'suppliers' | 'purchaseOrders'> {
  readonly until: number;
}

/** A list has up to two thousand entries, and each opened document needs it. */
const listsKeptFor = 60_000;
const mostListsKept = 20;

/** A batch's thresholds never change, and a workflow's schema seldom does. */
const keptFor = 5 * 60_000;
const mostKept = 500;

export function batchFacts(now: () => number): BatchFactsStore {
  const kept = new Map<string, { readonly facts: BatchFacts; readonly until: number }>();
  const lists = new Map<string, TenantLists>();
  return {
    async of(world, { tenantId, projectId, batchId }, reader, reads) {
      const name = factsKey(world, { tenantId, projectId, batchId });
      const known = kept.get(name);
      if (known !== undefined && known.until > now()) return ok(known.facts);
      const read = await readFacts({ tenantId, projectId, batchId }, reader, reads);
      if (!read.ok || read.value === null) return read;
      kept.delete(name);
      kept.set(name, { facts: read.value, until: now() + keptFor });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return read;
    },
    async listsOf(world, tenantId, reader, reads) {
      const name = JSON.stringify([world, tenantId]);
      const known = lists.get(name);
      if (known !== undefined && known.until > now()) return known;
      const [suppliers, orders] = await Promise.all([
        readSuppliers(reader, tenantId, reads),
        readOrders(reader, tenantId, reads),
      ]);
      const read = {
        suppliers: suppliers.ok ? toKnownSuppliers(suppliers.value) : null,
        purchaseOrders: orders.ok ? toKnownOrders(orders.value) : null,
        until: now() + (suppliers.ok && orders.ok ? listsKeptFor : 0),
      };
      lists.delete(name);
      lists.set(name, read);
      for (const oldest of lists.keys()) {
        if (lists.size <= mostListsKept) break;
        lists.delete(oldest);
      }
      return read;
    },
    isFourEyes: (world, key) => kept.get(factsKey(world, key))?.facts.fourEyes,
  };
}

function factsKey(world: string, { tenantId, projectId, batchId }: Omit<ReviewKey, 'documentId'>): string {
  return JSON.stringify([world, tenantId, projectId, batchId]);
}

/** Identifies the batches of one connection until its world is reset. */
export function identifyWorld({
  connection,
  sandboxResets,
}: Pick<Session, 'connection' | 'sandboxResets'>): string {
  return JSON.stringify([connection.id, sandboxResets]);
}

async function readFacts(
  key: Omit<ReviewKey, 'documentId'>,
  reader: CatalogueReader,
  { paid }: ReadsSoFar,
): Promise<Result<BatchFacts | null>> {
  const batches = paid(await reader.run('extraction.batchByKey', key));
  if (!batches.ok) return batches;
  const [batch] = batches.value.items;
  if (batch === undefined) return ok(null);
  const { read, problems } = readRow(batch, 'Batch');
  const [confidence, review] = [read.number('confidenceThreshold'), read.number('reviewThreshold')];
  const workflowId = read.text('workflowId');
  const facts = {
    thresholds: confidence === null || review === null ? null : { confidence, review },
    fourEyes: read.oneOf('secondReview', ['blind'], 'optional') !== null,
    workflowId,
  };
  const told = problems.map((problem) => `batch: ${problem}`);
  if (workflowId === null) return ok({ ...facts, workflow: null, problems: told });
  const { tenantId, projectId } = key;
  const workflows = paid(await reader.run('extraction.workflowById', { tenantId, projectId, workflowId }));
  if (!workflows.ok) return workflows;
  const workflow = workflowIn(workflows.value, told);
  if (workflow === null) told.push(`workflow: there is no "${workflowId}" in this project any more`);
  return ok({ ...facts, workflow, problems: told });
}

function workflowIn({ items: [item] }: PageRead, told: string[]): BatchFacts['workflow'] {
  if (item === undefined) return null;
  const { read, problems } = readRow(item, 'Workflow');
  const fields = read.map('schema');
  // No page declares how a schema gives a field's type.
  const typeOf = (name: string): string | null => {
    const value = fields?.anything(name) ?? null;
    return value !== null && 'S' in value ? (fields?.text(name) ?? null) : null;
  };
  const schema = new Map((fields?.names() ?? []).map((name) => [name, typeOf(name)]));
  const name = read.text('name');
  const settings = reviewSettings(read);
  told.push(...problems.map((problem) => `workflow: ${problem}`));
  return { name, schema, rules: settings.rules, customer: settings.customer };
}

/** Maps the names of fields to their types, as the workflow has them. */
type Schema = ReadonlyMap<string, string | null>;

/**
 * Lists the fields of the workflow's schema in its order, found or not, followed by any other fields that were read.
 */
export function viewFields(value: AttributeValue | undefined, schema: Schema, note: Note): ReviewField[] {
  const read = toMap(value) ?? {};
  if (value !== undefined && !('M' in value) && !('NULL' in value)) note('fields', 'expected a map');
  const others = Object.keys(read).filter((name) => !schema.has(name));
  return [...schema.keys(), ...others].map((name) => {
    const type = schema.get(name) ?? null;
    const field = findDeclared(read, name);
    if (!place.safeParse(name).success) note(`fields.${name}`, 'has a name that no correction can have');
    return field === undefined ? { ...unread, name, type } : viewField(name, type, field, note);
  });
}

const unread = {
  value: null,
  confidence: null,
  readBy: null,
  page: null,
  box: null,
  flags: [],
  readings: [],
} as const satisfies Partial<ReviewField>;

function viewField(name: string, type: string | null, field: AttributeValue, note: Note): ReviewField {
  const at = `fields.${name}`;
  const map = toMap(field);
  if (map === undefined) {
    note(at, 'expected a map');
    return { ...unread, name, type, value: shown(valueText(field), at, note), flags: [], readings: [] };
  }
  const raw = findDeclared(map, 'value');
  const value = valueText(raw);
  if (value === undefined && raw !== undefined && !('NULL' in raw)) note(`${at}.value`, 'expected text');
  const absent = findDeclared(map, 'absent');
  return {
    name,
    type,
    value: shown(value, `${at}.value`, note),
    ...(absent !== undefined && 'BOOL' in absent && absent.BOOL && { absent: true as const }),
    confidence: shareIn(map, at, note),
    readBy: textIn(map, 'readBy'),
    page: pageIn(map, at, note),
    box: boxIn(map, at, note),
    flags: flagsIn(map, at, note),
    readings: readingsIn(map, at, note),
  };
}

function shown(value: string | undefined, at: string, note: Note): string | null {
  if (value !== presigned) return value ?? null;
  note(at, 'holds a presigned address, which never leaves the main process');
  return null;
}

function flagsIn(map: Attributes, at: string, note: Note): Flag[] {
  const found = toList(findDeclared(map, 'flags')).map((flag) => ('S' in flag ? flag.S : ''));
  const known = flags.filter((flag) => found.includes(flag));
  // Any other text may be a value that was put in the wrong place.
  if (found.some((flag) => !flags.some((one) => one === flag)))
    note(`${at}.flags`, 'has one that is not known');
  return known;
}

const readers = ['textract', 'bedrock'] as const;

function readingsIn(map: Attributes, at: string, note: Note): ReviewField['readings'] {
  const readings = toMap(findDeclared(map, 'readings')) ?? {};
  return readers.flatMap((reader) => {
    const reading = toMap(findDeclared(readings, reader));
    if (reading === undefined) return [];
    const value = shown(valueText(findDeclared(reading, 'value')), `${at}.readings.${reader}`, note);
    if (value === null) return [];
    return [{ reader, value, confidence: shareIn(reading, `${at}.readings.${reader}`, note) }];
  });
}
