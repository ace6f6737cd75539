/** Keys of the extraction table (domain, section 1.1). */
export const keyOf = {
  directory: (tenantId: string) => ({ PK: 'DIRECTORY#TENANTS', SK: `TENANT#${tenantId}` }),
  /** Lists a workflow among those of all tenants that have an objective. */
  objective: (tenantId: string, projectId: string, workflowId: string) => ({
    PK: 'DIRECTORY#OBJECTIVES',
    SK: `TENANT#${tenantId}#PROJECT#${projectId}#WORKFLOW#${workflowId}`,
  }),
  tenant: (tenantId: string) => ({ PK: `TENANT#${tenantId}`, SK: 'METADATA' }),
  user: (userId: string) => ({ PK: `USER#${userId}`, SK: 'PROFILE' }),
  userInTenant: (tenantId: string, userId: string) => ({ PK: `TENANT#${tenantId}`, SK: `USER#${userId}` }),
  project: (tenantId: string, projectId: string) => ({
    PK: `TENANT#${tenantId}`,
    SK: `PROJECT#${projectId}`,
  }),
  workflow: (tenantId: string, projectId: string, workflowId: string) => ({
    PK: projectPartition(tenantId, projectId),
    SK: `WORKFLOW#${workflowId}`,
  }),
  batch: (tenantId: string, projectId: string, batchId: string) => ({
    PK: projectPartition(tenantId, projectId),
    SK: `BATCH#${batchId}`,
  }),
  document: (tenantId: string, batchId: string, documentId: string) => ({
    PK: documentsPartition(tenantId, batchId),
    SK: `DOCUMENT#${documentId}`,
  }),
  delivery: (tenantId: string, batchId: string, deliveryId: string) => ({
    PK: documentsPartition(tenantId, batchId),
    SK: `DELIVERY#${deliveryId}`,
  }),
  documentEvent: (tenantId: string, documentId: string, eventId: string) => ({
    PK: `TENANT#${tenantId}#DOCUMENT#${documentId}`,
    SK: `EVENT#${eventId}`,
  }),
  workflowEvent: (tenantId: string, workflowId: string, eventId: string) => ({
    PK: `TENANT#${tenantId}#WORKFLOW#${workflowId}`,
    SK: `EVENT#${eventId}`,
  }),
  /** A cause of failures that was ever seen, over all tenants. */
  knownCause: (fingerprint: string) => ({ PK: 'CAUSES#KNOWN', SK: `CAUSE#${fingerprint}` }),
  /** A memory may be of a cause that no document failed for. */
  causeMemory: (fingerprint: string) => ({ PK: `CAUSE#${fingerprint}`, SK: 'MEMORY' }),
  supplier: (tenantId: string, supplierId: string) => ({
    PK: `TENANT#${tenantId}#SUPPLIERS`,
    SK: `SUPPLIER#${supplierId}`,
  }),
  purchaseOrder: (tenantId: string, orderKey: string) => ({
    PK: `TENANT#${tenantId}#ORDERS`,
    SK: `ORDER#${orderKey}`,
  }),
  listEvent: (tenantId: string, eventId: string) => ({
    PK: `TENANT#${tenantId}#LISTS`,
    SK: `EVENT#${eventId}`,
  }),
  acceptedInvoice: (tenantId: string, invoice: string, place: string) => ({
    PK: `TENANT#${tenantId}#INVOICE#${invoice}`,
    SK: `ACCEPTED#${place}`,
  }),
  judgedDecision: (tenantId: string, personId: string, at: string, documentId: string) => ({
    PK: `TENANT#${tenantId}#JUDGED`,
    SK: `${personId}#${at}#${documentId}`,
  }),
  /** Counts of what reviewers corrected, by workflow and day. */
  correctionsOfDay: (tenantId: string, workflowId: string, day: string) => ({
    PK: `TENANT#${tenantId}#CORRECTIONS`,
    SK: `CORRECTIONS#${workflowId}#${day}`,
  }),
  correctedDocument: (tenantId: string, workflowId: string, at: string, documentId: string) => ({
    PK: `TENANT#${tenantId}#CORRECTED#${workflowId}`,
    SK: `${at}#${documentId}`,
  }),
  batchWork: (tenantId: string, batchId: string) => ({
    PK: documentsPartition(tenantId, batchId),
    SK: 'WORK',
  }),
  messageFailure: (messageId: string) => ({ PK: `MESSAGE#${messageId}`, SK: 'FAILURE' }),
  /** A tenant's budget, or that of one of its workflows, beside what was spent. */
  budget: (of: { readonly tenantId: string; readonly projectId?: string; readonly workflowId?: string }) => ({
    PK: `TENANT#${of.tenantId}#SPEND`,
    SK: of.projectId === undefined ? 'BY#BUDGET' : `BY#BUDGET#${of.projectId}#${of.workflowId}`,
  }),
  /** The caller is part of the key because two callers may use the same idempotency key. */
  rememberedRequest: (caller: string, idempotencyKey: string) => ({
    PK: `CALLER#${caller}`,
    SK: `REQUEST#${idempotencyKey}`,
  }),
  /** One for each place of a chain, in its order. */
  auditHead: (caller: string, chain: string, sequence: number) => ({
    PK: `CALLER#${caller}`,
    SK: `${buildAuditHeadPrefix(chain)}${String(sequence).padStart(16, '0')}`,
  }),
} as const;

/** Where an action is kept: by its tenant if it is about one, and by its day, batch or cause, and person. */
export function activityKeys(of: {
  readonly at: string;
  readonly actionId: string;
  readonly personId: string;
  readonly tenantId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly cause?: string | undefined;
}): Readonly<Record<string, string>> {
  const { at, actionId, personId, tenantId, batchId, cause } = of;
  const day = `ACTIVITY#${at.slice(0, 10)}`;
  const about =
    tenantId !== undefined && batchId !== undefined
      ? `${documentsPartition(tenantId, batchId)}#ACTIVITY`
      : tenantId === undefined && cause !== undefined
        ? `CAUSE#${cause}#ACTIVITY`
        : undefined;
  return {
    PK: tenantId === undefined ? day : `TENANT#${tenantId}#ACTIVITY`,
    SK: `${at}#${actionId}`,
    GSI1PK: day,
    GSI1SK: at,
    ...(about !== undefined && { GSI2PK: about, GSI2SK: at }),
    GSI3PK: `PERSON#${personId}#ACTIVITY`,
    GSI3SK: at,
  };
}

/** Where an action by a job over many batches is kept for one of them. */
export function batchActivityKeys({
  tenantId,
  batchId,
  at,
  actionId,
}: {
  readonly tenantId: string;
  readonly batchId: string;
  readonly at: string;
  readonly actionId: string;
}): Readonly<Record<string, string>> {
  const partition = documentsPartition(tenantId, batchId);
  return { PK: partition, SK: `ACTIVITY#${at}#${actionId}`, GSI2PK: `${partition}#ACTIVITY`, GSI2SK: at };
}

/** Lists a batch among those that people work on; none while no person does. */
export function workIndexKeys(
  tenantId: string,
  workedOnSince: string | undefined,
): Readonly<Record<string, string>> {
  if (workedOnSince === undefined) return {};
  return { GSI1PK: `TENANT#${tenantId}#WORK`, GSI1SK: workedOnSince };
}

export function buildAuditHeadPrefix(chain: string): string {
  return `AUDIT#${chain}#`;
}

export function projectPartition(tenantId: string, projectId: string): string {
  return `TENANT#${tenantId}#PROJECT#${projectId}`;
}

export function documentsPartition(tenantId: string, batchId: string): string {
  return `TENANT#${tenantId}#BATCH#${batchId}`;
}

/** The index is sparse: only items that are in work or need attention have its keys. */
export function statusIndexKeys(
  of: { readonly tenantId: string; readonly batchId?: string },
  status: string,
  since: string,
): Readonly<Partial<Record<'GSI2PK' | 'GSI2SK', string>>> {
  if (status !== 'PROCESSING' && status !== 'FAILED' && status !== 'REVIEW_REQUIRED') return {};
  const owner =
    of.batchId === undefined ? `TENANT#${of.tenantId}` : documentsPartition(of.tenantId, of.batchId);
  return { GSI2PK: `${owner}#STATUS#${status}`, GSI2SK: since };
}

/** A document that waits for review and was handed to a person is found by that person. */
export function handedOverKeys(of: {
  readonly status: string;
  readonly assignedTo?: string | undefined;
  readonly assignedAt?: string | undefined;
}): Readonly<Partial<Record<'GSI1PK' | 'GSI1SK', string>>> {
  const { status, assignedTo, assignedAt } = of;
  if (status !== 'REVIEW_REQUIRED' || assignedTo === undefined || assignedAt === undefined) return {};
  return { GSI1PK: handedOverPartition(assignedTo), GSI1SK: assignedAt };
}

export function handedOverPartition(personId: string): string {
  return `PERSON#${personId}#REVIEW`;
}

/** A file has to be uploaded under this key, so that ingestion finds its document. */
export function buildObjectKey(document: {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
  readonly fileName: string;
}): string {
  return `documents/${document.tenantId}/${document.batchId}/${document.documentId}/${document.fileName}`;
}
