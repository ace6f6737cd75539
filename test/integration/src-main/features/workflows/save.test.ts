import { describe, expect, it } from 'vitest';
import { toItem } from '#pipelines/plain-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { WorkflowEvent } from '#shared/contract/workflows.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aWorkflowDesk, carrierInvoices, change, readHistory, save, type Change } from './a-workflow-desk.ts';

const patient = { timeout: 120_000 };

describe('a workflow', patient, () => {
  it('is read as its project lists it, and not found if it does not exist', async () => {
    const desk = await aWorkflowDesk();
    const [first] = await desk.listed();
    expect(await desk.read()).toEqual(first);
    const nowhere = { ...carrierInvoices, workflowId: 'nowhere' };
    expect(await desk.call('workflows.read', nowhere)).toMatchObject({ failure: { code: 'not-found' } });
    expect(valueOf(await desk.call('workflows.history', nowhere)).rows).toEqual([]);
  });

  it('has its whole history, page by page, and each change continues from the one before', async () => {
    const desk = await aWorkflowDesk();
    const all = await readHistory(desk);
    expect(all).toHaveLength(7);
    const paged: WorkflowEvent[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { ...carrierInvoices, pageSize: 3, ...(cursor && { cursor }) };
      const page = valueOf(await desk.call('workflows.history', asked));
      expect(page.rows.length).toBeLessThanOrEqual(3);
      paged.push(...page.rows);
      cursor = page.cursor;
    }
    expect(paged).toEqual(all);
    expect(all.flatMap(({ problems }) => problems)).toEqual([]);
    const changes = all.filter(({ after }) => after !== null);
    expect(changes.slice(0, -1).map(({ before }) => before)).toEqual(
      changes.slice(1).map(({ after }) => after),
    );
    const { confidenceThreshold, reviewThreshold } = await desk.read();
    expect(changes[0]?.after).toEqual({ confidenceThreshold, reviewThreshold });
  });
});

describe('saved thresholds', patient, () => {
  it('are visible at once, in the item, in the history and in every list that is read later', async () => {
    const desk = await aWorkflowDesk();
    await desk.fail([{ kind: 'index-lag', ms: 5_000 }]);
    const saved = await save(desk);
    expect(saved).toMatchObject({
      kind: 'saved',
      workflow: { ...carrierInvoices, version: 8, confidenceThreshold: 0.6, reviewThreshold: 0.8 },
    });
    expect(saved.workflow).toEqual(await desk.read());
    // The index has not caught up yet.
    const [listed] = await desk.listed();
    expect(listed).toMatchObject({ workflowId: 'carrier-invoices', version: 8, reviewThreshold: 0.8 });
    const [newest] = await readHistory(desk);
    expect(newest).toMatchObject({
      what: 'thresholds changed',
      actor: 'admin',
      reason: change.reason,
      before: { confidenceThreshold: 0.56, reviewThreshold: 0.85 },
      after: { confidenceThreshold: 0.6, reviewThreshold: 0.8 },
    });
    expect(newest?.requestId).not.toBeNull();
  });

  it('apply to batches that are submitted later, and to none before', async () => {
    const desk = await aWorkflowDesk();
    const submit = async (idempotencyKey: string): Promise<string> => {
      const body = { ...carrierInvoices, documents: [{ fileName: 'a.pdf' }] };
      const call = { personId: 'reviewer', body, idempotencyKey };
      const answer = await desk.doors().pipeline.call('submitBatch', call);
      if (answer.kind !== 'answered') throw new Error(answer.kind);
      return answer.value.batch.batchId;
    };
    const before = await submit('batch-before');
    await save(desk);
    const after = await submit('batch-after-it');
    const thresholds = async (batchId: string) => {
      const { tenantId, projectId } = carrierInvoices;
      const key = { tenantId, projectId, batchId };
      const read = await desk.doors().reader.run('extraction.batchByKey', key, { consistent: true });
      const [batch] = valueOf(read).items.map(batchRow);
      return [batch?.confidenceThreshold, batch?.reviewThreshold];
    };
    expect(await thresholds(before)).toEqual([0.56, 0.85]);
    expect(await thresholds(after)).toEqual([0.6, 0.8]);
    const { running } = valueOf(await desk.call('workflows.sample', { ...carrierInvoices, most: 50 }));
    expect(new Set(running.batches.map(({ reviewThreshold }) => reviewThreshold))).toEqual(
      new Set([0.8, 0.85]),
    );
  });
});

describe('two admins at two consoles', patient, () => {
  it('who save at once: one succeeds, the other gets the winner’s version, and nothing is lost', async () => {
    const desk = await aWorkflowDesk();
    const other = await aWorkflowDesk({ beside: desk });
    const [mine, theirs] = [
      { reviewThreshold: 0.8, reason: 'Of the first console', intentKey: 'intent-of-first' },
      { reviewThreshold: 0.9, reason: 'Of the second console', intentKey: 'intent-of-second' },
    ];
    const answers = await Promise.all([save(desk, mine), save(other, theirs)]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['overtaken', 'saved']);
    const isMine = answers[0]?.kind === 'saved';
    const [winner, loser] = isMine ? [mine, theirs] : [theirs, mine];
    const lost = answers.find((one) => one.kind === 'overtaken');
    expect(lost).toMatchObject({
      workflow: { version: 8, reviewThreshold: winner.reviewThreshold },
      by: {
        reason: winner.reason,
        before: { reviewThreshold: 0.85 },
        after: { reviewThreshold: winner.reviewThreshold },
      },
    });
    expect(await readHistory(desk)).toHaveLength(8);

    // A person who saves over another change has seen that change first.
    const loserDesk = isMine ? other : desk;
    // Changes of one millisecond have no order.
    await desk.world.sandbox.advance(1);
    expect(await save(loserDesk, { ...loser, version: 8 })).toMatchObject({ kind: 'saved' });
    const [last, before] = await readHistory(desk);
    expect(last).toMatchObject({
      reason: loser.reason,
      before: winner && { reviewThreshold: winner.reviewThreshold },
    });
    expect(before?.reason).toBe(winner.reason);
  });

  it('who save again and again: each acknowledged change is in the history, once, and in order', async () => {
    const desk = await aWorkflowDesk();
    const desks = [desk, await aWorkflowDesk({ beside: desk }), await aWorkflowDesk({ beside: desk })];
    const acknowledged = await Promise.all(
      desks.map(async (one, place) => {
        const reasons: string[] = [];
        let { version } = change;
        for (let round = 0; round < 8; round += 1) {
          const reason = `Round ${round} of console ${place}`;
          const intentKey = `intent-${place}-${round}-${version}`;
          const saved = await save(one, { version, reason, intentKey, reviewThreshold: 0.7 + place / 100 });
          if (saved.kind === 'saved') reasons.push(reason);
          else expect(saved.workflow.version).toBeGreaterThan(version);
          version = saved.workflow.version ?? 0;
        }
        return reasons;
      }),
    );
    const reasons = acknowledged.flat();
    expect(reasons.length).toBeGreaterThanOrEqual(8);
    const events = (await readHistory(desk)).slice(0, -7);
    expect(events).toHaveLength(reasons.length);
    expect(new Set(events.map(({ reason }) => reason))).toEqual(new Set(reasons));
    expect((await desk.read()).version).toBe(7 + reasons.length);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  });
});

describe('a save on an outdated version', patient, () => {
  it('fails, whoever changed it last', async () => {
    const desk = await aWorkflowDesk();
    for (const version of [6, 0, 99]) {
      expect(await save(desk, { version, intentKey: `intent-${version}-of-mine` })).toMatchObject({
        kind: 'overtaken',
        workflow: await desk.read(),
        by: { actor: 'user-hanna-brandt', after: { reviewThreshold: 0.85 } },
      });
    }
    expect(await readHistory(desk)).toHaveLength(7);
  });

  it('requires a version; an item without one is at 0', async () => {
    const desk = await aWorkflowDesk();
    const { version: _, ...without } = change;
    expect(await desk.call('workflows.saveThresholds', without as Change)).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(desk.asked).toEqual([]);
    const { tenantId, projectId, workflowId } = carrierInvoices;
    await desk.world.sandbox.aws.world.call('dynamodb', 'UpdateItem', {
      TableName: 'autowired-sandbox',
      Key: toItem(keyOf.workflow(tenantId, projectId, workflowId)),
      UpdateExpression: 'REMOVE version',
    });
    const read = await desk.read();
    expect([read.version, read.problems.length]).toEqual([null, 1]);
    expect(await save(desk, { version: 0 })).toMatchObject({ kind: 'saved', workflow: { version: 1 } });
  });
});
