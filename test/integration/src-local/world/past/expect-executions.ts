import { expect } from 'vitest';
import type { Frame } from '#local/aws/sfn/interpreter/frame.ts';
import {
  executions,
  nameFramesCollection,
  nameHistoryCollection,
  type ExecutionRecord,
  type HistoryRecord,
} from '#local/aws/sfn/execution-records.ts';
import type { PastFacts } from '#local/journal/told.ts';
import type { BatchCourse } from '#local/world/past/batch-course.ts';
import { planFleet } from '#local/world/past/fleet.ts';
import { listRunTraffic } from '#local/world/past/weeks.ts';
import { tellExecutions } from '#local/world/past/executions.ts';
import type { RunningExtraction } from '#test/builders/run-extraction.ts';

/** Expects Step Functions to have recorded, event by event, the generated history of the runs. */
export function expectExecutions({ aws }: RunningExtraction, course: BatchCourse, facts: PastFacts): void {
  const { store } = aws.world;
  const kept = store.collection<ExecutionRecord>(executions);
  const messages = new Map(
    listRunTraffic([course]).map(({ batch: { batchId, workflow }, run, batchStatus: status, counts }) => [
      run,
      { tenantId: workflow.tenantId, batchId, run, status, counts, url: workflow.webhookUrl },
    ]),
  );
  const courses = { batches: [course.batch], all: () => [course], of: () => course };
  const told = tellExecutions(facts, courses, planFleet({ ...facts, tenants: 4 }), (_, run) => {
    const message = messages.get(run);
    return message?.url === undefined ? undefined : { messageId: 'thrown', message };
  });
  const records = [...(told.get(executions)?.() ?? [])] as [string, ExecutionRecord][];
  expect(records).toHaveLength(course.runs.length);
  for (const [arn, record] of records) {
    expect(thrownLeftOut({ ...kept.get(arn), revision: '' })).toEqual(
      thrownLeftOut({ ...record, revision: '' }),
    );
    const history = [...store.collection<HistoryRecord>(nameHistoryCollection(arn)).entries()];
    expect(history.map(thrownLeftOut)).toEqual(
      [...(told.get(nameHistoryCollection(arn))?.() ?? [])].map(thrownLeftOut),
    );
    // A failed execution keeps its frame, and a Map starts again as a whole.
    const frames = [...store.collection<Frame>(nameFramesCollection(arn)).entries()].slice(0, 1);
    const standing = frames.map(([id, frame]) => [
      id,
      { ...frame, children: undefined, attempts: [], retryCount: 0 },
    ]);
    expect(standing.map(thrownLeftOut)).toEqual(
      [...(told.get(nameFramesCollection(arn))?.() ?? [])].map(thrownLeftOut),
    );
  }
}

/** Leaves out the random ids of requests and messages, and the lengths that depend on them. */
function thrownLeftOut(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      ['SdkHttpMetadata', 'SdkResponseMetadata', 'MessageId'].includes(name) ? undefined : member,
    ).replaceAll(/Request ID: [\w-]+/g, ''),
  );
}
