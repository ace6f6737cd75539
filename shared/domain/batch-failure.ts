import type { Batch } from '../contract/pipeline-items.ts';
import type { Execution } from '../contract/executions.ts';
import { counted, grouped } from './formatting.ts';
import type { DocumentCounts } from './statuses.ts';

interface Counted extends Pick<Batch, 'status' | 'documentCount'> {
  readonly counts: DocumentCounts;
}

type FailedBatch = Counted & Pick<Batch, 'received' | 'run' | 'runs'>;

/** Why a batch failed although none of its documents did, in a sentence, with what to do next. */
export interface BatchFailure {
  readonly says: string;
  readonly next: string;
  /** The message of the execution, as it was written. */
  readonly message: string | null;
  /** The place that shows more. */
  readonly leads: 'execution' | 'deliveries' | 'item';
}

/** Tells whether a batch failed on its own: its failed documents explain the failure of any other batch. */
export function failedWithoutDocuments({ status, counts }: Pick<Counted, 'status' | 'counts'>): boolean {
  return status === 'FAILED' && (counts.FAILED === undefined || counts.FAILED === 0);
}

/** `execution` is null if AWS has none, and undefined until it was read. */
export function explainBatchFailure(
  batch: FailedBatch,
  execution: Pick<Execution, 'status' | 'error' | 'canRedrive'> | null | undefined,
): BatchFailure {
  const { documentCount, received } = batch;
  const run = batch.run ?? 0;
  if (run === 0) {
    const item = { message: null, leads: 'item' } as const;
    if (received === 0) return { says: explainNoFile(documentCount), next: nextOfFiles, ...item };
    if (received !== null && documentCount !== null && received < documentCount) {
      const says = `Only ${grouped(received)} of its ${counted(documentCount, 'file')} arrived, so no run began.`;
      return { says, next: nextOfFiles, ...item };
    }
    return {
      says: 'It failed before its first run began. No execution was started.',
      next: 'Its item says what the submission asked for. Submit the batch again when that is right.',
      ...item,
    };
  }
  const status = execution?.status ?? batch.runs[String(run)] ?? null;
  const { code = null, cause = null } = execution?.error ?? {};
  const message = [code, cause].filter((part) => part !== null && part !== '').join(': ');
  const told = { message: message === '' ? null : message };
  if (status === 'SUCCEEDED') {
    return {
      says: `Run ${grouped(run)} succeeded, and the batch was marked FAILED after it.`,
      next: 'See its deliveries: the call of the webhook comes after the run.',
      leads: 'deliveries',
      ...told,
    };
  }
  const next = explainNext(batch, execution);
  return { says: explainRun(run, status, batch), next, leads: 'execution', ...told };
}

const nextOfFiles =
  'Ask for the missing files. They are to be uploaded again, and the batch submitted again.';

function explainNoFile(documentCount: number | null): string {
  return documentCount === null || documentCount === 0
    ? 'None of its files arrived, so no run began.'
    : `None of its ${counted(documentCount, 'file')} arrived, so no run began.`;
}

function explainRun(run: number, status: string | null, batch: FailedBatch): string {
  const name = `Run ${grouped(run)}`;
  const left = countLeft(batch);
  const when =
    left > 0
      ? `while ${counted(left, 'document was', 'documents were')} left`
      : hasAllResults(batch)
        ? 'after every document had its result, so the step that finishes the batch failed'
        : 'before any document failed';
  if (status === 'TIMED_OUT') return `${name} ran out of time ${when}.`;
  if (status === 'ABORTED') return `${name} was stopped ${when}.`;
  if (status === 'RUNNING' || status === 'PENDING_REDRIVE') return `${name} is still in progress.`;
  if (status === 'FAILED') return `The execution of run ${grouped(run)} failed ${when}.`;
  return `${name} ended ${when}. AWS does not keep how.`;
}

function explainNext(
  batch: FailedBatch,
  execution: Pick<Execution, 'canRedrive'> | null | undefined,
): string {
  if (execution?.canRedrive.allowed === true) {
    return 'Redrive the execution: it goes on where it failed, and keeps the results it has.';
  }
  if (countLeft(batch) > 0) return 'Reprocess the documents that are left. The others keep their results.';
  return hasAllResults(batch)
    ? 'The results are complete. Its execution shows which step failed.'
    : 'Its execution shows the last step that was reached.';
}

function countLeft({ counts }: Pick<Counted, 'counts'>): number {
  return (counts.QUEUED ?? 0) + (counts.PROCESSING ?? 0);
}

function hasAllResults({ counts, documentCount }: Pick<Counted, 'counts' | 'documentCount'>): boolean {
  const ended = (counts.SUCCEEDED ?? 0) + (counts.REVIEW_REQUIRED ?? 0) + (counts.REJECTED ?? 0);
  return documentCount !== null && documentCount > 0 && ended >= documentCount;
}
