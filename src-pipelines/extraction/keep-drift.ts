import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { findAttentionShard } from '#shared/domain/attention.ts';
import { otherSuppliers, toSeries, type CountedDay } from '#shared/domain/review/correction-counts.ts';
import { addDays, countedDays, driftRule, findDrifts, type Drift } from '#shared/domain/review/drift.ts';
import { fromItem, toItem, type PlainItem } from '../plain-items.ts';
import type { PipelineParts, StreamRecord } from '../parts.ts';
import { OthersWereQuicker, transact } from '../transact.ts';
import { keyOf } from './keys.ts';
import { getItem } from './read-items.ts';
import { putNew, putOver } from './stored-items.ts';

/** A workflow whose counts of corrections have changed. */
export interface CountsSeen {
  readonly tenantId: string;
  readonly workflowId: string;
}

/** The workflows of these records in their order, each with the place of its first record. */
export function listCounted(
  records: readonly StreamRecord[],
): readonly { readonly counts: CountsSeen; readonly at: number }[] {
  const found = new Map<string, { readonly counts: CountsSeen; readonly at: number }>();
  for (const [at, { dynamodb }] of records.entries()) {
    const [, tenantId] = /^TENANT#([^#]+)#CORRECTIONS$/.exec(dynamodb.Keys.PK?.S ?? '') ?? [];
    const [, workflowId] = /^CORRECTIONS#([^#]+)#/.exec(dynamodb.Keys.SK?.S ?? '') ?? [];
    if (tenantId === undefined || workflowId === undefined) continue;
    const id = `${tenantId}#${workflowId}`;
    if (!found.has(id)) found.set(id, { counts: { tenantId, workflowId }, at });
  }
  return [...found.values()];
}

/**
 * Keeps whether the corrections of a workflow have changed, for the question about all tenants (decision 041). It reads
 * the counts themselves, so records may come again, late or in another order.
 */
export async function keepDrift(parts: PipelineParts, seen: CountsSeen): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const kept = await getItem(parts, driftKey(seen));
    const before = kept && fromItem(kept);
    const { days, projectId, suppliers } = await readCounts(parts, seen);
    const [drift] = findDrifts(toSeries(days).filter(isNamed), toDay(parts.now()));
    const next = nextDrift(before, drift && { drift, ...seen, projectId, suppliers }, parts.now());
    if (!next) return;
    const put = before ? putOver(parts, next, before) : putNew(parts, next);
    if ((await transact(parts, [put])) === 'done') return;
    await parts.pause(attempt);
  }
  throw new OthersWereQuicker(`The drift of ${seen.workflowId} was changed by others ${mostAttempts} times`);
}

const mostAttempts = 20;

/** The other suppliers of a day are not the other suppliers of another day. */
export function isNamed({ kind, name }: Pick<Drift, 'kind' | 'name'>): boolean {
  return kind !== 'supplier' || name !== otherSuppliers;
}

function driftKey({ tenantId, workflowId }: CountsSeen): { readonly PK: string; readonly SK: string } {
  return {
    PK: `ATTENTION#DRIFT#${findAttentionShard(tenantId, workflowId)}`,
    SK: `DRIFT#${tenantId}#${workflowId}`,
  };
}

async function readCounts(
  parts: PipelineParts,
  { tenantId, workflowId }: CountsSeen,
): Promise<{ days: CountedDay[]; projectId: string; suppliers: Readonly<Record<string, unknown>> }> {
  const today = toDay(parts.now());
  const [from, to] = [addDays(today, 1 - countedDays), today].map((day) =>
    keyOf.correctionsOfDay(tenantId, workflowId, day),
  );
  const { Items = [] } = await parts.clients.dynamodb.send(
    new QueryCommand({
      TableName: parts.names.extraction.table,
      ConsistentRead: true,
      KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
      ExpressionAttributeValues: toItem({
        ':partition': from?.PK ?? '',
        ':from': from?.SK ?? '',
        ':to': to?.SK ?? '',
      }),
    }),
  );
  const items = Items.map(fromItem);
  const maps = (name: string) => items.map((item) => (isMap(item[name]) ? item[name] : {}));
  return {
    days: items.map((item, index) => ({
      day: readText(item['SK']).slice(-10),
      figures: onlyNumbers(maps('figures')[index] ?? {}),
    })),
    projectId: readText(items.at(-1)?.['projectId']),
    suppliers: Object.assign({}, ...maps('suppliers')) as Readonly<Record<string, unknown>>,
  };
}

/** Returns '' for any value that is no text. */
export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function onlyNumbers(map: PlainItem): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

function isMap(value: unknown): value is PlainItem {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);
}

interface Found extends CountsSeen {
  readonly drift: Drift;
  readonly projectId: string;
  readonly suppliers: Readonly<Record<string, unknown>>;
}

/** Returns what is to be written; undefined when that is written already or there is nothing to write. */
export function nextDrift(
  before: PlainItem | undefined,
  found: Found | undefined,
  now: number,
): PlainItem | undefined {
  if (!found && (before === undefined || before['isOver'] === true)) return undefined;
  const at = new Date(now).toISOString();
  const stamped = {
    version: (typeof before?.['version'] === 'number' ? before['version'] : 0) + 1,
    createdAt: before?.['createdAt'] ?? at,
    updatedAt: at,
  };
  if (!found) return { ...before, ...stamped, isOver: true };
  const { drift, tenantId, workflowId, projectId, suppliers } = found;
  const { kind, name, beganOn, usual, recent, p } = drift;
  const key = driftKey({ tenantId, workflowId });
  const beganAt = `${beganOn}T00:00:00.000Z`;
  const supplierName = kind === 'supplier' ? suppliers[name] : undefined;
  const next = {
    ...key,
    ...stamped,
    // A change is found for this long. An item that no decision corrects any more would otherwise stay.
    ttl: Math.floor(Date.parse(addDays(beganOn, driftRule.recentDays)) / 1_000),
    tenantId,
    projectId,
    workflowId,
    beganAt,
    kind,
    name: name === '' ? 'all' : name,
    ...(typeof supplierName === 'string' && { supplierName }),
    usualRead: usual.read,
    usualCorrected: usual.corrected,
    recentRead: recent.read,
    recentCorrected: recent.corrected,
    p: p.toExponential(2),
  };
  const isSame =
    before && told.every((attribute) => before[attribute] === next[attribute as keyof typeof next]);
  return isSame ? undefined : next;
}

const told = [
  'isOver',
  'beganAt',
  'kind',
  'name',
  'usualRead',
  'usualCorrected',
  'recentRead',
  'recentCorrected',
];

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
