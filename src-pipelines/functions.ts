import type { FunctionKey } from '#shared/domain/pipeline-names.ts';
import { visibilitySeconds } from './extraction/ingest-files.ts';
import { scheduledBatches } from './extraction/scheduled-batches.ts';

/** A part of a deployment that a function's code calls AWS about. An index or a prefix of keys follows a slash. */
export type DeploymentPart =
  | 'table'
  | `table/${'GSI1' | 'GSI2' | 'GSI3'}`
  | 'jobsTable'
  | 'batchesTable'
  | 'batchesTable/PollingDateIndex'
  | 'documentsBucket'
  | `documentsBucket/${'documents' | 'inbox' | 'results' | 'temporary'}`
  | 'filesBucket/*'
  | 'documentQueue'
  | 'fileQueue'
  | 'stateMachine'
  | 'executions'
  | 'providerKey'
  | 'model'
  | 'guardrail'
  /** CloudWatch takes no name in a policy, but a namespace of metrics. */
  | 'own metrics'
  /** Textract's analyses have no names. */
  | 'any';

/**
 * The actions of AWS that a function's code calls, as IAM names them, and about which parts. A transaction is authorised
 * as the puts and updates in it. S3 answers that an object is not there only to those who may list the bucket, and to
 * others that access is denied.
 */
type Calls = Readonly<Record<string, readonly DeploymentPart[]>>;

/** A function is called in one of these ways. */
type CalledBy =
  | { readonly by: 'state machine' }
  | {
      readonly by: 'queue';
      readonly queue: 'documentQueue' | 'webhookQueue' | 'fileQueue';
      readonly batchSize: number;
      /** At most so many run at once; for a long queue Lambda starts up to a thousand, and more. */
      readonly mostAtOnce?: number;
    }
  | { readonly by: 'schedule'; readonly schedule: string; readonly retries: number }
  | { readonly by: 'rule'; readonly rule: 'execution ended' }
  /** A function is given the changes of the table in their order. */
  | {
      readonly by: 'stream';
      readonly batchSize: number;
      readonly windowSeconds: number;
      /** The beginnings of the keys of items whose changes it is given. */
      readonly items: readonly { readonly partition: string; readonly sort: string }[];
    }
  | { readonly by: 'http api' };

export interface FunctionDeclaration {
  /** The file in `lambda/`, and the folder of its bundle. */
  readonly entry: string;
  readonly calledBy: CalledBy;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly calls: Calls;
}

const large = { timeoutSeconds: 300, memoryMegabytes: 1_024 } as const;
/** Lambda takes no queue whose messages come back before its function has timed out. */
const whileHidden = { ...large, timeoutSeconds: visibilitySeconds } as const;
const byStateMachine = { by: 'state machine' } as const;

const reportsMetrics = { 'cloudwatch:PutMetricData': ['own metrics'] } as const satisfies Calls;

/** `queueFiles` and `moveOn`: a batch of downloads, its files and their messages. */
const queuesFiles = {
  'dynamodb:GetItem': ['batchesTable', 'jobsTable'],
  'dynamodb:BatchGetItem': ['jobsTable'],
  'dynamodb:PutItem': ['jobsTable'],
  'dynamodb:UpdateItem': ['batchesTable', 'jobsTable'],
  'sqs:GetQueueUrl': ['fileQueue'],
  'sqs:SendMessage': ['fileQueue'],
} as const satisfies Calls;

/** The functions of a deployment. Their roles, event sources and schedules follow from this table. */
export const functions: Readonly<Record<FunctionKey, FunctionDeclaration>> = {
  listDocuments: {
    entry: 'list-documents',
    calledBy: byStateMachine,
    ...large,
    // The ids of a large batch go to its map by a file.
    calls: { 'dynamodb:Query': ['table'], 's3:PutObject': ['documentsBucket/temporary'] },
  },
  processDocument: {
    entry: 'process-document',
    calledBy: byStateMachine,
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:PutItem': ['table'],
      's3:ListBucket': ['documentsBucket'],
      // Textract reads a file with the permission of the function that names it.
      's3:GetObject': ['documentsBucket/documents', 'documentsBucket/temporary'],
      's3:PutObject': ['documentsBucket/temporary', 'documentsBucket/results'],
      's3:DeleteObject': ['documentsBucket/temporary'],
      'states:DescribeExecution': ['executions'],
      'textract:AnalyzeDocument': ['any'],
      'textract:AnalyzeExpense': ['any'],
      'textract:StartDocumentAnalysis': ['any'],
      'textract:GetDocumentAnalysis': ['any'],
      'textract:StartExpenseAnalysis': ['any'],
      'textract:GetExpenseAnalysis': ['any'],
      // The permission for Converse, too.
      'bedrock:InvokeModel': ['model'],
      'bedrock:ApplyGuardrail': ['guardrail'],
      ...reportsMetrics,
    },
  },
  markDocumentFailed: {
    entry: 'mark-document-failed',
    calledBy: byStateMachine,
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:PutItem': ['table'],
      's3:ListBucket': ['documentsBucket'],
      's3:GetObject': ['documentsBucket/temporary'],
      's3:DeleteObject': ['documentsBucket/temporary'],
      ...reportsMetrics,
    },
  },
  finaliseBatch: {
    entry: 'finalise-batch',
    calledBy: byStateMachine,
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:PutItem': ['table'],
      ...reportsMetrics,
    },
  },
  ingestFiles: {
    entry: 'ingest-files',
    // Each file is counted on its batch, so those of a large one wait for each other. With hundreds at once they would
    // wait until their messages are dead letters.
    calledBy: { by: 'queue', queue: 'documentQueue', batchSize: 10, mostAtOnce: 50 },
    ...whileHidden,
    calls: {
      'dynamodb:GetItem': ['table'],
      // The documents of a batch, too, where their files have to be put.
      'dynamodb:Query': ['table', 'table/GSI3'],
      'dynamodb:PutItem': ['table'],
      'dynamodb:UpdateItem': ['table'],
      's3:ListBucket': ['documentsBucket'],
      // The permission for HeadObject, too.
      's3:GetObject': ['documentsBucket/documents'],
      // The file of a document that was filed, where the API was stopped before it had put it.
      's3:PutObject': ['documentsBucket/documents'],
      'states:StartExecution': ['stateMachine'],
    },
  },
  deliverWebhook: {
    entry: 'deliver-webhook',
    calledBy: { by: 'queue', queue: 'webhookQueue', batchSize: 1 },
    ...whileHidden,
    calls: { 'dynamodb:UpdateItem': ['table'] },
  },
  executionEnded: {
    entry: 'execution-ended',
    calledBy: { by: 'rule', rule: 'execution ended' },
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:Query': ['table', 'table/GSI3'],
      'dynamodb:PutItem': ['table'],
      'states:DescribeExecution': ['executions'],
      ...reportsMetrics,
    },
  },
  keepAttention: {
    entry: 'keep-attention',
    calledBy: {
      by: 'stream',
      batchSize: 1_000,
      // Within it, a batch is written once, however many of its documents have changed.
      windowSeconds: 5,
      items: [
        { partition: 'TENANT#', sort: 'BATCH#' },
        { partition: 'TENANT#', sort: 'DELIVERY#' },
        // These say who works on a batch. A workflow begins in the same way, and is passed over.
        { partition: 'TENANT#', sort: 'WORK' },
        // These count what reviewers correct, by workflow and day.
        { partition: 'TENANT#', sort: 'CORRECTIONS#' },
      ],
    },
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:Query': ['table', 'table/GSI2', 'table/GSI3'],
      'dynamodb:PutItem': ['table'],
      'dynamodb:UpdateItem': ['table'],
    },
  },
  sweepStatusIndex: {
    entry: 'sweep-status-index',
    calledBy: { by: 'schedule', schedule: 'cron(0 3 * * ? *)', retries: 2 },
    ...large,
    calls: {
      'dynamodb:Query': ['table', 'table/GSI2'],
      'dynamodb:UpdateItem': ['table'],
    },
  },
  submitScheduledBatches: {
    entry: 'submit-scheduled-batches',
    calledBy: {
      by: 'schedule',
      schedule: `cron(0 ${scheduledBatches.atUtcHour} * * ? *)`,
      retries: scheduledBatches.retries,
    },
    ...large,
    calls: {
      'dynamodb:GetItem': ['table'],
      'dynamodb:PutItem': ['table'],
      'dynamodb:UpdateItem': ['table'],
      's3:ListBucket': ['documentsBucket'],
      // A file is moved: copied, then deleted.
      's3:GetObject': ['documentsBucket/inbox'],
      's3:PutObject': ['documentsBucket/documents'],
      's3:DeleteObject': ['documentsBucket/inbox'],
    },
  },
  serveApi: {
    entry: 'serve-api',
    calledBy: { by: 'http api' },
    ...large,
    timeoutSeconds: 29,
    calls: {
      ...queuesFiles,
      'sqs:GetQueueUrl': ['documentQueue', 'fileQueue'],
      'sqs:SendMessage': ['documentQueue', 'fileQueue'],
      'dynamodb:GetItem': ['table', 'jobsTable', 'batchesTable'],
      'dynamodb:BatchGetItem': ['table', 'jobsTable'],
      'dynamodb:Query': ['table', 'table/GSI1', 'table/GSI2', 'table/GSI3'],
      'dynamodb:PutItem': ['table', 'jobsTable', 'batchesTable'],
      'dynamodb:UpdateItem': ['table', 'jobsTable', 'batchesTable'],
      // A document that is accepted no more, and an entry of a tenant's list.
      'dynamodb:DeleteItem': ['table'],
      // A document that is filed is made of the pages of others.
      's3:GetObject': ['documentsBucket/documents', 'documentsBucket/results'],
      's3:ListBucket': ['documentsBucket'],
      // An upload to a presigned address needs the permission of the function that signed it.
      's3:PutObject': ['documentsBucket/documents', 'documentsBucket/results'],
      'states:StartExecution': ['stateMachine'],
      // Before a run of an earlier request is gone on with, or ended where its end was not told.
      'states:DescribeExecution': ['executions'],
      ...reportsMetrics,
    },
  },
  downloadFile: {
    entry: 'download-file',
    calledBy: { by: 'queue', queue: 'fileQueue', batchSize: 10 },
    ...large,
    calls: {
      ...queuesFiles,
      's3:PutObject': ['filesBucket/*'],
      'kms:Decrypt': ['providerKey'],
    },
  },
  pollProvider: {
    entry: 'poll-provider',
    calledBy: { by: 'schedule', schedule: 'cron(0 6 * * ? *)', retries: 2 },
    ...large,
    calls: {
      ...queuesFiles,
      'dynamodb:PutItem': ['batchesTable', 'jobsTable'],
      // The files of other batches stay with them on the daily schedule.
      'dynamodb:UpdateItem': ['batchesTable'],
    },
  },
  checkDownloads: {
    entry: 'check-downloads',
    calledBy: { by: 'schedule', schedule: 'rate(5 minutes)', retries: 2 },
    ...large,
    calls: {
      ...queuesFiles,
      'dynamodb:Query': ['batchesTable/PollingDateIndex'],
    },
  },
};
