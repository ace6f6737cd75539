import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { activityDaysKept } from '#shared/domain/activity-kinds.ts';
import { ulidAt } from '#shared/domain/id-forms.ts';
import type { PipelineParts } from '../parts.ts';
import { toItem, type Plain, type PlainItem } from '../plain-items.ts';
import type {
  Activity,
  BatchItem,
  DocumentItem,
  HistoryEvent,
  JudgedDecision,
  MessageFailure,
  WebhookDelivery,
  WorkflowItem,
} from './item-shapes.ts';
import {
  activityKeys,
  batchActivityKeys,
  handedOverKeys,
  keyOf,
  projectPartition,
  statusIndexKeys,
} from './keys.ts';

/** Ids stand in the keys alone; all else stands beside them, in camelCase. */
export function toStoredDocument(document: DocumentItem): PlainItem {
  const { tenantId, batchId, documentId, ...attributes } = document;
  return {
    ...keyOf.document(tenantId, batchId, documentId),
    ...statusIndexKeys({ tenantId, batchId }, document.status, document.statusSince ?? document.updatedAt),
    ...handedOverKeys(document),
    ...plain(attributes),
  };
}

export function toStoredBatch(batch: BatchItem): PlainItem {
  const { tenantId, projectId, batchId, ...attributes } = batch;
  return {
    ...keyOf.batch(tenantId, projectId, batchId),
    ...statusIndexKeys({ tenantId }, batch.status, batch.statusSince ?? batch.updatedAt),
    GSI3PK: batchId,
    GSI3SK: 'BATCH',
    ...plain(attributes),
  };
}

export function toStoredWorkflow(workflow: WorkflowItem): PlainItem {
  const { tenantId, projectId, workflowId, ...attributes } = workflow;
  return {
    ...keyOf.workflow(tenantId, projectId, workflowId),
    GSI1PK: projectPartition(tenantId, projectId),
    GSI1SK: workflow.updatedAt,
    ...plain(attributes),
  };
}

export function toStoredDocumentEvent(tenantId: string, documentId: string, event: HistoryEvent): PlainItem {
  return { ...keyOf.documentEvent(tenantId, documentId, event.eventId), ...eventAttributes(event) };
}

export function toStoredWorkflowEvent(tenantId: string, workflowId: string, event: HistoryEvent): PlainItem {
  return { ...keyOf.workflowEvent(tenantId, workflowId, event.eventId), ...eventAttributes(event) };
}

export function toStoredFailure({ messageId, ...attributes }: MessageFailure): PlainItem {
  return { ...keyOf.messageFailure(messageId), ...plain(attributes) };
}

export function toStoredDelivery({
  deliveryId,
  tenantId,
  batchId,
  ...attributes
}: WebhookDelivery): PlainItem {
  return { ...keyOf.delivery(tenantId, batchId, deliveryId), ...plain(attributes) };
}

/** It expires by its own time, and not by when it was told. */
export function toStoredActivity(activity: Activity, createdAt: string): PlainItem {
  return { ...activityKeys(activity), ...activityAttributes(activity, createdAt) };
}

/** An action by a job over many batches, for one of them. */
export function toStoredBatchActivity(
  activity: Activity & { readonly tenantId: string; readonly batchId: string },
  createdAt: string,
): PlainItem {
  return { ...batchActivityKeys(activity), ...activityAttributes(activity, createdAt) };
}

function activityAttributes(activity: Activity, createdAt: string): PlainItem {
  const { actionId: _id, at, tenantId: _tenant, ...attributes } = activity;
  return {
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ttl: Math.floor(Date.parse(at) / 1_000) + activityDaysKept * 86_400,
    day: at.slice(0, 10),
    ...attributes,
  };
}

/** A judgement of the same moment replaces the one before, so that one can be taken back. */
export function putJudged(parts: PipelineParts, judged: JudgedDecision): TransactWriteItem {
  const { tenantId, personId, at, documentId, ...attributes } = judged;
  const item = {
    ...keyOf.judgedDecision(tenantId, personId, at, documentId),
    version: 1,
    createdAt: at,
    updatedAt: at,
    ttl: Math.floor(Date.parse(at) / 1_000) + activityDaysKept * 86_400,
    ...attributes,
    isRight: attributes.wrong === 0,
  };
  return { Put: { TableName: parts.names.extraction.table, Item: toItem(item) } };
}

function eventAttributes({ eventId: _eventId, at, ...attributes }: HistoryEvent): PlainItem {
  return { version: 1, createdAt: at, updatedAt: at, ...plain(attributes) };
}

/** The shapes say more than JSON's: only plain data stands in them. */
function plain(attributes: object): Readonly<Record<string, Plain>> {
  return attributes as Readonly<Record<string, Plain>>;
}

export function putNew(parts: PipelineParts, item: PlainItem): TransactWriteItem {
  return {
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem(item),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
}

/** Replaces the item only where it still has this version. */
export function putOver(
  parts: PipelineParts,
  item: PlainItem,
  before: { readonly version?: number },
): TransactWriteItem {
  const { version } = before;
  return {
    Put: {
      TableName: parts.names.extraction.table,
      Item: toItem(item),
      ExpressionAttributeNames: { '#version': 'version' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      ...(version === undefined
        ? { ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#version)' }
        : {
            ConditionExpression: '#version = :version',
            ExpressionAttributeValues: toItem({ ':version': version }),
          }),
    },
  };
}

/** A line for a passport or a workflow's history, of now. */
export function createHistoryEvent(
  parts: PipelineParts,
  event: Omit<HistoryEvent, 'eventId' | 'at'>,
): HistoryEvent {
  const now = parts.now();
  return {
    eventId: ulidAt(now, () => parts.dice.unit()),
    at: new Date(now).toISOString(),
    ...event,
  };
}
