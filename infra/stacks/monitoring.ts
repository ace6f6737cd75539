import { Fn, type App, type Stack } from 'aws-cdk-lib';
import { CfnAlarm, CfnDashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { pipelineAlarmNames, pipelineAlarms } from '../../src-pipelines/alarms.ts';
import { pipelineMetrics } from '../../src-pipelines/extraction/metrics.ts';
import { createStack, ownArn, type Deployment } from '../deployment.ts';

/** The alarms that page the pipelines' owners, and one dashboard. */
export function defineMonitoring(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'monitoring', 'Alarms and a dashboard.');
  defineAlarms(stack, deployment);
  new CfnDashboard(stack, 'Dashboard', {
    dashboardName: deployment.own.dashboard,
    dashboardBody: Fn.sub(JSON.stringify({ widgets: layOut(listWidgets(deployment)) })),
  });
  return stack;
}

/** One definition: these are the settings that `src-pipelines/alarms.ts` declares. */
function defineAlarms(stack: Stack, { names, settings }: Deployment): void {
  const machine = ownArn('states', `stateMachine:${names.extraction.stateMachine}`);
  const ids = new Map(Object.entries(pipelineAlarmNames(names)).map(([id, name]) => [name as string, id]));
  for (const alarm of pipelineAlarms(names, machine)) {
    const id = ids.get(alarm.AlarmName) ?? '';
    new CfnAlarm(stack, `${id.charAt(0).toUpperCase()}${id.slice(1)}Alarm`, {
      alarmName: alarm.AlarmName,
      alarmDescription: alarm.AlarmDescription,
      namespace: alarm.Namespace,
      metricName: alarm.MetricName,
      dimensions: alarm.Dimensions?.map(({ Name = '', Value = '' }) => ({ name: Name, value: Value })),
      statistic: alarm.Statistic,
      comparisonOperator: alarm.ComparisonOperator ?? '',
      threshold: alarm.Threshold,
      period: alarm.Period,
      evaluationPeriods: alarm.EvaluationPeriods ?? 1,
      treatMissingData: alarm.TreatMissingData,
      ...(settings.alarmTopicArn !== undefined && {
        alarmActions: [settings.alarmTopicArn],
        okActions: [settings.alarmTopicArn],
      }),
    });
  }
}

interface Widget {
  readonly title: string;
  /** CloudWatch's own notation: namespace, metric, then names and values of dimensions, then options. */
  readonly metrics: readonly (readonly unknown[])[];
  readonly stat: 'Sum' | 'Maximum' | 'Average' | 'p90';
}

/** The questions of a person on call, in the order in which they ask them. */
function listWidgets({ names, own, settings: { stage } }: Deployment): readonly Widget[] {
  const { extraction, downloads } = names;
  const machine = `arn:\${AWS::Partition}:states:\${AWS::Region}:\${AWS::AccountId}:stateMachine:${extraction.stateMachine}`;
  const ofMachine = (...metrics: readonly string[]) =>
    metrics.map((metric) => ['AWS/States', metric, 'StateMachineArn', machine]);
  const ofFunctions = (metric: string) =>
    Object.values(own.functions).map((name) => ['AWS/Lambda', metric, 'FunctionName', name]);
  const ofTables = (metric: string) =>
    [extraction.table, downloads.jobsTable, downloads.batchesTable].map((table) => [
      'AWS/DynamoDB',
      metric,
      'TableName',
      table,
    ]);
  const { namespace, documentsEnded, documentScore, batchSeconds } = pipelineMetrics;
  return [
    {
      title: 'Dead letters',
      metrics: queueMetrics(
        'ApproximateNumberOfMessagesVisible',
        extraction.documentDeadLetterQueue,
        extraction.webhookDeadLetterQueue,
        downloads.fileDeadLetterQueue,
      ),
      stat: 'Maximum',
    },
    {
      title: 'Age of the oldest message (s)',
      metrics: queueMetrics(
        'ApproximateAgeOfOldestMessage',
        extraction.documentQueue,
        extraction.webhookQueue,
        downloads.fileQueue,
      ),
      stat: 'Maximum',
    },
    {
      title: 'Executions',
      metrics: ofMachine(
        'ExecutionsStarted',
        'ExecutionsSucceeded',
        'ExecutionsFailed',
        'ExecutionsTimedOut',
        'ExecutionsAborted',
      ),
      stat: 'Sum',
    },
    {
      title: 'Documents by outcome',
      metrics: ['SUCCEEDED', 'REVIEW_REQUIRED', 'FAILED'].map((outcome) => [
        namespace,
        documentsEnded,
        'Outcome',
        outcome,
      ]),
      stat: 'Sum',
    },
    { title: 'Score of documents', metrics: [[namespace, documentScore]], stat: 'Average' },
    { title: 'Time of a batch (s)', metrics: [[namespace, batchSeconds]], stat: 'p90' },
    { title: 'Errors of functions', metrics: ofFunctions('Errors'), stat: 'Sum' },
    { title: 'Throttles of functions', metrics: ofFunctions('Throttles'), stat: 'Sum' },
    { title: 'Time of functions (ms)', metrics: ofFunctions('Duration'), stat: 'p90' },
    {
      title: 'Throttled reads and writes',
      metrics: [...ofTables('ReadThrottleEvents'), ...ofTables('WriteThrottleEvents')],
      stat: 'Sum',
    },
    {
      title: 'Capacity consumed by the single table',
      metrics: ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits'].map((metric) => [
        'AWS/DynamoDB',
        metric,
        'TableName',
        extraction.table,
      ]),
      stat: 'Sum',
    },
    {
      // A pattern that grows faster than the documents do is the first sign of an index that does not fit.
      title: 'Calls by access pattern',
      metrics: [[{ expression: searchPatterns(stage), label: '' }]],
      stat: 'Sum',
    },
  ];
}

function queueMetrics(metric: string, ...queues: readonly string[]): readonly (readonly unknown[])[] {
  return queues.map((queue) => ['AWS/SQS', metric, 'QueueName', queue]);
}

/** The functions count each of their queries under its pattern's name. A search finds those that there will be, too. */
function searchPatterns(stage: string): string {
  return `SEARCH('{Autowired/QueryPatterns,Stage,Pattern} MetricName="Count" Stage="${stage}"', 'Sum', 300)`;
}

/** Three in a row of CloudWatch's 24 columns. */
function layOut(widgets: readonly Widget[]): readonly object[] {
  const [columns, width, height] = [3, 8, 6];
  return widgets.map(({ title, metrics, stat }, place) => ({
    type: 'metric',
    x: (place % columns) * width,
    y: Math.floor(place / columns) * height,
    width,
    height,
    properties: { title, metrics, stat, period: 300, region: '${AWS::Region}', view: 'timeSeries' },
  }));
}
