import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { documentsPartition } from '#pipelines/extraction/keys.ts';
import type { Submission } from '#pipelines/extraction/submit-batch.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { addFigures, type SpendFigures } from '#shared/pricing/run-spend.ts';
import type { Extraction } from '#test/builders/an-extraction.ts';

/** At any moment the rows of days are the sums of the runs that are kept, to the last figure. */
export async function expectSums({
  extraction,
  submissions,
}: {
  readonly extraction: Extraction;
  readonly submissions: readonly Pick<Submission, 'batch'>[];
}): Promise<void> {
  const items = await listItems(extraction, submissions);
  const expected = new Map<string, SpendFigures>();
  const tenants = new Map<string, Set<string>>();
  const add = (key: string, figures: SpendFigures): void =>
    void expected.set(key, addFigures(expected.get(key) ?? {}, figures));
  for (const [key, item] of items) {
    if (!key.includes('|SPEND#')) continue;
    const [, tenantId = ''] = key.split('#');
    const { day } = item;
    if (typeof day !== 'string') throw new Error(`${key} has no day`);
    add(`TENANT#${tenantId}#SPEND|DAY#${day}`, readUsage(item));
    add(`SPEND|DAY#${day}`, readUsage(item));
    const { projectId, workflowId } = item as Record<string, string>;
    add(
      `TENANT#${tenantId}#SPEND|BY#${day}#WORKFLOW#${projectId ?? ''}#${workflowId ?? ''}`,
      readUsage(item),
    );
    tenants.set(day, (tenants.get(day) ?? new Set()).add(tenantId));
  }
  for (const [day, of] of tenants) add(`SPEND|DAY#${day}`, { tenants: of.size });
  const kept = new Map(
    [...items]
      .filter(([key]) => key.includes('|DAY#') || key.includes('#WORKFLOW#'))
      .map(([key, item]) => [key, addFigures(readUsage(item), {})]),
  );
  expect(kept).toEqual(expected);
}

export function readUsage(item: PlainItem | undefined): SpendFigures {
  return (item?.['usage'] ?? {}) as SpendFigures;
}

/** Lists what is kept of these batches and their tenants, by "PK|SK". */
export async function listItems(
  extraction: Extraction,
  submissions: readonly Pick<Submission, 'batch'>[] = [extraction],
): Promise<ReadonlyMap<string, PlainItem>> {
  const { clients, parts } = extraction;
  const partitions = new Set(['SPEND']);
  for (const { batch } of submissions) {
    partitions.add(`TENANT#${batch.tenantId}#SPEND`);
    partitions.add(documentsPartition(batch.tenantId, batch.batchId));
  }
  const items = new Map<string, PlainItem>();
  for (const partition of partitions) {
    const { Items = [] } = await clients.dynamodb.send(
      new QueryCommand({
        TableName: parts.names.extraction.table,
        KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: toItem({
          ':partition': partition,
          ':from': partition.includes('#BATCH#') ? 'SPEND#' : 'BY#',
          ':to': partition.includes('#BATCH#') ? 'SPEND#~' : 'DAY#~',
        }),
        ConsistentRead: true,
      }),
    );
    for (const item of Items) items.set(`${partition}|${item['SK']?.S ?? ''}`, fromItem(item));
  }
  return items;
}
