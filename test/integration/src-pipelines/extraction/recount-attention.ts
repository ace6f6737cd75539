import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { attentionShards, findAttentionShard } from '#shared/domain/attention.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { documentsPartition, projectPartition } from '#pipelines/extraction/keys.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { codes, type Failure, type Round } from './attention-rounds.ts';

interface Found {
  readonly attention: PlainItem[];
  readonly causes: PlainItem[];
}

/** Everything that is kept about all tenants, without its age. */
export async function listKept(round: Round): Promise<Found> {
  const items = await listItems(round);
  const isUnder = (lead: string) => (item: PlainItem) => text(item['PK']).startsWith(lead);
  const kept = items.map(({ version: _1, createdAt: _2, updatedAt: _3, ttl: _4, ...rest }) => rest);
  return {
    attention: kept
      .filter(isUnder('ATTENTION#'))
      .filter((item) => Object.keys(item).some((name) => name.startsWith('GSI'))),
    causes: kept.filter(isUnder('CAUSE')),
  };
}

/** Counts the same from the batches, documents and deliveries, and from the failures that happened. */
export async function recount(round: Round): Promise<Found> {
  const items = await listItems(round);
  const batches = items.filter(
    ({ SK, PK }) => /^TENANT#[^#]+#PROJECT/.test(text(PK)) && text(SK).startsWith('BATCH#'),
  );
  const attention = batches.map((batch) => recountBatch(batch, items));
  return {
    attention: attention.filter((item) => item !== undefined),
    causes: recountCauses(round.failures, batches),
  };
}

function recountBatch(batch: PlainItem, items: readonly PlainItem[]): PlainItem | undefined {
  const [, tenantId = '', , projectId = ''] = text(batch['PK']).split('#');
  const batchId = text(batch['SK']).slice('BATCH#'.length);
  const own = items.filter(({ PK }) => PK === `TENANT#${tenantId}#BATCH#${batchId}`);
  const documents = own.filter(({ SK }) => text(SK).startsWith('DOCUMENT#')) as unknown as DocumentItem[];
  const waits = documents
    .filter(({ status }) => status === 'REVIEW_REQUIRED')
    .map((one) => one.statusSince ?? one.updatedAt);
  const oldestReviewAt = waits.toSorted()[0];
  const deliveries = own.filter(({ SK }) => text(SK).startsWith('DELIVERY#'));
  const wasDelivered = ({ run, updatedAt }: PlainItem): boolean =>
    deliveries.some(
      (one) =>
        one['outcome'] === 'delivered' && one['run'] === run && text(one['updatedAt']) >= text(updatedAt),
    );
  const givenUp = deliveries
    .filter((one) => one['outcome'] !== 'delivered' && Number(one['attempts']) >= 5 && !wasDelivered(one))
    .map(({ updatedAt }) => text(updatedAt))
    .toSorted();
  const shard = findAttentionShard(tenantId, batchId);
  const status = text(batch['status']);
  const since = text(
    status === 'PROCESSING' ? batch['updatedAt'] : (batch['statusSince'] ?? batch['updatedAt']),
  );
  const places = {
    ...(oldestReviewAt !== undefined && { GSI1PK: `ATTENTION#REVIEW#${shard}`, GSI1SK: oldestReviewAt }),
    ...(['PROCESSING', 'FAILED', 'REVIEW_REQUIRED'].includes(status) && {
      GSI2PK: `ATTENTION#${status}#${shard}`,
      GSI2SK: since,
    }),
    ...(givenUp.length > 0 && { GSI3PK: `ATTENTION#DELIVERY#${shard}`, GSI3SK: givenUp.at(-1) }),
  };
  if (Object.keys(places).length === 0) return undefined;
  const failed = documents.filter((one) => one.status === 'FAILED').map(({ error }) => error?.code ?? '');
  return {
    PK: `ATTENTION#${shard}`,
    SK: `BATCH#${tenantId}#${batchId}`,
    ...places,
    tenantId,
    projectId,
    workflowId: 'workflow',
    batchId,
    status,
    since,
    changedAt: batch['updatedAt'],
    counts: countEach(documents.map((one) => one.status)),
    documentCount: documents.length,
    causes: Object.fromEntries(
      Object.entries(countEach(failed)).map(([code, count]) => [
        toFingerprint(code),
        { count, ...describe(code) },
      ]),
    ),
    failures: batch['failures'] ?? {},
    batchVersion: batch['version'],
    waiting: waits.length,
    ...(oldestReviewAt !== undefined && { oldestReviewAt }),
    deliveriesGivenUp: givenUp.length,
    ...(givenUp.length > 0 && { givenUpAt: givenUp.at(-1) }),
  };
}

function recountCauses(failures: readonly Failure[], batches: readonly PlainItem[]): PlainItem[] {
  const group = (toKey: (failure: Failure) => string): Map<string, Failure[]> => {
    const groups = new Map<string, Failure[]>();
    for (const one of failures) groups.set(toKey(one), [...(groups.get(toKey(one)) ?? []), one]);
    return groups;
  };
  const count = (all: readonly Failure[]) => {
    const times = all.map(({ at }) => at).toSorted();
    return {
      count: all.length,
      ...countEach(all.map(({ at }) => `h${at.slice(11, 13)}`)),
      firstAt: times[0],
      lastAt: times.at(-1),
    };
  };
  const ofTenants = [...group(({ code, at, tenantId }) => `${code} ${at.slice(0, 10)} ${tenantId}`)].map(
    ([key, all]) => {
      const [code = '', day = '', tenantId = ''] = key.split(' ');
      const newest = all.toSorted((one, other) =>
        `${one.at}#${one.batchId}` < `${other.at}#${other.batchId}` ? 1 : -1,
      )[0];
      const batch = batches.find(({ SK }) => SK === `BATCH#${newest?.batchId}`);
      return {
        PK: `CAUSE#${toFingerprint(code)}#${day}`,
        SK: `TENANT#${tenantId}`,
        ...count(all),
        newestBatchId: newest?.batchId,
        newestProjectId: text(batch?.['PK']).split('#')[3],
      };
    },
  );
  const ofDays = [...group(({ code, at }) => `${code} ${at.slice(0, 10)}`)].map(([key, all]) => {
    const [code = '', day = ''] = key.split(' ');
    return {
      PK: `CAUSES#${day}`,
      SK: `CAUSE#${toFingerprint(code)}`,
      ...describe(code),
      ...count(all),
      tenants: new Set(all.map(({ tenantId }) => tenantId)).size,
    };
  });
  const known = [...group(({ code }) => code)].map(([code, all]) => ({
    PK: 'CAUSES#KNOWN',
    SK: `CAUSE#${toFingerprint(code)}`,
    ...describe(code),
    firstAt: all.map(({ at }) => at).toSorted()[0],
  }));
  return [...ofTenants, ...ofDays, ...known];
}

function toFingerprint(code: string): string {
  return computeFingerprint({ stage: 'textract', code, message: 'It failed after 5 ms' }).id;
}

function describe(code: string) {
  const { pattern } = computeFingerprint({ stage: 'textract', code, message: 'It failed after 5 ms' });
  return { stage: 'textract', code, pattern };
}

function countEach(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Every partition that a round may have written to. */
async function listItems({ parts, batches }: Round): Promise<PlainItem[]> {
  const days = ['19', '20', '21', '22'].map((day) => `2026-11-${day}`);
  const partitions = [
    ...batches.map(({ tenantId, projectId }) => projectPartition(tenantId, projectId)),
    ...batches.map(({ tenantId, batchId }) => documentsPartition(tenantId, batchId)),
    ...attentionShards.map((shard) => `ATTENTION#${shard}`),
    'CAUSES#KNOWN',
    ...days.map((day) => `CAUSES#${day}`),
    ...days.flatMap((day) => codes.map((code) => `CAUSE#${toFingerprint(code)}#${day}`)),
  ];
  const items: PlainItem[] = [];
  for (const partition of new Set(partitions)) {
    const { Items = [] } = await parts.clients.dynamodb.send(
      new QueryCommand({
        TableName: parts.names.extraction.table,
        ConsistentRead: true,
        KeyConditionExpression: 'PK = :partition',
        ExpressionAttributeValues: toItem({ ':partition': partition }),
      }),
    );
    items.push(...Items.map(fromItem));
  }
  return items;
}

export function inOrder(items: readonly PlainItem[]): PlainItem[] {
  return items.toSorted((one, other) => (toText(one) < toText(other) ? -1 : 1));
}

function toText({ PK, SK }: PlainItem): string {
  return `${text(PK)} ${text(SK)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
