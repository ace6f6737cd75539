import type { Metric, Place } from '../../contract/monitor/alarms.ts';
import type { PipelineNames } from '../naming-convention.ts';
import { ofQueue } from './metric-names.ts';

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
