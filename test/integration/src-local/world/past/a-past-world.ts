import { QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { drivenClock } from '#local/world/clock.ts';
import { fromItem, toItem, type PlainItem } from '#pipelines/plain-items.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { createPast } from '#local/world/past/tell.ts';
import { fakeReaders } from '#test/builders/fake-readers.ts';
import { runExtraction, type RunningExtraction } from '#test/builders/run-extraction.ts';

export const anchor = Date.UTC(2026, 10, 20, 18);
export const plan = planPast({ seed: '1', anchor });

export interface RunningWorld extends RunningExtraction {
  query(
    condition: string,
    values: Record<string, string>,
    more?: Partial<QueryCommandInput>,
  ): Promise<PlainItem[]>;
  inStatus(owner: string, status: string): Promise<PlainItem[]>;
  batch(batchId: string | undefined): Promise<PlainItem>;
}

/**
 * Returns the pipeline deployed over its whole past, ten minutes after the hour. The caller has to close it.
 */
export async function aToldWorld(tenants?: number): Promise<RunningWorld> {
  const running = await runExtraction({
    clock: drivenClock(anchor + 600_000),
    past: createPast(tenants),
    readers: fakeReaders(),
    isFollowing: false,
  });
  const { clients, parts } = running;
  const query: RunningWorld['query'] = async (KeyConditionExpression, values, more = {}) => {
    const { Items = [] } = await clients.dynamodb.send(
      new QueryCommand({
        TableName: parts.names.extraction.table,
        KeyConditionExpression,
        ExpressionAttributeValues: toItem(values),
        ...more,
      }),
    );
    return Items.map(fromItem);
  };
  return {
    ...running,
    query,
    inStatus: (owner, status) =>
      query(
        'GSI2PK = :p',
        { ':p': `${owner}#STATUS#${status}` },
        { IndexName: 'GSI2', ScanIndexForward: false },
      ),
    async batch(batchId = '') {
      const values = { ':b': batchId, ':s': 'BATCH' };
      const [found] = await query('GSI3PK = :b AND GSI3SK = :s', values, { IndexName: 'GSI3' });
      if (!found) throw new Error(`There is no batch ${batchId}`);
      return found;
    },
  };
}

export function readText(item: PlainItem | undefined, name: string): string {
  const value = item?.[name];
  return typeof value === 'string' ? value : '';
}
