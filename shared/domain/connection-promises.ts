import { capitalize } from './formatting.ts';

/** A guarantee that the console relies on and that domain.md does not give. docs/connect.md has the same table. */
interface ConnectionPromise {
  readonly id: string;
  readonly name: string;
  readonly howObserved: string;
  /** Describes how the console behaves if a connection does not keep the promise. */
  readonly without: string;
}

export const connectionPromises = [
  {
    id: 'batch-id-order',
    name: 'Batch ids carry the time of their creation (ULID, UUIDv7, KSUID, a date or epoch seconds behind one fixed text)',
    howObserved:
      'the project was read whole at most an hour ago and every id agreed with `createdAt`; then each page that is read, and the lowest id',
    without: 'the whole project is read within a budget, and figures beyond it say "at least"',
  },
  {
    id: 'unique-batch-ids',
    name: 'A batch id is unique over all tenants',
    howObserved: 'all batches that GSI3 has under the id',
    without: 'the batches are offered as a choice; an execution of a shared id is attributed to no tenant',
  },
  {
    id: 'batch-created-first',
    name: 'A batch is created no later than its documents begin to wait',
    howObserved: 'not observed; submission writes both in one transaction',
    without: 'the review queue and Today’s ages may show a waiting document later than its turn',
  },
  {
    id: 'batch-counts',
    name: 'A batch has `counts` or `documentCount`',
    howObserved: 'on each batch that is read',
    without: 'its documents are counted when they are read; until then figures say "at least"',
  },
  {
    id: 'tenant-directory',
    name: 'A directory of tenants (`DIRECTORY#TENANTS`)',
    howObserved: 'one query; it answers with tenants or with nothing',
    without: 'pinned and recent tenants are shown; others are found by tenant id, e-mail or batch id',
  },
  {
    id: 'run-map',
    name: '`runs` and `submittedBy` of a batch',
    howObserved: 'on each batch that is read',
    without: 'earlier runs and the sender are left out; the current run is `run`',
  },
  {
    id: 'received-files',
    name: '`received` of a batch, `receivedAt` and `run` of a document',
    howObserved: 'on each item that is read',
    without: 'how many files have arrived, and when, is left out; a reprocess is followed by `version`',
  },
  {
    id: 'status-since',
    name: '`statusSince`, the time of an item in GSI2',
    howObserved: 'on each item that is read',
    without: 'the place in GSI2 is used, else `updatedAt`',
  },
  {
    id: 'status-index-days',
    name: 'How long an item that has ended stays in GSI2',
    howObserved: 'not observed',
    without: 'absence from GSI2 proves nothing; older items are found by batch or project',
  },
  {
    id: 'stage-names',
    name: 'Stages are called `textract`, `gap-fill`, `verify`',
    howObserved: 'on each document that is read',
    without: 'a stage is shown as it is called',
  },
  {
    id: 'file-places',
    name: '`objectKey` of a document, and files under `documents/{tenant}` and `results/{tenant}` of the bucket',
    howObserved: 'on each document that is read; "Check connection" asks for a file of each folder',
    without:
      'the document has no page images; its values are shown. Without `words.json` beside the results, values can be taken from a scan only where they were read',
  },
  {
    id: 'second-opinions',
    name: '`opinions` and `differs` of a document (four eyes)',
    howObserved: 'on each document that is opened',
    without: 'one review decides',
  },
  {
    id: 'usage-detail',
    name: '`usage` has pages and tokens by stage and model',
    howObserved: 'on each document whose costs are read',
    without: 'costs are estimated and say so',
  },
  {
    id: 'history-events',
    name: 'History items say what happened in the words of the catalogue',
    howObserved: 'on each line of a passport that is read',
    without: 'other words are shown as they are; without items the passport is empty',
  },
  {
    id: 'failure-items',
    name: 'Consumers write why a message failed (`MESSAGE#{id}`, `FAILURE`)',
    howObserved: 'by the ids of the messages that were sampled',
    without:
      'messages are grouped by the shape of their bodies, and a redrive is not confirmed by a missing item',
  },
  {
    id: 'delivery-items',
    name: 'Webhook attempts are kept (`DELIVERY#{messageId}`)',
    howObserved: 'by one query of the batch',
    without: 'no attempts are shown, and a redriven webhook message ends as not confirmed',
  },
  {
    id: 'message-body',
    name: 'Message bodies name `tenantId`, `batchId`, `documentId`',
    howObserved: 'on each message that is sampled',
    without: 'the message is shown without its document',
  },
  {
    id: 'listed-documents',
    name: 'The state `ListDocuments` puts out `documentIds`',
    howObserved: 'in the history of an execution that is opened',
    without: 'iterations stay without their documents',
  },
  {
    id: 'execution-history',
    name: 'Step Functions has DescribeExecution and GetExecutionHistory, with the redrive fields',
    howObserved: 'in the answer, each time; by "Check connection"',
    without: 'no timeline; without `redriveStatus` a redrive is not offered',
  },
  {
    id: 'map-runs',
    name: 'Step Functions has ListMapRuns, DescribeMapRun and ListExecutions, and the input of a child execution has its `documentId`',
    howObserved:
      'when the timeline of a batch that runs as a Map run is opened; the calls by "Check connection"',
    without: 'no counts; executions are listed without their documents',
  },
  {
    id: 'queue-attributes',
    name: 'Queues report their depth and MessageRetentionPeriod',
    howObserved: 'in the answer to GetQueueAttributes, each time; by "Check connection"',
    without: 'depth or expiry reads "not reported by this endpoint"; sampling and redriving work',
  },
  {
    id: 'source-attributes',
    name: 'Source queues report `maxReceiveCount`, `VisibilityTimeout` and `DelaySeconds`',
    howObserved: 'in the answer to GetQueueAttributes, when a redrive is followed',
    without: 'a redriven message is waited for 4½ minutes before it ends as sent, not confirmed',
  },
  {
    id: 'kept-message-id',
    name: 'SQS keeps the id of a message that it moves to the dead-letter queue',
    howObserved: 'by that id, by the attribute `sluice.redriveOf`, and by the receive count',
    without: 'a message that comes back is not recognised where id and attribute are both missing',
  },
  {
    id: 'queue-sources',
    name: 'SQS has ListDeadLetterSourceQueues',
    howObserved: 'in its answer, each time; by "Check connection"',
    without: 'sources read "not listed"; messages go to the source that the connection names',
  },
  {
    id: 'queue-moves',
    name: 'SQS has message move tasks (ListMessageMoveTasks)',
    howObserved: 'in its answer, each time; by "Check connection"',
    without: 'moving a whole queue is off and says why; selected messages can be redriven',
  },
  {
    id: 'alarms',
    name: 'CloudWatch has DescribeAlarms and DescribeAlarmHistory',
    howObserved: 'in their answers, each time; by "Check connection"',
    without: 'no alarm or history is shown, and the place says which call was answered how',
  },
  {
    id: 'metrics',
    name: 'CloudWatch has GetMetricData for AWS/SQS, AWS/States, AWS/Lambda and AWS/DynamoDB',
    howObserved: 'in its answer, each time; by "Check connection"',
    without: 'charts have gaps and the age of the oldest message is unknown',
  },
  {
    id: 'ended-metric',
    name: 'The pipeline reports `Autowired` `DocumentsEnded` by `Outcome`',
    howObserved: 'in the metrics that are read',
    without: 'the throughput chart is empty; Today counts from the batches',
  },
  {
    id: 'function-names',
    name: 'Functions are called by the convention (`autowired-document-processor-{stage}` …)',
    howObserved: 'in the metrics that are read',
    without: 'the functions’ charts are empty',
  },
  {
    id: 'account-identity',
    name: 'STS answers GetCallerIdentity',
    howObserved: 'before anything is read',
    without: 'nothing is read, since the account is not known; name an address in `aws.endpoints.sts`',
  },
] as const satisfies readonly ConnectionPromise[];

/** Formats the text as a sentence: "Moving a whole queue is off and says why; …" */
export function withoutPromise(id: (typeof connectionPromises)[number]['id']): string {
  const { without = '' } = connectionPromises.find((one) => one.id === id) ?? {};
  return `${capitalize(without)}.`;
}
