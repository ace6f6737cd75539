import type { PutMetricAlarmCommandInput } from '@aws-sdk/client-cloudwatch';
import { nameAttentionFailures, type PipelineNames } from '#shared/domain/pipeline-names.ts';

type AlarmSettings = PutMetricAlarmCommandInput & { readonly AlarmName: string };

/** The pipelines' owners are paged for these alarms. */
export function pipelineAlarms(names: PipelineNames, stateMachineArn: string): readonly AlarmSettings[] {
  const { extraction, extractionFunctions, downloads } = names;
  const alarm = pipelineAlarmNames(names);
  const processor = { Name: 'FunctionName', Value: extractionFunctions.processDocument };
  const machine = { Name: 'StateMachineArn', Value: stateMachineArn };
  const table = { Name: 'TableName', Value: extraction.table };
  return [
    depth(alarm.documentDeadLetters, extraction.documentDeadLetterQueue, 'documents'),
    depth(alarm.webhookDeadLetters, extraction.webhookDeadLetterQueue, 'webhooks'),
    depth(alarm.fileDeadLetters, downloads.fileDeadLetterQueue, 'downloads'),
    {
      AlarmName: alarm.documentQueueAge,
      AlarmDescription: 'A file that has arrived has not been taken in for five minutes.',
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: extraction.documentQueue }],
      Statistic: 'Maximum',
      ...over(300, { periods: 3 }),
    },
    {
      ...depth(alarm.attentionFailures, nameAttentionFailures(names), 'attention'),
      AlarmDescription:
        'Changes of batches could not be followed, so lists of all tenants may lack them. Rebuild attention.',
    },
    {
      ...depth(alarm.executionEndedFailures, nameExecutionEndedFailures(names), 'ended executions'),
      AlarmDescription:
        'Ends of executions were not recorded, so their documents may stay PROCESSING. Call the function again with each message.',
    },
    {
      AlarmName: alarm.attentionLate,
      AlarmDescription: 'Lists of all tenants are more than five minutes late.',
      Namespace: 'AWS/Lambda',
      MetricName: 'IteratorAge',
      Dimensions: [{ Name: 'FunctionName', Value: extractionFunctions.keepAttention }],
      Statistic: 'Maximum',
      // In milliseconds.
      ...over(300_000, { periods: 3 }),
    },
    {
      AlarmName: alarm.executionsFailed,
      AlarmDescription: 'A batch’s execution has failed: its documents in work have failed with it.',
      Namespace: 'AWS/States',
      MetricName: 'ExecutionsFailed',
      Dimensions: [machine],
      Statistic: 'Sum',
      ...over(0),
    },
    {
      AlarmName: alarm.executionsTimedOut,
      AlarmDescription: 'A batch’s execution has not ended within 24 hours.',
      Namespace: 'AWS/States',
      MetricName: 'ExecutionsTimedOut',
      Dimensions: [machine],
      Statistic: 'Sum',
      ...over(0),
    },
    {
      AlarmName: alarm.processorErrors,
      AlarmDescription: 'More documents fail in a stage than bad files explain.',
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [processor],
      Statistic: 'Sum',
      ...over(20, { seconds: 300 }),
    },
    {
      AlarmName: alarm.processorThrottles,
      AlarmDescription: 'Lambda turns the document processor away.',
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
      Dimensions: [processor],
      Statistic: 'Sum',
      ...over(0),
    },
    {
      AlarmName: alarm.tableReadThrottles,
      AlarmDescription: 'The table turns reads away.',
      Namespace: 'AWS/DynamoDB',
      MetricName: 'ReadThrottleEvents',
      Dimensions: [table],
      Statistic: 'Sum',
      ...over(0),
    },
    {
      AlarmName: alarm.tableWriteThrottles,
      AlarmDescription: 'The table turns writes away.',
      Namespace: 'AWS/DynamoDB',
      MetricName: 'WriteThrottleEvents',
      Dimensions: [table],
      Statistic: 'Sum',
      ...over(0),
    },
  ];
}

/** The queue of the events that tell of the end of an execution and could not be used. */
export function nameExecutionEndedFailures({ extraction }: Pick<PipelineNames, 'extraction'>): string {
  return `${extraction.stateMachine}-ended-failures`;
}

/** Each alarm is named after the thing that it watches. */
export function pipelineAlarmNames(names: PipelineNames) {
  const { extraction, extractionFunctions, downloads } = names;
  return {
    documentDeadLetters: `${extraction.documentDeadLetterQueue}-not-empty`,
    webhookDeadLetters: `${extraction.webhookDeadLetterQueue}-not-empty`,
    fileDeadLetters: `${downloads.fileDeadLetterQueue}-not-empty`,
    documentQueueAge: `${extraction.documentQueue}-oldest-message`,
    attentionFailures: `${nameAttentionFailures(names)}-not-empty`,
    executionEndedFailures: `${nameExecutionEndedFailures(names)}-not-empty`,
    attentionLate: `${extractionFunctions.keepAttention}-late`,
    executionsFailed: `${extraction.stateMachine}-failed`,
    executionsTimedOut: `${extraction.stateMachine}-timed-out`,
    processorErrors: `${extractionFunctions.processDocument}-errors`,
    processorThrottles: `${extractionFunctions.processDocument}-throttles`,
    tableReadThrottles: `${extraction.table}-read-throttles`,
    tableWriteThrottles: `${extraction.table}-write-throttles`,
  } as const;
}

function depth(AlarmName: string, queue: string, of: string): AlarmSettings {
  return {
    AlarmName,
    AlarmDescription: `There are dead letters of ${of}. They go after 14 days.`,
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: queue }],
    Statistic: 'Maximum',
    ...over(0),
  };
}

function over(Threshold: number, { seconds = 60, periods = 1 } = {}) {
  return {
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold,
    Period: seconds,
    EvaluationPeriods: periods,
    // Idle queues and functions report no data, which is normal.
    TreatMissingData: 'notBreaching',
  } as const;
}
