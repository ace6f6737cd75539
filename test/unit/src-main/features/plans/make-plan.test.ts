import { describe, expect, it } from 'vitest';
import { planSchema } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { makePlan } from '#main/features/plans/make-plan.ts';
import { documentRow } from '#main/rows/document-rows.ts';
import { reprocessAction } from '#main/jobs/actions/reprocess.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { aPlanDesk, failed } from './a-plan-desk.ts';

describe('making a plan', { timeout: 20_000 }, () => {
  it('reads 31 documents by key in one call, and otherwise only their batch and the owners of its id', async () => {
    const desk = await aPlanDesk(Array.from({ length: 31 }, () => failed));
    const result = await desk.tryMake(desk.target());
    expect(desk.sent.map(({ operation }) => operation).toSorted()).toEqual([
      'BatchGetItem',
      'GetItem',
      'Query',
    ]);
    const batchGet = desk.sent.find(({ operation }) => operation === 'BatchGetItem');
    expect(JSON.stringify(batchGet?.input)).toMatch(/"ConsistentRead":true/);
    expect(JSON.stringify(batchGet?.input).match(/"SK"/g)).toHaveLength(31);
    // The plan reads 31 documents and their batch consistently, each under 4 KB, and the batches of this id
    // from an index.
    expect(result).toMatchObject({ ok: true, receipt: { items: 33, pages: 3, rru: 32.5 } });
    const plan = await desk.make();
    expect(planSchema.safeParse(plan).error).toBeUndefined();
    expect(plan).toMatchObject({
      kind: 'reprocess',
      by: 'support',
      counts: { go: 31, skip: 0, blocked: 0 },
      ramp: [1, 10, 20],
      typing: null,
      cannotStart: null,
      reads: { calls: 3, rru: 32.5 },
    });
  });

  it.each([
    [100, 1],
    [101, 2],
    [250, 3],
  ])('reads %i documents in %i calls', async (documents, calls) => {
    const desk = await aPlanDesk(Array.from({ length: documents }, () => failed));
    const plan = await desk.make();
    expect(desk.sent.filter(({ operation }) => operation === 'BatchGetItem')).toHaveLength(calls);
    expect(plan.items).toHaveLength(documents);
    expect(plan.reads.calls).toBe(calls + 2);
  });

  it.each([601, 5_000])(
    'accepts a batch of %i documents, to list and to plan',
    { timeout: 60_000 },
    async (size) => {
      const desk = await aPlanDesk(Array.from({ length: size }, () => failed));
      const { tenantId, batchId } = desk.planted.batch;
      const listed = new Set<string>();
      let cursor: string | null | undefined;
      do {
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before has ended
        const page = await desk.doors.reader.run(
          'extraction.documentsOfBatch',
          { tenantId, batchId },
          { cursor: cursor ?? undefined },
        );
        if (!page.ok) throw new Error(page.failure.message);
        for (const item of page.value.items) listed.add(documentRow(item).documentId);
        ({ cursor } = page.value);
      } while (cursor !== null);
      expect(listed.size).toBe(size);
      const plan = await desk.make(desk.target([...listed]));
      expect(planSchema.safeParse(plan).error).toBeUndefined();
      expect(plan.counts).toEqual({ go: size, skip: 0, blocked: 0 });
    },
  );

  it('shows for each document whether it is sent, and why not', async () => {
    const desk = await aPlanDesk([
      failed,
      { status: 'SUCCEEDED' },
      { status: 'REVIEW_REQUIRED' },
      { status: 'REJECTED' },
    ]);
    const ids = desk.planted.documents.map(({ documentId }) => documentId);
    const plan = await desk.make(desk.target([...ids, 'absent', ids[0] ?? '']));
    expect(plan.items.map(({ verdict, why }) => [verdict, why])).toEqual([
      ['go', 'FAILED in gap-fill, run 1: ThrottlingException'],
      ['skip', expect.stringMatching(/^Already SUCCEEDED at /)],
      ['skip', 'Waiting for review'],
      ['go', expect.stringMatching(/^REJECTED in review/)],
      ['blocked', 'No such document in this batch'],
    ]);
    expect(plan.counts).toEqual({ go: 2, skip: 2, blocked: 1 });
    expect(plan.items.map(({ usd }) => usd !== null)).toEqual([true, false, false, true, false]);
    expect(plan.items[0]).toMatchObject({ version: 3, name: 'doc-1-of-northwind.pdf' });
  });

  it('leaves out an id that the pipeline API cannot accept, before anything is sent', async () => {
    const desk = await aPlanDesk([failed]);
    const [id = ''] = desk.planted.documents.map(({ documentId }) => documentId);
    const plan = await desk.make(desk.target([id, '..', 'a#b', 'half\uD800']));
    expect(plan.items.map(({ verdict }) => verdict)).toEqual(['go', 'blocked', 'blocked', 'blocked']);
    expect(plan.items[1]?.why).toContain('The pipeline API cannot be called');
    const target = { ...desk.target([id]), batchId: '.' } as PlanTarget;
    expect(await desk.tryMake(target)).toMatchObject({ failure: { code: 'invalid-input' } });
  });

  it('adds up what each stage will cost, exactly, and names the price book', async () => {
    const usage = {
      textract: { pages: 4, ms: 6_000 },
      gapFill: { model: 'claudeHaiku45.regional', inputTokens: 9_000, outputTokens: 500, ms: 4_000 },
    };
    const desk = await aPlanDesk([{ ...failed, usage }, failed]);
    const { estimate, items } = await desk.make();
    expect(estimate.priceBook.name).toBe('us-east-1 list, since 1 Nov 2024');
    expect(estimate.lines.map(({ what }) => what)).toEqual([
      'Textract',
      'Gap-fill',
      'Verify',
      'Infrastructure',
    ]);
    const cents = (usd: string | null): number => Math.round(Number(usd) * 1e9);
    expect(cents(estimate.usd)).toBe(estimate.lines.reduce((sum, { usd }) => sum + cents(usd), 0));
    expect(cents(estimate.usd)).toBe(items.reduce((sum, { usd }) => sum + cents(usd), 0));
    // Each has 4 pages at $0.01. The usage of the second is unknown, so the mean of the known ones stands in.
    expect(estimate.lines[0]).toEqual({ what: 'Textract', usd: '0.08' });
    expect(estimate.basis).toContain('1 of them');
    // The ramp sends the first document alone and then the other.
    expect(estimate.seconds).toBe(30);
  });

  it('reads the passport of documents in their third failed run, and requires a reason if they are poison', async () => {
    const desk = await aPlanDesk([failed, failed, { ...failed, run: 2 }], { run: 3 });
    const [poison, changed] = desk.planted.documents;
    const { tenantId } = desk.planted.batch;
    const failure = async (documentId: string, n: number, code: string, message: string) => {
      await desk.api.put({
        ...keyOf.documentEvent(tenantId, documentId, `01J00000000000000000000${String(n).padStart(3, '0')}`),
        what: 'failed',
        actor: 'extraction',
        stage: 'gap-fill',
        reason: message,
        run: n,
        before: { status: 'PROCESSING' },
        after: { status: 'FAILED', code },
        version: 1,
        createdAt: '2026-11-20T00:00:00.000Z',
        updatedAt: '2026-11-20T00:00:00.000Z',
      });
    };
    for (const n of [1, 2, 3]) {
      const { code, message } = failed.error;
      await failure(poison?.documentId ?? '', n, code, message);
      await failure(changed?.documentId ?? '', n, n === 1 ? 'SchemaMismatch' : code, message);
    }
    const plan = await desk.make();
    expect(desk.sent.filter(({ operation }) => operation === 'Query')).toHaveLength(3);
    expect(plan.items.map(({ verdict, needsReason }) => [verdict, needsReason])).toEqual([
      ['blocked', true],
      ['go', false],
      ['go', false],
    ]);
    expect(plan.counts).toEqual({ go: 2, skip: 0, blocked: 1 });
    expect(plan.checks.map(({ says }) => says).join('\n')).toMatch(
      /1 is expected to fail the same way again\. With a reason it is sent too, for \$0\.\d+ more/,
    );
    expect(plan.items[0]?.usd).not.toBeNull();
  });

  it('warns if a run of the batch is under way, and shows the current thresholds', async () => {
    const desk = await aPlanDesk([failed]);
    const { batch } = desk.planted;
    expect((await desk.make()).checks.slice(0, 2)).toEqual([
      { says: 'Run 1 of this batch has ended SUCCEEDED', state: 'good' },
      { says: "The batch's thresholds apply: fail under 0.6, review under 0.85", state: 'good' },
    ]);
    await desk.api.put({
      ...keyOf.batch(batch.tenantId, batch.projectId, batch.batchId),
      run: 2,
      runs: { '1': 'SUCCEEDED', '2': 'RUNNING' },
      version: 4,
    });
    expect((await desk.make()).checks.slice(0, 2)).toEqual([
      {
        says: "Run 2 of this batch is still running: both runs share the pipeline's capacity",
        state: 'warning',
      },
      { says: 'The batch does not record its thresholds', state: 'warning' },
    ]);
  });

  it('says so if the batch does not show whether a run is running', async () => {
    const desk = await aPlanDesk([failed]);
    const { tenantId, projectId, batchId } = desk.planted.batch;
    const runCheck = async (batch: object) => {
      await desk.api.put({ ...keyOf.batch(tenantId, projectId, batchId), version: 4, ...batch });
      return (await desk.make()).checks[0];
    };
    const says = 'The batch does not record whether a run is in progress';
    expect(await runCheck({ status: 'FAILED' })).toEqual({ says, state: 'warning' });
    expect(await runCheck({ status: 'PROCESSING', run: 2, runs: { '1': 'FAILED' } })).toEqual({
      says: `${says}, and it is PROCESSING`,
      state: 'warning',
    });
    expect(await runCheck({ status: 'PROCESSING', runs: { '2': 'RUNNING' } })).toMatchObject({
      says: expect.stringMatching(/^Run 2 of this batch is still running/),
      state: 'warning',
    });
  });

  it('is refused if another tenant has a batch of the same id, even to a person without access to that one', async () => {
    const desk = await aPlanDesk([failed]);
    const { batchId } = desk.planted.batch;
    const everybody = valueOf(await desk.tryMake(desk.target()));
    await plantBatch(desk.api, [failed], { tenantId: 'kestrel', batchId });
    const who = { id: 'support', name: 'Mira', role: 'support', tenants: ['northwind'] } as const;
    const scoped = scopedDoors(desk.doors, { ...who, tenants: [...who.tenants] });
    const parts = { now: () => desk.api.parts.now(), connection: aConnectionSummary(), newId: () => 'p' };
    const asHeld = await makePlan(desk.target(), {
      ...parts,
      doors: scoped,
      who: { ...who, tenants: [...who.tenants] },
      messages: { held: desk.held, sentBefore: { of: () => null } },
    });
    for (const answer of [await desk.tryMake(desk.target()), asHeld]) {
      expect(answer).toMatchObject({
        failure: {
          code: 'invalid-input',
          message:
            'This batch id belongs to more than one tenant, and the pipeline API takes only the id. Nothing was planned.',
        },
      });
      expect(JSON.stringify(answer)).not.toContain('kestrel');
    }
    // A plan made before the second batch appeared is checked again before it is sent.
    const action = reprocessAction({ doors: () => desk.doors, seen() {}, sleep: () => Promise.resolve() });
    const ids = everybody.items.map(({ id }) => id);
    const again = valueOf(await action.recheck(everybody, ids));
    expect([...again.skip]).toEqual([
      [ids[0], 'Another tenant has a batch of the same id now, and the pipeline API takes only the id.'],
    ]);
  });

  it('leaves items without a status or a version where they are, and sends the rest', async () => {
    const desk = await aPlanDesk([failed, failed]);
    const { tenantId, batchId } = desk.planted.batch;
    await desk.api.put({ ...keyOf.document(tenantId, batchId, 'odd-1'), status: 7, version: 'many' });
    await desk.api.put({ ...keyOf.document(tenantId, batchId, 'odd-2'), status: 'FAILED' });
    const plan = await desk.make(desk.target(['odd-1', 'odd-2', 'doc-1-of-northwind']));
    expect(plan.items.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked', 'go']);
    expect(planSchema.safeParse(plan).error).toBeUndefined();
  });

  it('shows a plan that cannot be started, with the reason', async () => {
    const desk = await aPlanDesk([{ status: 'SUCCEEDED' }]);
    expect((await desk.make()).cannotStart).toBe(
      "This document can't be reprocessed. See the reason next to it.",
    );
    const production = aConnectionSummary({
      id: 'p',
      name: 'Prod',
      environment: 'production',
      readOnly: true,
      unlockable: true,
    });
    desk.change({ connection: production });
    const plan = await desk.make();
    expect(plan.cannotStart).toBe(
      "Prod is open read-only: production is locked. Unlock it for writing first. This plan can't be started.",
    );
    expect(plan.typing).toEqual({ environment: 'production', count: 0 });
  });

  it('reports an unknown batch, and what it read is still paid for', async () => {
    const desk = await aPlanDesk([failed]);
    const other = { ...desk.target(), projectId: 'another' } as ReturnType<typeof desk.target>;
    expect(await desk.tryMake(other)).toMatchObject({
      ok: false,
      failure: { code: 'not-found', what: 'batch' },
      receipt: { rru: 2.5 },
    });
  });

  it('reports throttled reads, and plans nothing by half', async () => {
    const desk = await aPlanDesk([failed]);
    desk.api.aws.world.faults.set([{ id: 'busy', kind: 'throttle', operation: 'BatchGetItem' }]);
    expect(await desk.tryMake(desk.target())).toMatchObject({ ok: false, failure: { code: 'throttled' } });
    desk.api.aws.world.faults.set([{ id: 'busy', kind: 'throttle', operation: 'BatchGetItem', times: 2 }]);
    expect(await desk.tryMake(desk.target())).toMatchObject({ ok: true });
  });
});
