import type { FunctionKey } from '#shared/domain/pipeline-names.ts';
import { visibilitySeconds } from './extraction/ingest-files.ts';
import { scheduledBatches } from './extraction/scheduled-batches.ts';

/** What calls a function. */
type CalledBy =
  | { readonly by: 'state machine' }
  | {
      readonly by: 'queue';
      readonly queue: 'documentQueue' | 'webhookQueue' | 'fileQueue';
      readonly batchSize: number;
    }
  | { readonly by: 'schedule'; readonly schedule: string; readonly retries: number }
  | { readonly by: 'rule'; readonly rule: 'execution ended' }
  | { readonly by: 'http api' };

export interface FunctionDeclaration {
  /** The file in `lambda/`, and the folder of its bundle. */
  readonly entry: string;
  readonly calledBy: CalledBy;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
}

const large = { timeoutSeconds: 300, memoryMegabytes: 1_024 } as const;
/** Lambda takes no queue whose messages come back before its function has timed out. */
const whileHidden = { ...large, timeoutSeconds: visibilitySeconds } as const;
const byStateMachine = { by: 'state machine' } as const;

/** The functions of a deployment. Their roles, event sources and schedules follow from this table. */
export const functions: Readonly<Record<FunctionKey, FunctionDeclaration>> = {
  listDocuments: { entry: 'list-documents', calledBy: byStateMachine, ...large },
  processDocument: { entry: 'process-document', calledBy: byStateMachine, ...large },
  markDocumentFailed: { entry: 'mark-document-failed', calledBy: byStateMachine, ...large },
  finaliseBatch: { entry: 'finalise-batch', calledBy: byStateMachine, ...large },
  ingestFiles: {
    entry: 'ingest-files',
    calledBy: { by: 'queue', queue: 'documentQueue', batchSize: 10 },
    ...whileHidden,
  },
  deliverWebhook: {
    entry: 'deliver-webhook',
    calledBy: { by: 'queue', queue: 'webhookQueue', batchSize: 1 },
    ...whileHidden,
  },
  executionEnded: { entry: 'execution-ended', calledBy: { by: 'rule', rule: 'execution ended' }, ...large },
  sweepStatusIndex: {
    entry: 'sweep-status-index',
    calledBy: { by: 'schedule', schedule: 'cron(0 3 * * ? *)', retries: 2 },
    ...large,
  },
  submitScheduledBatches: {
    entry: 'submit-scheduled-batches',
    calledBy: {
      by: 'schedule',
      schedule: `cron(0 ${scheduledBatches.atUtcHour} * * ? *)`,
      retries: scheduledBatches.retries,
    },
    ...large,
  },
  serveApi: { entry: 'serve-api', calledBy: { by: 'http api' }, ...large, timeoutSeconds: 29 },
  downloadFile: {
    entry: 'download-file',
    calledBy: { by: 'queue', queue: 'fileQueue', batchSize: 10 },
    ...large,
  },
  pollProvider: {
    entry: 'poll-provider',
    calledBy: { by: 'schedule', schedule: 'cron(0 6 * * ? *)', retries: 2 },
    ...large,
  },
  checkDownloads: {
    entry: 'check-downloads',
    calledBy: { by: 'schedule', schedule: 'rate(5 minutes)', retries: 2 },
    ...large,
  },
};
