import type { Metric, Place } from '../../contract/monitor.ts';
import type { PipelineNames } from '../pipeline-names.ts';

interface Watching {
  readonly name: string;
  readonly metric: Metric | null;
}

/** Returns the desk for an alarm's metric, as a one-step runbook. An unknown metric leads to the alarm on Monitor. */
export function placeOfAlarm({ name, metric }: Watching, names: PipelineNames): Place {
  return (metric && placeOfMetric(metric, names)) ?? { desk: 'monitor', group: null, alarm: name };
}

/** Returns the desk for a queue: the one that an alarm on its depth would lead to. */
export function placeOfQueue(queue: string, names: PipelineNames): Place {
  const metric = ofQueue('ApproximateNumberOfMessagesVisible', queue);
  return placeOfMetric(metric, names) ?? toChartsPlace('queues');
}

function placeOfMetric(metric: Metric, names: PipelineNames): Place | null {
  switch (metric.namespace) {
    case 'AWS/SQS':
      return placeOfQueueMetric(metric, names);
    case 'AWS/States':
      if (!isOurs(metric, 'StateMachineArn', [names.extraction.stateMachine])) return null;
      return interruptions.has(metric.name)
        ? { desk: 'triage', status: 'FAILED' }
        : toChartsPlace('executions');
    case 'AWS/Lambda':
      if (!isOurs(metric, 'FunctionName', Object.values(names.extractionFunctions))) return null;
      return metric.name === 'Errors' ? { desk: 'triage', status: 'FAILED' } : toChartsPlace('functions');
    case 'AWS/DynamoDB':
      if (!isOurs(metric, 'TableName', listTables(names))) return null;
      return toChartsPlace('tables');
    default:
      return null;
  }
}

/** The account may hold other systems, for which this console has no desk. */
function isOurs({ dimensions }: Metric, dimension: string, names: readonly string[]): boolean {
  const value = dimensions[dimension];
  return value === undefined || names.includes(value.split(':').at(-1) ?? '');
}

function listTables({ extraction, downloads }: PipelineNames): readonly string[] {
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
    case downloads.fileDeadLetterQueue:
      return { desk: 'dead-letters', queue: dimensions['QueueName'] };
    case downloads.fileQueue:
      // A waiting message is a file that was offered and not fetched yet.
      return { desk: 'downloads', standing: name.includes('Age') ? 'never-picked-up' : null };
    case extraction.documentQueue:
    case extraction.webhookQueue:
      return toChartsPlace('queues');
    default:
      return null;
  }
}

function toChartsPlace(group: 'queues' | 'executions' | 'functions' | 'tables'): Place {
  return { desk: 'monitor', group, alarm: null };
}

/** Describes where a place leads: a short form for lists, and a long form for buttons. */
export function describePlace(place: Place): { readonly short: string; readonly long: string } {
  switch (place.desk) {
    case 'dead-letters':
      return { short: 'Queue', long: 'Open the queue' };
    case 'triage':
      return place.status === 'FAILED'
        ? { short: 'Failed batches', long: 'Open the failed batches' }
        : { short: 'Batches in progress', long: 'Open the batches in progress' };
    case 'review':
      return { short: 'Review', long: 'Open the review queue' };
    case 'downloads':
      return ofDownloads(place.standing);
    case 'costs':
      return { short: 'Costs', long: place.workflow === null ? 'Open Costs' : 'Open its documents' };
    case 'objective':
      return { short: 'Objective', long: 'Open the objective' };
    case 'batches':
      return { short: 'Batches', long: 'Open the batches of the project' };
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
    : { short: 'Never picked up', long: 'Open the files that were never picked up' };
}

/** The extraction pipeline itself reports these statuses to CloudWatch when a document ends. */
export const documentOutcomes = ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
type DocumentOutcome = (typeof documentOutcomes)[number];

export function documentsEnded(outcome: DocumentOutcome): Metric {
  return { namespace: 'Autowired', name: 'DocumentsEnded', dimensions: { Outcome: outcome } };
}

export function ofQueue(name: QueueMetric, queue: string): Metric {
  return { namespace: 'AWS/SQS', name, dimensions: { QueueName: queue } };
}

/** Returns the queue if the metric counts a queue's waiting messages, and null for any other metric. */
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

/** With `index` null, the metric is that of the table itself. */
export function ofTable(name: string, table: string, index: string | null): Metric {
  const more = index === null ? {} : { GlobalSecondaryIndexName: index };
  return { namespace: 'AWS/DynamoDB', name, dimensions: { TableName: table, ...more } };
}

/** The names under which CloudWatch has a deployment's figures. */
export interface WatchedNames extends PipelineNames {
  readonly stateMachineArn: string;
}

/** Lists every queue whose depth and age are drawn, and marks the dead-letter queues. */
export function listWatchedQueues({ extraction, downloads }: PipelineNames): readonly WatchedQueue[] {
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
