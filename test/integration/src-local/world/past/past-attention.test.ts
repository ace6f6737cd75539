import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionShards } from '#shared/domain/attention.ts';
import { sumRunSpend, toFigures, type SpentDocument } from '#shared/pricing/run-spend.ts';
import { keepSpend } from '#pipelines/extraction/keep-spend.ts';
import { keepBatch } from '#pipelines/extraction/keep-attention.ts';
import { recountCauses } from '#pipelines/extraction/attention.ts';
import type { BatchItem, DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { fromItem, type PlainItem } from '#pipelines/plain-items.ts';
import { listImportedBatches } from '#local/world/past/awkward-tenant.ts';
import { isTroubled } from '#local/world/past/fleet.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import type { StoriedBatch } from '#local/world/past/story.ts';
import { anchor, aToldWorld, readText, type RunningWorld } from './a-past-world.ts';
import { askApi } from './ask-api.ts';

const days = Array.from({ length: 31 }, (_, ago) =>
  new Date(anchor - ago * 86_400_000).toISOString().slice(0, 10),
);
const refOf = ({ workflow: { tenantId, projectId }, batchId }: StoriedBatch) => ({
  tenantId,
  projectId,
  batchId,
});

describe.each([4, 120])('what is kept about all tenants in a world of %i', { timeout: 60_000 }, (tenants) => {
  const { batches, fleet } = planPast({ seed: '1', anchor, tenants });
  const all = [...batches, ...fleet.troubled()];
  const imported = listImportedBatches({ seed: '1', anchor });
  let world: RunningWorld;
  beforeAll(async () => {
    world = await aToldWorld(tenants);
  }, 60_000);
  afterAll(() => world.aws.close());

  it('is what the pipeline finds when it counts every batch again', async () => {
    const [attention, causes] = [await listAttention(world), await listCauses(world)];
    expect(attention.size).toBeGreaterThan(20);
    expect(causes.length).toBeGreaterThanOrEqual(90);
    for (const ref of [...all.map(refOf), ...imported]) await keepBatch(world.parts, ref);
    const [attentionAfter, causesAfter] = [await listAttention(world), await listCauses(world)];
    // An item that had expired is written again, and needs no attention.
    for (const [key, item] of attentionAfter) if (!attention.has(key)) expect(hasPlace(item)).toBe(false);
    for (const [key, item] of attention) expect(attentionAfter.get(key)).toEqual(item);
    expect(causesAfter).toEqual(causes);
  });

  it('has the spend of every run of a tenant with a story', async () => {
    const spend = await listSpend(world);
    expect(spend.length).toBeGreaterThan(80);
    for (const { tenantId, batchId } of batches.slice(0, 40).map(refOf)) {
      const batch = await world.batch(batchId);
      const partition = `TENANT#${tenantId}#BATCH#${batchId}`;
      const before = await world.query('PK = :p AND begins_with(SK, :s)', {
        ':p': partition,
        ':s': 'SPEND#',
      });
      expect(before).toHaveLength(Object.keys(batch['runEnds'] ?? {}).length);
      // The sum of documents that were kept as they are is that of the run.
      await keepSpend(world.parts, { ...batch, tenantId, batchId } as unknown as BatchItem);
      expect(
        await world.query('PK = :p AND begins_with(SK, :s)', { ':p': partition, ':s': 'SPEND#' }),
      ).toEqual(before);
    }
    expect(await listSpend(world)).toEqual(spend);
  });

  it('has in the spend of a run what its documents consumed', async () => {
    const again = batches.filter(({ story, size }) => story.reprocessed && size < 200).slice(0, 2);
    expect(again).toHaveLength(2);
    for (const { tenantId, batchId } of again.map(refOf)) {
      const partition = `TENANT#${tenantId}#BATCH#${batchId}`;
      const items = await listAll(world, partition);
      const documents = items.filter((item) => readText(item, 'SK').startsWith('DOCUMENT#'));
      const runs = items.filter((item) => readText(item, 'SK').startsWith('SPEND#'));
      expect(runs.length).toBeGreaterThan(1);
      for (const item of runs) {
        const { usage, unfinished } = item;
        const run = Number(readText(item, 'SK').replace('SPEND#', ''));
        const summed = sumRunSpend(run, documents as unknown as SpentDocument[]);
        const figures = toFigures(summed.spend);
        expect(usage).toMatchObject(figures);
        expect(unfinished).toBe(summed.unfinished);
        // Beside what the documents consumed, a run counts once by how long its batch took.
        const took = Object.keys(usage as object).filter((name) => name.startsWith('took#'));
        expect(took).toHaveLength(1);
        expect(Object.keys(usage as object)).toHaveLength(Object.keys(figures).length + 1);
      }
    }
  });

  it('has every failed batch of the status index, and every document that waits', async () => {
    const kept = [...(await listAttention(world)).values()];
    const failed = kept.filter(
      (item) => item['GSI2PK'] !== undefined && readText(item, 'GSI2PK').startsWith('ATTENTION#FAILED#'),
    );
    const ids = (items: readonly PlainItem[]): string[] =>
      items.map((item) => readText(item, 'batchId')).toSorted();
    const tenantIds = [...new Set(all.map(({ workflow }) => workflow.tenantId))];
    const found = await Promise.all(tenantIds.map((id) => world.inStatus(`TENANT#${id}`, 'FAILED')));
    expect(ids(failed)).toEqual(
      found
        .flat()
        .map((item) => readText(item, 'SK').replace('BATCH#', ''))
        .toSorted(),
    );
    for (const item of kept) {
      const { waiting, oldestReviewAt } = item;
      const owner = `TENANT#${readText(item, 'tenantId')}#BATCH#${readText(item, 'batchId')}`;
      const documents = await world.inStatus(owner, 'REVIEW_REQUIRED');
      expect(documents).toHaveLength(Number(waiting));
      expect(documents.map((one) => readText(one, 'GSI2SK')).toSorted()[0]).toBe(oldestReviewAt);
    }
  });

  it('goes on from there when a batch is reprocessed', async () => {
    const told = all.findLast(
      ({ story }) => (story.defects.throttled ?? 0) > 0 && !story.reprocessed && isTroubled(story),
    );
    if (!told) throw new Error('No batch was throttled');
    const ref = refOf(told);
    const before = await world.batch(ref.batchId);
    const causes = await listCauses(world);
    const partition = `TENANT#${ref.tenantId}#BATCH#${ref.batchId}`;
    const failed = await world.inStatus(partition, 'FAILED');
    const documentIds = failed.map((item) => readText(item, 'SK').replace('DOCUMENT#', ''));
    await askApi(
      world,
      `/batches/${ref.batchId}/reprocess`,
      { documentIds, reason: 'Try again' },
      { sub: 'support', role: 'support' },
    );
    await world.aws.advance(300_000);
    await keepBatch(world.parts, ref);
    const after = await world.batch(ref.batchId);
    expect(after['version']).toBeGreaterThan(Number(before['version']));
    const documents = await world.query('PK = :p AND begins_with(SK, :d)', {
      ':p': partition,
      ':d': 'DOCUMENT#',
    });
    const standing = recountCauses(documents as unknown as DocumentItem[]);
    const kept = (await listAttention(world)).get(`BATCH#${ref.tenantId}#${ref.batchId}`);
    expect(kept).toMatchObject({ causes: standing, failures: after['failures'] });
    // The fake readers read every document, so no failure was added.
    expect(await listCauses(world)).toEqual(causes);
  });
});

function hasPlace(item: PlainItem): boolean {
  return ['GSI1PK', 'GSI2PK', 'GSI3PK'].some((name) => item[name] !== undefined);
}

async function listAttention(world: RunningWorld): Promise<Map<string, PlainItem>> {
  const shards = await Promise.all(attentionShards.map((shard) => listAll(world, `ATTENTION#${shard}`)));
  return new Map(shards.flat().map((item) => [readText(item, 'SK'), item]));
}

async function listCauses(world: RunningWorld): Promise<PlainItem[]> {
  const ofDays = (await Promise.all(days.map((day) => listAll(world, `CAUSES#${day}`)))).flat();
  const ofTenants = await Promise.all(
    ofDays.map((item) => {
      const [cause, day] = [readText(item, 'SK'), readText(item, 'PK')];
      return listAll(world, `CAUSE#${cause.replace('CAUSE#', '')}#${day.replace('CAUSES#', '')}`);
    }),
  );
  return [...ofDays, ...ofTenants.flat(), ...(await listAll(world, 'CAUSES#KNOWN'))];
}

async function listSpend(world: RunningWorld): Promise<PlainItem[]> {
  const ofDays = await listAll(world, 'SPEND');
  const ofTenants = await Promise.all(
    ofDays.map((item) => {
      const values = { ':p': `SPEND#${readText(item, 'SK').replace('DAY#', '')}` };
      return world.query('GSI1PK = :p', values, { IndexName: 'GSI1' });
    }),
  );
  return [...ofDays, ...ofTenants.flat()];
}

async function listAll({ clients, parts }: RunningWorld, partition: string): Promise<PlainItem[]> {
  const found: PlainItem[] = [];
  const pages = paginateQuery(
    { client: clients.dynamodb },
    {
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :p',
      ExpressionAttributeValues: { ':p': { S: partition } },
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items.map(fromItem));
  return found;
}
