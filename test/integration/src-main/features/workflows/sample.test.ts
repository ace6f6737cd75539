import { describe, expect, it } from 'vitest';
import { keyText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { statusByScore } from '#shared/domain/statuses.ts';
import { rateTrust } from '#shared/domain/thresholds/escaped-errors.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { batchRow } from '#main/rows/batch-rows.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';
import { aWorkflowDesk, carrierInvoices, type WorkflowDesk } from './a-workflow-desk.ts';

const patient = { timeout: 120_000 };
const aDay = 86_400_000;
const ofKestrel = { tenantId: 'kestrel', projectId: 'quality', workflowId: 'inspection-forms' };
const goodsIn = { ...carrierInvoices, projectId: 'warehouse', workflowId: 'goods-in-notes' };
const fuel = { ...carrierInvoices, workflowId: 'fuel-invoices' };

async function readSample(desk: WorkflowDesk, most: number, key: WorkflowKey = carrierInvoices) {
  return valueOf(await desk.call('workflows.sample', { ...key, most }));
}

/** Reads the documents from the tables directly, beside the console. */
async function everyDocument(desk: WorkflowDesk, { tenantId, projectId, workflowId }: WorkflowKey) {
  const { reader } = desk.doors();
  const items = valueOf(await reader.run('extraction.batchesOfProject', { tenantId, projectId })).items;
  const found: { item: StoredItem; batch: ReturnType<typeof batchRow> }[] = [];
  for (const batch of items.map(batchRow).filter((one) => one.workflowId === workflowId)) {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const asked = { tenantId, batchId: batch.batchId };
      const page = valueOf(await reader.run('extraction.documentsOfBatch', asked, { cursor }));
      found.push(...page.items.map((item) => ({ item, batch })));
      cursor = page.cursor;
    }
  }
  return found;
}

describe('a sample', patient, () => {
  it('has every document of thirty days with where its score had put it, and what people found', async () => {
    const desk = await aWorkflowDesk();
    const sample = await readSample(desk, 10_000);
    const all = await everyDocument(desk, carrierInvoices);
    expect(sample.read).toBe(all.length);
    const scored = all.flatMap(({ item, batch }) => {
      const score = Number(keyText(item.attributes, 'score') ?? Number.NaN);
      const { confidenceThreshold, reviewThreshold } = batch;
      if (Number.isNaN(score) || confidenceThreshold === null || reviewThreshold === null) return [];
      return [`${score} ${statusByScore(score, { confidenceThreshold, reviewThreshold })}`];
    });
    expect(sample.documents.map(({ score, put }) => `${score} ${put}`).toSorted()).toEqual(scored.toSorted());
    // The review threshold has changed once, and each batch carries the one of its day.
    expect(new Set(all.map(({ batch }) => batch.reviewThreshold))).toEqual(new Set([0.9, 0.85]));

    const status = (name: string) => all.filter(({ item }) => keyText(item.attributes, 'status') === name);
    expect(sample.failedOtherwise).toBe(status('FAILED').length);
    expect(sample.withoutScore).toBe(all.length - scored.length);
    const unusable = sample.documents.filter(({ judged }) => judged === 'unusable');
    expect(unusable).toHaveLength(status('REJECTED').length);
    const checked = all.filter(({ item }) => keyText(item.attributes, 'checkedBy') !== undefined);
    expect(sample.documents.filter(({ wasChecked }) => wasChecked)).toHaveLength(checked.length);
    expect(sample).toMatchObject({ endedBy: 'all', days: 30, batches: 7, usage: { documents: all.length } });
  });

  it('reads no more than requested, the newest first, and shows its cost', async () => {
    const desk = await aWorkflowDesk();
    for (const most of [50, 137, 600]) {
      desk.sent();
      const before = desk.receipts.length;
      const sample = await readSample(desk, most);
      expect(sample).toMatchObject({ read: most, endedBy: 'most' });
      const sent = desk.sent();
      const limits = sent.flatMap(({ input }) => {
        const values = JSON.stringify(input['ExpressionAttributeValues'] ?? {});
        return values.includes('DOCUMENT#"') && values.includes('#BATCH#') ? [Number(input['Limit'])] : [];
      });
      expect(limits.length).toBeGreaterThan(0);
      expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeGreaterThanOrEqual(most);
      expect(Math.max(...limits)).toBeLessThanOrEqual(Math.min(most, 100));
      expect(sent.every(({ operation }) => operation === 'Query' || operation === 'GetItem')).toBe(true);

      expect(desk.receipts).toHaveLength(before + 1);
      const bill = desk.receipts.at(-1);
      expect(bill).toMatchObject({ pattern: 'extraction.documentsOfBatch', pages: sent.length });
      expect(bill?.rru).toBeGreaterThan(most * 0.1);
      expect(bill?.rru).toBeLessThan(most * 0.6 + 60);
    }
    const [few, many] = [await readSample(desk, 50), await readSample(desk, 600)];
    expect(few.to).toBe(many.to);
    expect(many.documents.slice(0, few.documents.length)).toEqual(few.documents);
    expect(few.intake).toEqual(many.intake);
  });

  it('reads nothing older than thirty days', async () => {
    const ahead = 15 * aDay;
    const desk = await aWorkflowDesk({ ahead });
    const all = await everyDocument(desk, fuel);
    const sample = await readSample(desk, 10_000, fuel);
    const since = desk.world.clock.now() + ahead - 30 * aDay;
    const young = all.filter(({ batch }) => Date.parse(batch.createdAt ?? '') >= since);
    expect(young.length).toBeLessThan(all.length);
    expect(sample).toMatchObject({ read: young.length, batches: 2, endedBy: 'days' });
    expect(sample.intake).toEqual({ documents: young.length, days: 30, isAtLeast: false });
    expect(Date.parse(sample.from ?? '')).toBeGreaterThanOrEqual(since);
  });

  it('does not count a decision before its hold is over', async () => {
    const desk = await aWorkflowDesk();
    const one = (await everyDocument(desk, fuel)).find(
      ({ item }) =>
        keyText(item.attributes, 'status') === 'REVIEW_REQUIRED' &&
        keyText(item.attributes, 'claimedBy') === undefined,
    );
    if (one === undefined) throw new Error('Nothing waits');
    const { tenantId, batchId } = one.batch;
    const documentId = (keyText(one.item.key, 'SK') ?? '').replace('DOCUMENT#', '');
    const count = ({ documents }: Awaited<ReturnType<typeof readSample>>) =>
      documents.filter(({ judged }) => judged === 'unusable').length;
    const before = count(await readSample(desk, 10_000, fuel));
    const decided = await desk.doors().pipeline.call('reviewDocument', {
      personId: 'reviewer',
      params: { tenantId, batchId, documentId },
      body: { decision: 'reject', corrections: [], reason: 'Not one of ours.' },
      idempotencyKey: 'a-decision-of-teo',
      ifMatch: Number(keyText(one.item.attributes, 'version')),
    });
    expect(decided.kind).toBe('answered');
    expect(count(await readSample(desk, 10_000, fuel))).toBe(before);
    await desk.world.clock.advance(11_000);
    expect(count(await readSample(desk, 10_000, fuel))).toBe(before + 1);
  });

  it('keeps every value in the main process', async () => {
    const desk = await aWorkflowDesk();
    const answer = JSON.stringify(await readSample(desk, 10_000, goodsIn));
    const values = (await everyDocument(desk, goodsIn)).flatMap(({ item }) => [
      ...textsIn(item.attributes['fields']),
      ...textsIn(item.attributes['found']),
      ...textsIn(item.attributes['undo']),
      keyText(item.attributes, 'fileName') ?? '',
    ]);
    const telling = values.filter((value) => value.length > 6 && !/^\d{4}-\d\d-\d\d/.test(value));
    expect(telling.length).toBeGreaterThan(4_000);
    expect([...new Set(telling)].filter((value) => answer.includes(value)).toSorted()).toEqual([
      // These are the names of the reader and the model, and the status that undoing a review would restore, not
      // values of the document.
      'REVIEW_REQUIRED',
      'claudeHaiku45.regional',
      'textract',
    ]);
  });

  it('shows what comes in, how long a review takes and what is running', async () => {
    const desk = await aWorkflowDesk();
    const sample = await readSample(desk, 1_200);
    expect(sample.intake).toMatchObject({ documents: 1_932, isAtLeast: false });
    expect(sample.intake.days).toBeGreaterThan(29);
    expect(sample.reviewSeconds).toMatchObject({ n: 25 });
    expect(sample.reviewSeconds?.median).toBeGreaterThan(9);
    expect(sample.reviewSeconds?.median).toBeLessThan(60);
    expect(sample.running).toEqual({ batches: [], isAtLeast: false });

    const submitted = await desk.doors().pipeline.call('submitBatch', {
      personId: 'reviewer',
      body: { ...carrierInvoices, documents: [{ fileName: 'a.pdf' }, { fileName: 'b.pdf' }] },
      idempotencyKey: 'a-batch-of-teo',
    });
    if (submitted.kind !== 'answered') throw new Error(submitted.kind);
    expect((await readSample(desk, 50)).running.batches).toEqual([
      {
        batchId: submitted.value.batch.batchId,
        projectId: 'freight-invoices',
        documentCount: 2,
        confidenceThreshold: 0.56,
        reviewThreshold: 0.85,
      },
    ]);
    // None of the batch has ended, so it is not opened. It does not belong to any other workflow.
    expect((await readSample(desk, 50)).to).toBe(sample.to);
    expect((await readSample(desk, 50, fuel)).running.batches).toEqual([]);
  });

  it('ranks errors in one workflow, does not in another, and is too small to say in a third', async () => {
    const desk = await aWorkflowDesk();
    const trusted = async (key: WorkflowKey) => rateTrust((await readSample(desk, 10_000, key)).documents);
    expect(await trusted(carrierInvoices)).toMatchObject({ verdict: 'ranks', judged: 226 });
    expect(await trusted(ofKestrel)).toMatchObject({ verdict: 'does not rank', judged: 33 });
    expect(await trusted(fuel)).toMatchObject({ verdict: 'too few', judged: 19 });
  });
});

describe('the sample of an odd tenant', patient, () => {
  it('describes whatever is there', async () => {
    const desk = await aWorkflowDesk();
    const ofQuill = (projectId: string, workflowId: string) =>
      readSample(desk, 500, { tenantId: 'quill', projectId, workflowId });
    expect(await ofQuill('archive', 'unused')).toMatchObject({ read: 0, from: null, to: null, batches: 0 });
    expect(await ofQuill('archive', 'archive')).toMatchObject({ read: 500, endedBy: 'most' });
    expect(await ofQuill('odds-and-ends', 'letters')).toMatchObject({ batches: 200, reviewSeconds: null });
    const doubts = await ofQuill('odds-and-ends', 'doubts');
    expect(new Set(doubts.documents.map(({ put }) => put))).toEqual(new Set(['REVIEW_REQUIRED']));
  });
});

describe('a sample that cannot be read', patient, () => {
  it('belongs to no workflow, or to a tenant that this person may not see', async () => {
    const desk = await aWorkflowDesk();
    const nowhere = { ...carrierInvoices, workflowId: 'nowhere', most: 100 };
    expect(await desk.call('workflows.sample', nowhere)).toMatchObject({ failure: { code: 'not-found' } });
    desk.sent();
    desk.be({ who: buildPerson('northwind') });
    for (const answer of [
      await desk.call('workflows.sample', { ...ofKestrel, most: 100 }),
      await desk.call('workflows.read', ofKestrel),
      await desk.call('workflows.history', ofKestrel),
    ]) {
      expect(answer).toMatchObject({ failure: { code: 'tenant-out-of-scope', tenantId: 'kestrel' } });
    }
    expect(desk.sent()).toEqual([]);
    expect((await readSample(desk, 50)).read).toBe(50);
  });

  it('is shown even if passports cannot be read: how long a review takes is then unknown', async () => {
    const desk = await aWorkflowDesk();
    const whole = await readSample(desk, 1_200);
    await desk.fail([{ kind: 'throttle', mentions: 'EVENT#' }]);
    const sample = await readSample(desk, 1_200);
    expect(whole.reviewSeconds).not.toBeNull();
    expect(sample).toMatchObject({ reviewSeconds: null, documents: whole.documents });
  });

  it('was paid for as far as it was read', async () => {
    const desk = await aWorkflowDesk();
    await desk.fail([{ kind: 'throttle', mentions: 'DOCUMENT#' }]);
    const answer = await desk.call('workflows.sample', { ...carrierInvoices, most: 100 });
    expect(answer).toMatchObject({ failure: { code: 'throttled' } });
    expect(desk.receipts).toHaveLength(1);
    expect(desk.receipts[0]?.rru).toBeGreaterThan(1);
  });

  it('is refused if it exceeds what can be read', async () => {
    const desk = await aWorkflowDesk();
    for (const most of [49, 10_001, 60.5]) {
      const answer = await desk.call('workflows.sample', { ...carrierInvoices, most });
      expect(answer).toMatchObject({ failure: { code: 'invalid-input' } });
    }
    expect(desk.sent()).toEqual([]);
  });
});

function textsIn(value: AttributeValue | undefined): string[] {
  if (value === undefined) return [];
  if ('S' in value) return [value.S];
  if ('L' in value) return value.L.flatMap(textsIn);
  return 'M' in value ? Object.values(value.M).flatMap(textsIn) : [];
}
