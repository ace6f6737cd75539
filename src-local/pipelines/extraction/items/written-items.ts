import type { Plain, PlainItem } from '../../plain-items.ts';
import type {
  BatchItem,
  DocumentItem,
  HistoryEvent,
  MessageFailure,
  WebhookDelivery,
  WorkflowItem,
} from '../item-shapes.ts';
import { keyOf, projectPartition, statusIndexKeys } from './keys.ts';

/** Ids stand in the keys alone; all else stands beside them, in camelCase. */
export function documentAsKept(document: DocumentItem): PlainItem {
  const { tenantId, batchId, documentId, ...attributes } = document;
  return {
    ...keyOf.document(tenantId, batchId, documentId),
    ...statusIndexKeys({ tenantId, batchId }, document.status, document.statusSince ?? document.updatedAt),
    ...plain(attributes),
  };
}

export function batchAsKept(batch: BatchItem): PlainItem {
  const { tenantId, projectId, batchId, ...attributes } = batch;
  return {
    ...keyOf.batch(tenantId, projectId, batchId),
    ...statusIndexKeys({ tenantId }, batch.status, batch.statusSince ?? batch.updatedAt),
    GSI3PK: batchId,
    GSI3SK: 'BATCH',
    ...plain(attributes),
  };
}

export function workflowAsKept(workflow: WorkflowItem): PlainItem {
  const { tenantId, projectId, workflowId, ...attributes } = workflow;
  return {
    ...keyOf.workflow(tenantId, projectId, workflowId),
    GSI1PK: projectPartition(tenantId, projectId),
    GSI1SK: workflow.updatedAt,
    ...plain(attributes),
  };
}

export function documentEventAsKept(tenantId: string, documentId: string, event: HistoryEvent): PlainItem {
  return { ...keyOf.documentEvent(tenantId, documentId, event.eventId), ...eventAttributes(event) };
}

export function workflowEventAsKept(tenantId: string, workflowId: string, event: HistoryEvent): PlainItem {
  return { ...keyOf.workflowEvent(tenantId, workflowId, event.eventId), ...eventAttributes(event) };
}

export function messageFailureAsKept({ messageId, ...attributes }: MessageFailure): PlainItem {
  return { ...keyOf.messageFailure(messageId), ...plain(attributes) };
}

export function deliveryAsKept({ deliveryId, tenantId, batchId, ...attributes }: WebhookDelivery): PlainItem {
  return { ...keyOf.delivery(tenantId, batchId, deliveryId), ...plain(attributes) };
}

function eventAttributes({ eventId: _eventId, at, ...attributes }: HistoryEvent): PlainItem {
  return { version: 1, createdAt: at, updatedAt: at, ...plain(attributes) };
}

/** The shapes say more than JSON's: only plain data stands in them. */
function plain(attributes: object): Readonly<Record<string, Plain>> {
  return attributes as Readonly<Record<string, Plain>>;
}
