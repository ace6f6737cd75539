import type { AttributeValue } from '../../../aws/dynamodb/values/attribute-value.ts';
import { documentStatuses, type DocumentStatus } from '#shared/domain/document-status.ts';
import { pipelineActor } from '../../../pipelines/extraction/stored-items.ts';
import { documentsPartition } from '../../../pipelines/extraction/keys.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import { isoTime } from './iso-time.ts';

/** What thousands of items of a batch have in common, made once. Values are never changed in place; items are replaced. */
export interface BatchValues {
  readonly partition: AttributeValue;
  readonly batchId: AttributeValue;
  readonly createdAt: AttributeValue;
  readonly actor: AttributeValue;
  readonly one: AttributeValue;
  readonly verify: AttributeValue;
  readonly ingested: AttributeValue;
  readonly processed: AttributeValue;
  readonly inWork: AttributeValue;
  readonly status: Readonly<Record<DocumentStatus, AttributeValue>>;
}

export function batchValues({ batch }: BatchCourse): BatchValues {
  const { batchId } = batch;
  const status = Object.fromEntries(documentStatuses.map((one) => [one, { S: one }])) as Record<
    DocumentStatus,
    AttributeValue
  >;
  return {
    partition: { S: documentsPartition(batch.workflow.tenantId, batchId) },
    batchId: { S: batchId },
    createdAt: { S: isoTime(batch.submittedAt) },
    actor: { S: pipelineActor },
    one: { N: '1' },
    verify: { S: 'verify' },
    ingested: { S: 'ingested' },
    processed: { S: 'processed' },
    inWork: { M: { status: status.PROCESSING } },
    status,
  };
}
