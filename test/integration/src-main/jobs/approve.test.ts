import { expect, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

const patience = { timeout: 180_000 };
const target = { kind: 'approve-documents', of: { is: 'matching' } } as const;

async function readItems(desk: JobsDesk, { planId }: Plan): Promise<readonly PlanItem[]> {
  return valueOf(await desk.call('plans.items', { planId, offset: 0 })).items;
}

/** Takes the doubts of a document away, as if all of it had been read with certainty. */
async function settle({ world }: JobsDesk, plan: Plan, item: PlanItem): Promise<void> {
  const { place, documentId } = parseItemId(item.id);
  const batch = plan.many?.batches[place - 1];
  const key = {
    PK: { S: `TENANT#${batch?.tenantId ?? ''}#BATCH#${batch?.batchId ?? ''}` },
    SK: { S: `DOCUMENT#${documentId}` },
  };
  const TableName = tableNames(catalogue.extraction, 'sandbox')['main'];
  const { world: cloud } = world.sandbox.aws;
  const read = (await cloud.call('dynamodb', 'GetItem', { TableName, Key: key })) as {
    readonly Item?: { readonly fields?: { readonly M: Record<string, { readonly M: object }> } };
  };
  const fields = Object.entries(read.Item?.fields?.M ?? {}).map(([name, { M }]) => [
    name,
    { M: { ...M, flags: { L: [] } } },
  ]);
  await cloud.call('dynamodb', 'UpdateItem', {
    TableName,
    Key: key,
    UpdateExpression: 'SET #fields = :fields',
    ExpressionAttributeNames: { '#fields': 'fields' },
    ExpressionAttributeValues: { ':fields': { M: Object.fromEntries(fields) } },
  });
}

test(
  'approves what nothing speaks against, each by its own claim, and says why others are left out',
  patience,
  async () => {
    const desk = await aJobsDesk();
    expect(await desk.call('plans.make', { target })).toMatchObject({ failure: { code: 'role-required' } });
    desk.be({ who: aSession().personas.find(({ role }) => role === 'admin') ?? null });
    const first = valueOf(await desk.call('plans.make', { target }));
    const left = await readItems(desk, first);
    expect(left.length).toBe(first.counts.go + first.counts.skip + first.counts.blocked);
    expect(left.filter(({ verdict }) => verdict === 'skip').every(({ why }) => why !== '')).toBe(true);

    const doubted = left.filter(({ why }) => why.startsWith('1 field undecided'));
    for (const item of doubted.slice(0, 8)) await settle(desk, first, item);
    const plan = valueOf(await desk.call('plans.make', { target }));
    const going = (await readItems(desk, plan)).filter(({ verdict }) => verdict === 'go');
    expect(going.length).toBeGreaterThan(1);
    expect(plan.counts.go).toBe(going.length);
    expect(plan.checks[0]?.says).toContain(`${String(left.length)} documents looked at`);

    const job = await desk.start(plan);
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: going.length } });
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']));
    // They have left the queue.
    const again = valueOf(await desk.call('plans.make', { target }));
    const names = new Set((await readItems(desk, again)).map(({ id }) => parseItemId(id).documentId));
    expect(going.filter(({ id }) => names.has(parseItemId(id).documentId))).toEqual([]);
  },
);
