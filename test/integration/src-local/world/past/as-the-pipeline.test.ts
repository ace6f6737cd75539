import { paginateQuery } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Frame } from '#local/aws/sfn/interpreter/frame.ts';
import type { ExecutionRecord, HistoryRecord } from '#local/aws/sfn/records.ts';
import { executions, framesOf, historyOf } from '#local/aws/sfn/told-executions.ts';
import { documentsPartition, keyOf } from '#local/pipelines/extraction/items/keys.ts';
import { fromItem, toItem, type PlainItem } from '#local/pipelines/plain-items.ts';
import { batchAsKept } from '#local/pipelines/extraction/items/written-items.ts';
import { batchCourse, type BatchCourse } from '#local/world/past/course/batch-course.ts';
import { batchItem } from '#local/world/past/items/batch-item.ts';
import { batchValues } from '#local/world/past/items/batch-values.ts';
import { toldDocument } from '#local/world/past/items/told-document.ts';
import { toldPassport } from '#local/world/past/items/told-passport.ts';
import { runTraffic } from '#local/world/past/run-traffic.ts';
import { storiedBatch } from '#local/world/past/plan-of.ts';
import type { Story } from '#local/world/past/stories.ts';
import { tenants } from '#local/world/past/tenants.ts';
import { toldExecutions } from '#local/world/past/told-executions.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';
import { liveThrough } from './live-through.ts';

const { extractionFunctions: functions } = namesByConvention('sandbox');
const anchor = Date.UTC(2026, 10, 20, 18);
const facts = { seed: '7', anchor, account: '000000000000', region: 'local', endpoint: 'http://127.0.0.1' };
const machineArn = 'arn:aws:states:local:000000000000:stateMachine:autowire-batch-processing-sandbox';

function courseOf(workflowId: string, story: Partial<Story>): BatchCourse {
  const tenant = tenants.find(({ projects }) =>
    projects.some(({ workflows }) => workflows.some((one) => one.workflowId === workflowId)),
  );
  const workflow = tenant?.projects.flatMap(({ workflows }) => workflows).find((one) => one.workflowId === workflowId);
  if (!tenant || !workflow) throw new Error(`There is no workflow ${workflowId}`);
  const { tenantId } = tenant;
  const whole = { tenantId, workflowId, hoursAgo: 40, size: 12, defects: {}, ...story };
  return batchCourse(storiedBatch({ seed: '7', anchor, recipient: tenant.name, workflow }, whole, 900), anchor);
}

async function under({ parts }: RunningExtraction, PK: string): Promise<PlainItem[]> {
  const found: PlainItem[] = [];
  const pages = paginateQuery(
    { client: parts.clients.dynamodb },
    {
      TableName: parts.names.extraction.table,
      KeyConditionExpression: 'PK = :partition',
      ExpressionAttributeValues: toItem({ ':partition': PK }),
    },
  );
  for await (const { Items = [] } of pages) found.push(...Items.map(fromItem));
  return found;
}

describe('what is told of a batch', { timeout: 30_000 }, () => {
  it('is what the pipeline leaves of it', async () => {
    const course = courseOf('carrier-invoices', {
      size: 13,
      defects: {
        corrupt: 1,
        'unsupported language': 1,
        'schema mismatch': 1,
        guardrail: 1,
        illegible: 1,
        unsure: 6,
      },
      reviewed: [4, 0.05],
      leftClaimed: 1,
      reprocessed: [0.4, 0.8],
    });
    const running = await liveThrough(course);
    await expectItems(running, course);
    expectExecutions(running, course);
  });

  it('is what a run leaves that could not be finished', async () => {
    const course = courseOf('fuel-invoices', { size: 3, defects: { unsure: 1 }, execution: 'failed in finalise' });
    const running = await liveThrough(course, { refused: [functions.finaliseBatch] });
    await expectItems(running, course);
    expectExecutions(running, course);
  });

  it('is what a run leaves that has run out of time', async () => {
    const story = { size: 4, defects: { corrupt: 1 }, execution: 'timed out' } as const;
    const course = courseOf('returns-forms', story);
    const running = await liveThrough(course, { hanging: [functions.markDocumentFailed] });
    await expectItems(running, course);
    expectExecutions(running, course);
  });
});

async function expectItems(running: RunningExtraction, course: BatchCourse): Promise<void> {
  const { batch } = course;
  const { tenantId, projectId } = batch.workflow;
  const kept = await under(running, keyOf.batch(tenantId, projectId, '').PK);
  const told = batchAsKept(batchItem(course, machineArn));
  expect(kept.find(({ SK }) => SK === told['SK'])).toEqual(told);

  const values = batchValues(course);
  const documents = course.documents.map((document) => fromItem(toldDocument(course, document, values)));
  expect(await under(running, documentsPartition(tenantId, batch.batchId))).toEqual(documents);
  for (const document of course.documents) {
    const passport = toldPassport(course, document, values).map(fromItem);
    const { PK } = keyOf.documentEvent(tenantId, document.planned.documentId, '');
    expect((await under(running, PK)).map(withoutDice)).toEqual(passport.map(withoutDice));
  }
}

function expectExecutions({ aws }: RunningExtraction, course: BatchCourse): void {
  const { store } = aws.world;
  const kept = store.collection<ExecutionRecord>(executions);
  const messages = new Map(
    runTraffic([course]).map(({ batch: { batchId, workflow }, run, batchStatus: status, counts }) => [
      run,
      { tenantId: workflow.tenantId, batchId, run, status, counts, url: workflow.webhookUrl },
    ]),
  );
  const told = toldExecutions(facts, [course], (_, run) => {
    const message = messages.get(run);
    return message?.url === undefined ? undefined : { messageId: 'thrown', message };
  });
  const records = [...(told.get(executions)?.() ?? [])] as [string, ExecutionRecord][];
  expect(records).toHaveLength(course.runs.length);
  for (const [arn, record] of records) {
    expect(thrownLeftOut({ ...kept.get(arn), revision: '' })).toEqual(thrownLeftOut({ ...record, revision: '' }));
    const history = [...store.collection<HistoryRecord>(historyOf(arn)).entries()];
    expect(history.map(thrownLeftOut)).toEqual([...(told.get(historyOf(arn))?.() ?? [])].map(thrownLeftOut));
    // One that has failed stands somewhere; a Map begins again as a whole.
    const frames = [...store.collection<Frame>(framesOf(arn)).entries()].slice(0, 1);
    const standing = frames.map(([id, { children: _, ...frame }]) => [id, { ...frame, attempts: [], retryCount: 0 }]);
    expect(standing.map(thrownLeftOut)).toEqual([...(told.get(framesOf(arn))?.() ?? [])].map(thrownLeftOut));
  }
}

/** Ids of requests and messages, and how long that makes an answer. */
function thrownLeftOut(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      ['SdkHttpMetadata', 'SdkResponseMetadata', 'MessageId'].includes(name) ? undefined : member,
    ).replaceAll(/Request ID: [\w-]+/g, ''),
  );
}

/** Ids of events and requests are thrown; of an event's the time stays. */
function withoutDice({ SK, requestId, ...rest }: PlainItem): PlainItem {
  return { SK: String(SK).slice(0, 'EVENT#'.length + 10), isAsked: requestId !== undefined, ...rest };
}
