import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { aCostsDesk, readsOfDocuments, type CostsDesk } from './a-costs-desk.ts';

const day = 86_400_000;
const tenantId = 'stranger';

/** Plants 300 batches of one project at even distances over 90 days, with nothing beyond domain.md. */
async function plantBatches(
  { world }: CostsDesk,
  idOf: (at: number, number: number) => string,
  count = 300,
): Promise<readonly number[]> {
  const TableName = tableNames(catalogue.extraction, 'sandbox')['main'];
  const put = (Item: object) => world.sandbox.aws.world.call('dynamodb', 'PutItem', { TableName, Item });
  const now = world.clock.now();
  await put({ PK: { S: `TENANT#${tenantId}` }, SK: { S: 'PROJECT#p' }, ...stamps(now) });
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const at = now - Math.floor((number * 90 * day) / count);
    times.push(at);
    const batchId = idOf(at, number);
    // oxlint-disable-next-line no-await-in-loop -- in the order of their numbers
    await put({
      PK: { S: `TENANT#${tenantId}#PROJECT#p` },
      SK: { S: `BATCH#${batchId}` },
      GSI3PK: { S: batchId },
      GSI3SK: { S: 'BATCH' },
      status: { S: 'SUCCEEDED' },
      counts: { M: { SUCCEEDED: { N: '1' } } },
      documentCount: { N: '1' },
      workflowId: { S: 'w' },
      ...stamps(at),
    });
    // oxlint-disable-next-line no-await-in-loop -- in the order of their numbers
    await put({
      PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` },
      SK: { S: 'DOCUMENT#d' },
      status: { S: 'SUCCEEDED' },
      usage: { M: { textract: { M: { pages: { N: '1' }, ms: { N: '900' } } } } },
      ...stamps(at),
    });
  }
  return times;
}

function stamps(at: number) {
  const time = { S: new Date(at).toISOString() };
  return { version: { N: '1' }, createdAt: time, updatedAt: time };
}

const uuids = (_at: number, number: number): string =>
  `${((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

describe('costs of a project whose ids are in no order', { timeout: 300_000 }, () => {
  it('cover every batch of the period, and the second look reads the list alone', async () => {
    const desk = await aCostsDesk();
    const times = await plantBatches(desk, uuids);
    for (const days of [1, 7, 30] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const costs = await desk.costs({ tenantId, days, budget: null });
      const from = Date.parse(costs.from);
      const all = times.filter((at) => at >= from).length;
      expect(costs).toMatchObject({
        state: 'done',
        isWhole: true,
        trouble: null,
        batches: all,
        meteredDocuments: all,
        anyOrder: { projects: 1, batches: 300, project: 'p' },
      });
    }
    desk.sent();
    const again = await desk.costs({ tenantId, days: 30, budget: null });
    expect(readsOfDocuments(desk.sent())).toBe(0);
    expect(again.keptBatches).toBe(again.batches);
    expect(again.spent.rru).toBeLessThan(30);
  });

  it('are found by the time in their ids as long as all ids carry it', async () => {
    const desk = await aCostsDesk();
    await plantBatches(desk, (at, number) => ulidAt(at, () => (number % 32) / 32));
    const first = await desk.costs({ tenantId, days: 1, budget: null });
    const second = await desk.costs({ tenantId, days: 1, budget: null });
    expect(second).toMatchObject({ isWhole: true, cells: first.cells, anyOrder: { projects: 0 } });
    expect(second.spent.rru).toBeLessThan(first.spent.rru / 3);
    await plantBatches(desk, () => '00000000-imported', 1);
    const third = await desk.costs({ tenantId, days: 1, budget: null });
    expect(third).toMatchObject({
      isWhole: true,
      batches: first.batches + 1,
      anyOrder: { projects: 1, batches: 301, project: 'p' },
    });
  });
});
