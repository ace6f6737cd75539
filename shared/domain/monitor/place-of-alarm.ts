import type { Metric, Place } from '../../contract/monitor.ts';
import type { PipelineNames } from '../pipeline-names.ts';

interface Watching {
  readonly name: string;
  readonly metric: Metric | null;
}

/** The runbook in one step: which desk is for what an alarm watches. What nobody knows is the alarm on Monitor. */
export function placeOfAlarm({ name, metric }: Watching, names: PipelineNames): Place {
  return (metric && placeOfMetric(metric, names)) ?? { desk: 'monitor', group: null, alarm: name };
}

/** The same of a queue itself: what has died in it is for the desk that its alarm would lead to. */
export function placeOfQueue(queue: string, names: PipelineNames): Place {
  const metric = ofQueue('ApproximateNumberOfMessagesVisible', queue);
  return placeOfMetric(metric, names) ?? chartsOf('queues');
}

function placeOfMetric(metric: Metric, names: PipelineNames): Place | null {
  switch (metric.namespace) {
    case 'AWS/SQS':
      return placeOfQueueMetric(metric, names);
    case 'AWS/States':
      if (!isOurs(metric, 'StateMachineArn', [names.extraction.stateMachine])) return null;
      return interruptions.has(metric.name) ? { desk: 'triage', status: 'FAILED' } : chartsOf('executions');
    case 'AWS/Lambda':
      if (!isOurs(metric, 'FunctionName', Object.values(names.extractionFunctions))) return null;
      return metric.name === 'Errors' ? { desk: 'triage', status: 'FAILED' } : chartsOf('functions');
    case 'AWS/DynamoDB':
      if (!isOurs(metric, 'TableName', tablesOf(names))) return null;
      return chartsOf('tables');
    default:
      return null;
  }
}

/** The account may hold other systems: no desk of this console is for theirs. */
function isOurs({ dimensions }: Metric, dimension: string, names: readonly string[]): boolean {
  const value = dimensions[dimension];
  return value === undefined || names.includes(value.split(':').at(-1) ?? '');
}

function tablesOf({ extraction, downloads }: PipelineNames): readonly string[] {
  return [extraction.table, downloads.jobsTable, downloads.batchesTable];
}

const interruptions: ReadonlySet<string> = new Set([
  'ExecutionsFailed',
  'ExecutionsTimedOut',
  'ExecutionsAborted',
]);

function placeOfQueueMetric(
  { name, dimensions }: Metric,
  { extraction, downloads }: PipelineNames,
): Place | null {
  switch (dimensions['QueueName']) {
    case extraction.documentDeadLetterQueue:
    case extraction.webhookDeadLetterQueue:
      return { desk: 'dead-letters', queue: dimensions['QueueName'] };
    case downloads.fileDeadLetterQueue:
      return { desk: 'downloads', standing: 'stuck' };
    case downloads.fileQueue:
      // What waits in line was offered and has not been fetched.
      return { desk: 'downloads', standing: name.includes('Age') ? 'never-picked-up' : null };
    case extraction.documentQueue:
    case extraction.webhookQueue:
      return chartsOf('queues');
    default:
      return null;
  }
}

function chartsOf(group: 'queues' | 'executions' | 'functions' | 'tables'): Place {
  return { desk: 'monitor', group, alarm: null };
}

/** Where a place leads: short where it stands in a list, long where it is a step to be taken. */
export function placeWords(place: Place): { readonly short: string; readonly long: string } {
  switch (place.desk) {
    case 'dead-letters':
      return { short: 'Queue', long: 'Open the queue' };
    case 'triage':
      return place.status === 'FAILED'
        ? { short: 'Failed batches', long: 'Open the failed batches' }
        : { short: 'Batches in work', long: 'Open the batches in work' };
    case 'review':
      return { short: 'Review', long: 'Open the review queue' };
    case 'downloads':
      return ofDownloads(place.standing);
    case 'monitor':
      return place.alarm === null
        ? { short: 'Charts', long: 'Open the charts' }
        : { short: 'Alarm', long: 'Open the alarm' };
    default:
      return place satisfies never;
  }
}

function ofDownloads(standing: (Place & { readonly desk: 'downloads' })['standing']) {
  if (standing === null) return { short: 'Downloads', long: 'Open Downloads' };
  return standing === 'stuck'
    ? { short: 'Stuck files', long: 'Open the files that are stuck' }
    : { short: 'Never picked up', long: 'Open the files that nobody picked up' };
}

/** What the extraction pipeline itself tells CloudWatch: the status a document ended in. */
export const documentOutcomes = ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
type DocumentOutcome = (typeof documentOutcomes)[number];

export function documentsEnded(outcome: DocumentOutcome): Metric {
  return { namespace: 'Autowired', name: 'DocumentsEnded', dimensions: { Outcome: outcome } };
}

export function ofQueue(name: QueueMetric, queue: string): Metric {
  return { namespace: 'AWS/SQS', name, dimensions: { QueueName: queue } };
}

/** Of a metric of how many messages wait in a queue, and of no other: that queue. */
export function queueOfDepth(metric: Metric | null): string | null {
  if (metric?.namespace !== 'AWS/SQS' || metric.name !== 'ApproximateNumberOfMessagesVisible') return null;
  return metric.dimensions['QueueName'] ?? null;
}

type QueueMetric =
  | 'ApproximateNumberOfMessagesVisible'
  | 'ApproximateNumberOfMessagesNotVisible'
  | 'ApproximateAgeOfOldestMessage';

export function ofFunction(name: 'Duration' | 'Errors' | 'Throttles', functionName: string): Metric {
  return { namespace: 'AWS/Lambda', name, dimensions: { FunctionName: functionName } };
}

export function ofStateMachine(name: `Executions${string}`, arn: string): Metric {
  return { namespace: 'AWS/States', name, dimensions: { StateMachineArn: arn } };
}

/** `index` null: of the table itself. */
export function ofTable(name: string, table: string, index: string | null): Metric {
  const more = index === null ? {} : { GlobalSecondaryIndexName: index };
  return { namespace: 'AWS/DynamoDB', name, dimensions: { TableName: table, ...more } };
}

/** What CloudWatch's figures of a deployment are called by. */
export interface WatchedNames extends PipelineNames {
  readonly stateMachineArn: string;
}

/** Every queue whose depth and age are drawn, with what ends in which dead-letter queue. */
export function queuesOf({ extraction, downloads }: PipelineNames): readonly WatchedQueue[] {
  return [
    { name: extraction.documentQueue, label: 'Documents', isDeadLetters: false },
    { name: extraction.webhookQueue, label: 'Webhooks', isDeadLetters: false },
    { name: downloads.fileQueue, label: 'Download files', isDeadLetters: false },
    { name: extraction.documentDeadLetterQueue, label: 'Dead documents', isDeadLetters: true },
    { name: extraction.webhookDeadLetterQueue, label: 'Dead webhooks', isDeadLetters: true },
    { name: downloads.fileDeadLetterQueue, label: 'Dead download files', isDeadLetters: true },
  ].filter(({ name }) => name !== '');
}

interface WatchedQueue {
  readonly name: string;
  readonly label: string;
  readonly isDeadLetters: boolean;
}
