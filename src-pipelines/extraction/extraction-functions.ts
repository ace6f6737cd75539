import type {
  ExecutionEnded,
  PipelineFunction,
  PipelineParts,
  QueueFunction,
  ScheduledFunction,
  StreamFunction,
} from '../parts.ts';
import { executionEnded } from './execution-ended.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { ingestFiles } from './ingest-files.ts';
import { keepAttention } from './keep-attention.ts';
import type { Readers } from './readers.ts';
import { submitScheduledBatches } from './scheduled-batches.ts';
import { finaliseBatch, listDocuments } from './batch-stages.ts';
import { markDocumentFailed, processDocument } from './process-document.ts';
import { sweepStatusIndex } from './sweep-status-index.ts';

export interface ExtractionFunctions {
  /** The state machine calls these, by function name. */
  readonly tasks: ReadonlyMap<string, PipelineFunction>;
  readonly ingestFiles: QueueFunction;
  readonly deliverWebhook: QueueFunction;
  executionEnded(event: ExecutionEnded): Promise<void>;
  /** Follows the table's changes. */
  readonly keepAttention: StreamFunction;
  /** Runs once a day. */
  readonly sweepStatusIndex: ScheduledFunction;
  /** Runs once a day, with two retries. */
  readonly submitScheduledBatches: ScheduledFunction;
}

/** The Lambda functions of the extraction pipeline. */
export function extractionFunctions(parts: PipelineParts, readers: Readers): ExtractionFunctions {
  const names = parts.names.extractionFunctions;
  return {
    tasks: new Map([
      [names.listDocuments, listDocuments(parts)],
      [names.processDocument, processDocument(parts, readers)],
      [names.markDocumentFailed, markDocumentFailed(parts)],
      [names.finaliseBatch, finaliseBatch(parts)],
    ]),
    ingestFiles: ingestFiles(parts),
    deliverWebhook: deliverWebhook(parts),
    executionEnded: executionEnded(parts),
    keepAttention: keepAttention(parts),
    sweepStatusIndex: sweepStatusIndex(parts),
    submitScheduledBatches: submitScheduledBatches(parts),
  };
}
