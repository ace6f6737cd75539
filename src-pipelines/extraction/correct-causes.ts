import { ConditionalCheckFailedException, DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { parseFailuresKey } from '#shared/domain/attention.ts';
import type { PipelineParts } from '../parts.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import { transact } from '../transact.ts';
import { causeRows, earlier, later, mostFailureKeys, type CauseRow } from './attention.ts';
import { addToCauseOfDay, addToCauseOfTenant, addToKnownCause, causeDays, causeKeys } from './cause-items.ts';
import type { BatchItem } from './item-shapes.ts';
import { getAttention, getPlain, putPlain } from './keep-attention.ts';
import { queryUnder } from './read-items.ts';

/** The state of a rebuild, which its steps share. */
export interface Rebuild {
  readonly parts: PipelineParts;
  readonly startedAt: number;
  readonly done: {
    -readonly [Name in 'tenants' | 'batches' | 'recounted' | 'corrected' | 'removed']: number;
  };
  /** All tenants are counted in this call, so what none of them has is wrong. */
  readonly isFromStart: boolean;
  /** The causes that were found, by day, cause and tenant. */
  readonly rows: Map<string, CauseRow>;
  /** Known causes by fingerprint, as far as they were read. */
  readonly known: Map<string, PlainItem>;
  readonly read: { allKnown: boolean };
  /** The sort keys of the attention items of batches that were found. */
  readonly seen: Set<string>;
}

export type Pair = Pick<CauseRow, 'day' | 'fingerprint'>;

export function listPairs({ failures = {} }: BatchItem): readonly Pair[] {
  return Object.keys(failures).map(parseFailuresKey);
}

interface Tenant {
  readonly tenantId: string;
  /** The days and causes of which its batches had failures. */
  readonly pairs: Map<string, Pair>;
  readonly listBatches: () => AsyncIterable<BatchItem>;
}

/** Writes the causes of a tenant by day as its batches have counted them, where they say something else. */
export async function correctCausesOfTenant(rebuild: Rebuild, tenant: Tenant): Promise<void> {
  await tryOften(rebuild, () => correctTenant(rebuild, tenant), `of ${tenant.tenantId}`);
}

/** Writes the causes of a day as the sums of their tenants. */
export async function correctCausesOfDay(rebuild: Rebuild, day: string): Promise<void> {
  const { parts, rows, isFromStart } = rebuild;
  const fingerprints = new Set<string>();
  for await (const { SK } of queryUnder(parts, causeKeys.ofDay({ day, fingerprint: '' }))) {
    fingerprints.add((SK?.S ?? '').replace('CAUSE#', ''));
  }
  for (const row of rows.values()) if (row.day === day) fingerprints.add(row.fingerprint);
  // The tenants of an earlier call may have causes on a day that has lost them.
  if (!isFromStart) for (const fingerprint of await listKnown(rebuild)) fingerprints.add(fingerprint);
  for (const fingerprint of fingerprints) {
    await tryOften(rebuild, () => correctDay(rebuild, { day, fingerprint }), `of ${day}`);
  }
}

async function listKnown({ parts, known, read }: Rebuild): Promise<Iterable<string>> {
  if (!read.allKnown) {
    for await (const stored of queryUnder(parts, causeKeys.known({ fingerprint: '' }))) {
      known.set((stored['SK']?.S ?? '').replace('CAUSE#', ''), fromItem(stored));
    }
    read.allKnown = true;
  }
  return known.keys();
}

async function tryOften({ parts }: Rebuild, correct: () => Promise<boolean>, causes: string): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    if (await correct()) return;
    await parts.pause(attempt);
  }
  throw new Error(
    `The causes ${causes} changed ${mostAttempts} times while they were counted. Run the rebuild again later.`,
  );
}

const mostAttempts = 30;

interface Sum {
  readonly row: CauseRow;
  readonly newest: BatchItem;
  readonly newestAt: string;
  readonly isDropped: boolean;
}

/**
 * The versions of a tenant's rows are read first, and then what its batches have counted. A row that still has its
 * version when it is written was changed by no consumer meanwhile. Returns false where one was.
 */
async function correctTenant(rebuild: Rebuild, tenant: Tenant): Promise<boolean> {
  const { parts, done, rows } = rebuild;
  const { tenantId, pairs } = tenant;
  const first = new Date(parts.now() - causeDays * 86_400_000).toISOString().slice(0, 10);
  const stored = new Map<string, PlainItem | undefined>();
  for (const [key, pair] of pairs) {
    if (pair.day > first) stored.set(key, await getPlain(parts, causeKeys.ofTenant(pair, tenantId)));
  }
  const sums = new Map<string, Sum>();
  for await (const batch of tenant.listBatches()) {
    if (!batch.failures) continue;
    const { failures = {} } = (await getAttention(parts, batch)) ?? {};
    const isDropped = Object.keys(batch.failures).length >= mostFailureKeys;
    for (const row of causeRows({}, { ...batch, failures })) {
      if (row.day <= first) continue;
      const key = toRowKey(row);
      if (!stored.has(key)) {
        pairs.set(key, row);
        return false;
      }
      const sum = sums.get(key);
      const newestAt = `${row.lastAt}#${batch.batchId}`;
      const isNewest = !sum || newestAt > sum.newestAt;
      sums.set(key, {
        row: sum ? addRows(sum.row, row) : row,
        newest: isNewest ? batch : sum.newest,
        newestAt: isNewest ? newestAt : sum.newestAt,
        isDropped: isDropped || (sum?.isDropped ?? false),
      });
    }
  }
  for (const [key, { row, newest, isDropped }] of sums) {
    rows.set(`${key}#${tenantId}`, row);
    if (!(await correctKnown(rebuild, row))) return false;
    const before = stored.get(key);
    // The batch may have dropped its oldest failures, so the row may rightly have more of them.
    if (isDropped && typeof before?.count === 'number' && before.count >= row.count) continue;
    const next = addToCauseOfTenant(undefined, row, newest, parts.now());
    if (before && isSameRow(before, next)) continue;
    if ((await transact(parts, [putPlain(parts, withAge(next, before), before)])) !== 'done') return false;
    done.corrected += 1;
  }
  return true;
}

async function correctKnown({ parts, known }: Rebuild, row: CauseRow): Promise<boolean> {
  const before = known.get(row.fingerprint) ?? (await getPlain(parts, causeKeys.known(row)));
  const next = addToKnownCause(before, row, parts.now());
  if (next && (await transact(parts, [putPlain(parts, next, before)])) !== 'done') {
    known.delete(row.fingerprint);
    return false;
  }
  const is = next ?? before;
  if (is) known.set(row.fingerprint, is);
  return true;
}

async function correctDay(rebuild: Rebuild, pair: Pair): Promise<boolean> {
  const { parts, done, rows, isFromStart } = rebuild;
  const before = await getPlain(parts, causeKeys.ofDay(pair));
  const knownCause = rebuild.known.get(pair.fingerprint);
  let sum: CauseRow | undefined;
  let tenants = 0;
  for await (const stored of queryUnder(parts, causeKeys.ofTenant(pair, ''))) {
    const item = fromItem(stored);
    const known = rows.get(`${toRowKey(pair)}#${(stored['SK']?.S ?? '').replace('TENANT#', '')}`);
    if (isFromStart && !known && isOlder(item, rebuild)) {
      if (!(await deleteVersion(parts, item))) return false;
      done.removed += 1;
      continue;
    }
    tenants += 1;
    const row = readRow(item, { ...pair, cause: known?.cause ?? readCause(before ?? knownCause) });
    sum = sum ? addRows(sum, row) : row;
  }
  if (!sum) {
    if (!before) return true;
    if (!(await deleteVersion(parts, before))) return false;
    done.removed += 1;
    return true;
  }
  const now = parts.now();
  if (!(await correctKnown(rebuild, sum))) return false;
  const next = addToCauseOfDay(undefined, sum, { newTenants: tenants, now });
  if (before && isSameRow(before, next)) return true;
  if ((await transact(parts, [putPlain(parts, withAge(next, before), before)])) !== 'done') return false;
  done.corrected += 1;
  return true;
}

/** Returns false where the item was changed by another meanwhile. */
export async function deleteVersion(parts: PipelineParts, { PK, SK, version }: PlainItem): Promise<boolean> {
  try {
    await parts.clients.dynamodb.send(
      new DeleteItemCommand({
        TableName: parts.names.extraction.table,
        Key: toItem({ PK, SK }),
        ...(version === undefined
          ? { ConditionExpression: 'attribute_not_exists(version)' }
          : {
              ConditionExpression: 'version = :version',
              ExpressionAttributeValues: toItem({ ':version': version }),
            }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** A row that a consumer has written since the rebuild began is none that a batch lacks. */
function isOlder({ createdAt }: PlainItem, { startedAt }: Rebuild): boolean {
  const since = new Date(startedAt - clockDifference).toISOString();
  return typeof createdAt !== 'string' || createdAt < since;
}

/** In milliseconds, between two machines. */
const clockDifference = 60_000;

function toRowKey({ day, fingerprint }: Pair): string {
  return `${day}#${fingerprint}`;
}

function addRows(one: CauseRow, other: CauseRow): CauseRow {
  const hours = { ...one.hours };
  for (const [hour, count] of Object.entries(other.hours)) hours[hour] = (hours[hour] ?? 0) + count;
  return {
    ...one,
    count: one.count + other.count,
    hours,
    firstAt: earlier(one.firstAt, other.firstAt),
    lastAt: later(one.lastAt, other.lastAt),
  };
}

function readRow(item: PlainItem, pair: Pair & Pick<CauseRow, 'cause'>): CauseRow {
  const hours = Object.entries(item).filter(
    (entry): entry is [string, number] => /^h\d\d$/.test(entry[0]) && typeof entry[1] === 'number',
  );
  return {
    ...pair,
    count: typeof item.count === 'number' ? item.count : 0,
    hours: Object.fromEntries(hours),
    firstAt: readText(item.firstAt),
    lastAt: readText(item.lastAt),
  };
}

function readCause(item: PlainItem | undefined): CauseRow['cause'] {
  const { stage, code, pattern } = item ?? {};
  return { stage: readText(stage), code: readText(code), pattern: readText(pattern) };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Tells whether an item counts the same; its age and the words for its cause do not matter. */
function isSameRow(before: PlainItem, next: PlainItem): boolean {
  const names = new Set(
    [...Object.keys(before), ...Object.keys(next)].filter((name) => !notCounted.has(name)),
  );
  return [...names].every((name) => before[name] === next[name]);
}

const notCounted = new Set(['version', 'createdAt', 'updatedAt', 'ttl', 'stage', 'code', 'pattern']);

function withAge(next: PlainItem, before: PlainItem | undefined): PlainItem {
  if (!before) return next;
  const version = typeof before.version === 'number' ? before.version + 1 : 1;
  return { ...next, version, ...(before.createdAt !== undefined && { createdAt: before.createdAt }) };
}
