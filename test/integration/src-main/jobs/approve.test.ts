import { describe, expect, it, test } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { parseItemId } from '#shared/domain/many-batches.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { NotSent } from '#main/pipeline/pipeline-api.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aJobsDesk, type JobsDesk } from './a-jobs-desk.ts';

const patience = { timeout: 180_000 };
const target = { kind: 'approve-documents', of: { is: 'matching' } } as const;

async function readItems(desk: JobsDesk, { planId }: Plan): Promise<readonly PlanItem[]> {
  return valueOf(await desk.call('plans.items', { planId, offset: 0 })).items;
}

function findKey({ many }: Plan, { id }: PlanItem) {
  const { place, documentId } = parseItemId(id);
  const { tenantId = '', batchId = '' } = many?.batches[place - 1] ?? {};
  return { tenantId, batchId, documentId };
}

function locate(plan: Plan, item: PlanItem) {
  const { tenantId, batchId, documentId } = findKey(plan, item);
  return {
    TableName: tableNames(catalogue.extraction, 'sandbox')['main'],
    Key: { PK: { S: `TENANT#${tenantId}#BATCH#${batchId}` }, SK: { S: `DOCUMENT#${documentId}` } },
  };
}

async function change({ world }: JobsDesk, plan: Plan, item: PlanItem, values: object): Promise<void> {
  const names = Object.keys(values);
  await world.sandbox.aws.world.call('dynamodb', 'UpdateItem', {
    ...locate(plan, item),
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`:${name}`, value as object]),
    ),
  });
}

/** Takes the doubts of a document away, as if all of it had been read with certainty. */
async function settle(desk: JobsDesk, plan: Plan, item: PlanItem): Promise<void> {
  const { world: cloud } = desk.world.sandbox.aws;
  const read = (await cloud.call('dynamodb', 'GetItem', locate(plan, item))) as {
    readonly Item?: { readonly fields?: { readonly M: Record<string, { readonly M: object }> } };
  };
  const fields = Object.entries(read.Item?.fields?.M ?? {}).map(([name, { M }]) => [
    name,
    { M: { ...M, flags: { L: [] } } },
  ]);
  await change(desk, plan, item, { fields: { M: Object.fromEntries(fields) } });
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

test(
  'a document that a colleague decides between the claim and the approval stays as they decided it',
  patience,
  async () => {
    let meanwhile: (() => Promise<void>) | undefined;
    const desk = await aJobsDesk({
      through: (dispatch) => async (request, signal) => {
        const isApproval = request.method === 'POST' && request.path.endsWith('/review');
        const colleague = isApproval ? meanwhile : undefined;
        meanwhile = isApproval ? undefined : meanwhile;
        await colleague?.();
        return dispatch(request, signal);
      },
    });
    desk.be({ who: aSession().personas.find(({ role }) => role === 'admin') ?? null });
    const first = valueOf(await desk.call('plans.make', { target }));
    const doubted = (await readItems(desk, first)).filter(({ why }) => why.startsWith('1 field undecided'));
    for (const item of doubted.slice(0, 3)) await settle(desk, first, item);
    const plan = valueOf(await desk.call('plans.make', { target }));
    const going = (await readItems(desk, plan)).filter(({ verdict }) => verdict === 'go');
    const [taken] = going;
    if (taken === undefined) throw new Error('Nothing can be approved.');
    const params = findKey(plan, taken);
    const colleague = { personId: 'reviewer-2', params };
    meanwhile = async () => {
      // The console stood still for longer than it may hold a document.
      await change(desk, plan, taken, { claimExpiresAt: { S: '2026-01-01T00:00:00.000Z' } });
      const { pipeline } = desk.doors;
      const version = (taken.version ?? 0) + 1;
      const claimed = await pipeline.call('claimDocument', {
        ...colleague,
        idempotencyKey: 'colleague-claims',
        ifMatch: version,
      });
      const rejected = await pipeline.call('reviewDocument', {
        ...colleague,
        body: { decision: 'reject', reason: 'Pages are missing', corrections: [] },
        idempotencyKey: 'colleague-rejects',
        ifMatch: version + 1,
      });
      expect([claimed.kind, rejected.kind]).toEqual(['answered', 'answered']);
    };

    const job = await desk.start(plan);
    expect((await desk.ended(job.jobId)).job.state).toBe('braked');
    valueOf(await desk.call('jobs.resume', { jobId: job.jobId }));
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: going.length - 1, uncertain: 0 } });
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    expect(receipts.find(({ id }) => id === params.documentId)).toMatchObject({ state: 'refused' });
    const { world: cloud } = desk.world.sandbox.aws;
    expect(await cloud.call('dynamodb', 'GetItem', locate(plan, taken))).toMatchObject({
      Item: { status: { S: 'REJECTED' }, reviewedBy: { S: 'reviewer-2' } },
    });
  },
);

/** Plans to approve a few documents, each of which has to be claimed and approved by two calls. */
async function planFew(through: (dispatch: Dispatch) => Dispatch) {
  const desk = await aJobsDesk({ through });
  desk.be({ who: aSession().personas.find(({ role }) => role === 'admin') ?? null });
  const first = valueOf(await desk.call('plans.make', { target }));
  const doubted = (await readItems(desk, first)).filter(({ why }) => why.startsWith('1 field undecided'));
  for (const item of doubted.slice(0, 3)) await settle(desk, first, item);
  const plan = valueOf(await desk.call('plans.make', { target }));
  const going = (await readItems(desk, plan)).filter(({ verdict }) => verdict === 'go');
  return { desk, plan, going };
}

const isApproval = ({ method, path }: Parameters<Dispatch>[0]) =>
  method === 'POST' && path.endsWith('/review');

describe('an approval that is not made after its claim', () => {
  const cannotReach = () => Promise.reject(new NotSent('The pipeline API could not be reached (ENOTFOUND).'));
  const signedOut = () =>
    Promise.resolve({
      status: 401,
      headers: { 'content-type': 'application/problem+json' },
      body: JSON.stringify(buildProblem('sign-in-expired', 'The sign-in has expired. Nothing was done.')),
    });

  it.each([
    ['its call was not sent', cannotReach],
    ['its sign-in had ended', signedOut],
  ])('is made by the repeated call: %s', patience, async (_name, fail) => {
    let failures = 0;
    let releases = 0;
    const { desk, plan, going } = await planFew((dispatch) => (request, signal) => {
      if (request.path.endsWith('/release')) releases += 1;
      if (!isApproval(request) || failures === 2) return dispatch(request, signal);
      failures += 1;
      return fail();
    });
    const job = await desk.start(plan);
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: going.length, skipped: 0 } });
    expect(failures).toBe(2);
    expect(releases).toBe(0);
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']));
  });

  it('is refused for its reason if a colleague has changed the document meanwhile', patience, async () => {
    let failures = 0;
    let taken: PlanItem | undefined;
    const under = await planFew((dispatch) => async (request, signal) => {
      if (!isApproval(request) || failures === 2) return dispatch(request, signal);
      failures += 1;
      const { desk, plan, going } = under;
      taken = going.find(({ id }) => request.path.includes(parseItemId(id).documentId));
      if (failures === 2 && taken !== undefined) {
        const version = { N: String((taken.version ?? 0) + 2) };
        await change(desk, plan, taken, { version, status: { S: 'REJECTED' } });
      }
      return cannotReach();
    });
    const { desk, plan, going } = under;
    const job = await desk.start(plan);
    const { job: braked } = await desk.ended(job.jobId);
    expect(braked).toMatchObject({ state: 'braked', counts: { refused: 1, sending: 0 } });
    valueOf(await desk.call('jobs.resume', { jobId: job.jobId }));
    const { job: ended } = await desk.ended(job.jobId);
    expect(ended).toMatchObject({ state: 'done', counts: { fixed: going.length - 1, uncertain: 0 } });
    const { receipts } = valueOf(await desk.call('jobs.receipts', { jobId: job.jobId, offset: 0 }));
    const { documentId } = parseItemId(taken?.id ?? '');
    expect(receipts.find(({ id }) => id === documentId)).toMatchObject({
      state: 'refused',
      note: expect.stringContaining('changed') as string,
    });
  });
});
