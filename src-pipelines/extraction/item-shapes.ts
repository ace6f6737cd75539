import type { CauseOfBatch, FailuresInHour } from '#shared/domain/attention.ts';
import type { Finding, Weights } from '#shared/contract/review-rules.ts';
import type { Objective } from '#shared/domain/objective.ts';
import type { CountedDecision } from '#shared/domain/review/correction-counts.ts';
import type { FilingKind, Pages } from '#shared/domain/review/filing.ts';
import type { Priority } from '#shared/domain/review/review-order.ts';
import type { BatchStatus, DocumentStatus, RunStatus } from '#shared/domain/statuses.ts';
import type { EarlierCause } from '#shared/pricing/detailed-spend.ts';
import type { Box, Check, ModelUsage, ReadField, ReadLine, Stage, TextractUsage } from './readers.ts';

interface Common {
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Keys apart, what the items of the table hold. Written by `items/*.ts` only, so that each has its keys right. */
export interface DocumentItem extends Common {
  readonly tenantId: string;
  readonly batchId: string;
  readonly documentId: string;
  readonly status: DocumentStatus;
  /** Its place in the status index: a claim must not send a document to the end of the queue. */
  readonly statusSince?: string;
  readonly fileName: string;
  readonly objectKey: string;
  /** The batch's run that processes or has processed the document. */
  readonly run: number;
  /** The time at which its file arrived; absent before. */
  readonly receivedAt?: string;
  readonly score?: number;
  /** The last stage it reached, or the one that failed. */
  readonly stage?: Stage;
  readonly error?: DocumentError;
  readonly fields?: Readonly<Record<string, ReadField>>;
  readonly lineItems?: readonly ReadLine[];
  readonly checks?: readonly Check[];
  /** The place of results that are too large for an item. */
  readonly resultsAt?: { readonly bucket: string; readonly key: string; readonly bytes: number };
  readonly usage?: DocumentUsage;
  /** By the number of an earlier run, as text, so that what a run consumed is known after a reprocess. */
  readonly earlierUsage?: Readonly<Record<string, DocumentUsage>>;
  /** Why it failed in those of them in which it did, so that the cost of a cause is known after a reprocess. */
  readonly earlierCauses?: Readonly<Record<string, EarlierCause>>;
  readonly claimedBy?: string;
  readonly claimExpiresAt?: string;
  readonly reviewedBy?: string;
  readonly reviewedAt?: string;
  readonly decision?: 'approve' | 'reject';
  /** The reviewer may undo the decision until then; `undo` holds the state before it. */
  readonly holdUntil?: string;
  readonly undo?: Undo;
  /** The person it was handed to. This is a hint: others may still take it. */
  readonly assignedTo?: string;
  readonly assignedBy?: string;
  readonly assignedNote?: string;
  readonly assignedAt?: string;
  /** Under four eyes, the opinions so far: one that the second person must not see, or two that differ. */
  readonly opinions?: readonly Opinion[];
  /** The places where two opinions differ, "decision" among them. */
  readonly differs?: readonly string[];
  /** The person who checked an automatically accepted document; `found` holds the values they expected, by place. */
  readonly checkedBy?: string;
  readonly checkedAt?: string;
  readonly found?: Readonly<Record<string, string>>;
  /** The rules that the document broke when it was approved. It names no values. */
  readonly findings?: readonly StoredFinding[];
  /** Where the document is kept under its supplier and number while it is accepted. */
  readonly keptAs?: string;
  /** Present where its pages were filed as new documents, which the rejected document then only points to. */
  readonly filed?: Filed;
  /** Present where its file was made of the pages of other documents: these, in the order of its pages. */
  readonly madeOf?: readonly SourcePart[];
  /** In epoch seconds. The item expires unless its batch is created. */
  readonly ttl?: number;
}

/** Says where the pages of a closed document are now. */
export interface Filed {
  readonly kind: FilingKind;
  readonly into: readonly (FiledPlace & { readonly fileName: string; readonly pages?: Pages })[];
}

interface FiledPlace {
  readonly projectId: string;
  readonly workflowId: string;
  readonly batchId: string;
  readonly documentId: string;
}

/** A document that a new one was made of, or some of its pages. `key` is where its file was. */
export interface SourcePart extends FiledPlace {
  readonly kind: FilingKind;
  readonly key: string;
  readonly fileName: string;
  readonly pages?: Pages;
}

export type StoredFinding = Omit<Finding, 'says'>;

/** The state before a decision, with only those fields and lines that the decision changed. */
export interface Undo extends Pick<
  DocumentItem,
  | 'statusSince'
  | 'opinions'
  | 'differs'
  | 'holdUntil'
  | 'assignedTo'
  | 'assignedBy'
  | 'assignedNote'
  | 'assignedAt'
> {
  readonly status: DocumentStatus;
  /** Null: it was not there. */
  readonly fields?: Readonly<Record<string, ReadField | null>>;
  /** The lines by their index, as text. */
  readonly lines?: Readonly<Record<string, ReadLine>>;
  /** All lines, where the decision has arranged them differently. */
  readonly lineItems?: readonly ReadLine[];
  /** The decision as it was counted, so that exactly this is taken back. */
  readonly counted?: CountedDecision;
  /** The place of all results, where the lines before would be too large for an item. */
  readonly resultsAt?: NonNullable<DocumentItem['resultsAt']>;
}

export interface Opinion {
  readonly by: string;
  readonly at: string;
  readonly decision: 'approve' | 'reject';
  readonly corrections: readonly Correction[];
  readonly reason?: string;
}

/** `field` is "total", "lineItems.2.amount", or "lineItems" for all lines. */
export type Correction =
  | {
      readonly field: string;
      readonly value: string;
      /** The place on the page that it was taken from. */
      readonly takenFrom?: { readonly page: number; readonly box: Box } | undefined;
    }
  | { readonly field: string; readonly unreadable: true }
  | { readonly field: string; readonly absent: true }
  | { readonly field: 'lineItems'; readonly lines: readonly EditedLine[] };

/** `from` is the number of the line before that it continues; null where it is new. */
export interface EditedLine extends Pick<ReadLine, 'description' | 'quantity' | 'unit' | 'amount'> {
  readonly from: number | null;
}

export interface DocumentError {
  readonly stage: Stage;
  readonly code: string;
  readonly message: string;
}

export interface DocumentUsage {
  readonly textract?: TextractUsage;
  readonly gapFill?: ModelUsage;
  readonly verify?: ModelUsage;
}

export interface BatchItem extends Common {
  readonly tenantId: string;
  readonly projectId: string;
  readonly batchId: string;
  readonly workflowId: string;
  readonly status: BatchStatus;
  readonly statusSince?: string;
  readonly counts: Readonly<Record<DocumentStatus, number>>;
  readonly documentCount: number;
  /** The number of its files that have arrived. */
  readonly received: number;
  /** The newest one; 0 before the first. */
  readonly run: number;
  /** The runs by number, as text. */
  readonly runs: Readonly<Record<string, RunStatus>>;
  /** By run: when it ended, and when it ended last where it was redriven. Absent in batches from before it was kept. */
  readonly runEnds?: Readonly<Record<string, RunEnd>>;
  readonly executionArn?: string;
  readonly confidenceThreshold: number;
  readonly reviewThreshold: number;
  /** As its workflow asked at the submission: two people decide, and neither sees the other's opinion. */
  readonly secondReview?: 'blind';
  readonly submittedBy: string;
  /** Why its documents failed, by fingerprint. A cause stays when its count is 0. */
  readonly causes?: Readonly<Record<string, CauseOfBatch>>;
  /** By hour and fingerprint (`failuresKey`). */
  readonly failures?: Readonly<Record<string, FailuresInHour>>;
}

export interface RunEnd {
  readonly firstAt: string;
  /** The status that the first end gave to the batch. Absent in ends from before it was kept. */
  readonly firstStatus?: BatchStatus;
  readonly lastAt: string;
}

export interface WorkflowItem extends Common {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string;
  readonly name: string;
  readonly schema: Readonly<Record<string, string>>;
  readonly confidenceThreshold: number;
  readonly reviewThreshold: number;
  readonly secondReview?: 'blind';
  readonly webhookUrl?: string;
  /** The rules of review whose weight differs from the usual one. */
  readonly rules?: Weights;
  readonly dueHours?: number;
  readonly priority?: Priority;
  readonly customer?: Customer;
  /** How many percent of its batches should take at most how many minutes. */
  readonly objective?: Objective;
}

/** The names and VAT numbers by which documents address the tenant. */
export interface Customer {
  readonly names: readonly string[];
  readonly vatNumbers: readonly string[];
}

/** A line of a document's passport or of a workflow's history. `what` as the catalogue lists them. */
export interface HistoryEvent {
  readonly eventId: string;
  readonly at: string;
  readonly what: string;
  readonly actor: string;
  readonly batchId?: string;
  readonly run?: number;
  readonly stage?: Stage;
  readonly reason?: string;
  readonly requestId?: string;
  readonly before?: Readonly<Record<string, string | number>>;
  readonly after?: Readonly<Record<string, string | number>>;
}

/** The reason why a message could not be used, under its id, which it keeps in a dead-letter queue. */
export interface MessageFailure extends Common {
  readonly messageId: string;
  readonly queue: string;
  readonly stage: 'ingest' | 'webhook';
  readonly code: string;
  readonly message: string;
  readonly attempts: number;
  readonly tenantId?: string;
  readonly batchId?: string;
  readonly documentId?: string;
  readonly ttl: number;
}

/** An attempt to tell a customer that a run has ended. */
export interface WebhookDelivery extends Common {
  readonly deliveryId: string;
  readonly tenantId: string;
  readonly batchId: string;
  readonly run: number;
  readonly url: string;
  readonly messageId: string;
  readonly attempts: number;
  readonly outcome: 'delivered' | 'refused' | 'no answer';
  readonly status?: number;
}

/** Another person found this about a decision of a reviewer. Values are never in it. */
export interface JudgedDecision {
  readonly tenantId: string;
  /** The reviewer whose decision was judged, and when the judgement was made. */
  readonly personId: string;
  readonly at: string;
  readonly batchId: string;
  readonly documentId: string;
  readonly how: 'quality check' | 'same decision' | 'third person';
  readonly judgedBy: string;
  /** In how many places it differs. */
  readonly wrong: number;
  readonly isTakenBack?: true;
}

/** This is what a person did, as colleagues see it (decision 034). The person is always the caller, never one that a body names. */
export interface Activity {
  readonly actionId: string;
  readonly at: string;
  readonly personId: string;
  readonly operation: string;
  readonly outcome?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly projectId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly documentId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly queue?: string | undefined;
  readonly cause?: string | undefined;
  readonly jobId?: string | undefined;
  readonly facts?: Readonly<Record<string, string>> | undefined;
  readonly note?: string | undefined;
  readonly chain?: string | undefined;
  readonly sequence?: number | undefined;
}
