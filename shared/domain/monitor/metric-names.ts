import type { Metric } from '../../contract/monitor/alarms.ts';

/** What the extraction pipeline itself tells CloudWatch: the status a document ended in. */
export const documentOutcomes = ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'] as const;
export type DocumentOutcome = (typeof documentOutcomes)[number];

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

export type QueueMetric =
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
