import { describe, expect, it } from 'vitest';
import { functions } from '../../src-pipelines/functions.ts';
import { findResource, listResources, synthesise, type Resource, type Templates } from './deployments.ts';

const sandbox = synthesise();

function listAll(type: string): ReadonlyMap<string, Resource> {
  const { processing, downloads, api } = sandbox;
  return new Map([processing, downloads, api].flatMap((template) => [...listResources(template, type)]));
}

describe('Functions', () => {
  const all = listAll('AWS::Lambda::Function');

  it('are all there, on arm64 with X-Ray, a log that ends and a role of their own', () => {
    expect(all.size).toBe(Object.keys(functions).length);
    for (const [id, { read }] of all) {
      expect(read('Architectures')).toEqual(['arm64']);
      expect(read('Runtime')).toBe('nodejs22.x');
      expect(read('TracingConfig.Mode')).toBe('Active');
      expect(read('Role')).toEqual({ 'Fn::GetAtt': [`${id}Role`, 'Arn'] });
      expect(read('LoggingConfig.LogGroup')).toEqual({ Ref: `${id}Logs` });
    }
    for (const { read } of listAll('AWS::Logs::LogGroup').values())
      expect(Number(read('RetentionInDays')) > 0).toBe(true);
  });

  it('that the state machine calls have 1 GB and 5 minutes', () => {
    for (const id of ['ListDocuments', 'ProcessDocument', 'MarkDocumentFailed', 'FinaliseBatch']) {
      expect(all.get(id)?.read('MemorySize')).toBe(1_024);
      expect(all.get(id)?.read('Timeout')).toBe(300);
    }
  });

  it('read with Textract and Bedrock, or with a stand-in that the settings name', () => {
    const live = ['GUARDRAIL_ID', 'GUARDRAIL_VERSION', 'MODEL_ID', 'STAGE'];
    expect(listVariables(sandbox).toSorted()).toEqual(live);
    const endpoints = ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL_TEXTRACT'];
    const standIn = synthesise({ standInReaders: 'https://readers.example' });
    expect(listVariables(standIn).toSorted()).toEqual([...endpoints, ...live]);
  });
});

describe('The state machine', () => {
  const machine = findResource(sandbox.processing, 'AWS::StepFunctions::StateMachine');
  const definition = JSON.parse(machine.read('DefinitionString.Fn::Sub') as string) as {
    readonly TimeoutSeconds: number;
    readonly States: { readonly ProcessDocuments: { readonly MaxConcurrency: number } };
  };

  it('has the name that its ARN in policies is computed from', () => {
    expect(machine.read('StateMachineName')).toBe('autowire-batch-processing-sandbox');
  });

  it('ends after 24 hours, and processes 10 documents at once', () => {
    expect(definition.TimeoutSeconds).toBe(86_400);
    expect(definition.States.ProcessDocuments.MaxConcurrency).toBe(10);
  });
});

describe('Queues', () => {
  const queues = listAll('AWS::SQS::Queue');

  it('give a document 3 receives, a webhook 5 and a download 3', () => {
    expect(
      ['DocumentQueue', 'WebhookQueue', 'FileQueue'].map((id) =>
        queues.get(id)?.read('RedrivePolicy.maxReceiveCount'),
      ),
    ).toEqual([3, 5, 3]);
  });

  it('keep dead letters for 14 days', () => {
    const deadLetters = [...queues].filter(([id]) => id.endsWith('DeadLetters'));
    expect(deadLetters.length).toBe(3);
    for (const [, { read }] of deadLetters) expect(read('MessageRetentionPeriod')).toBe(14 * 86_400);
  });

  it('hide a message for as long as its consumer may take', () => {
    for (const [queue, consumer] of [
      ['DocumentQueue', 'IngestFiles'],
      ['WebhookQueue', 'DeliverWebhook'],
      ['FileQueue', 'DownloadFile'],
    ] as const) {
      const timeout = Number(listAll('AWS::Lambda::Function').get(consumer)?.read('Timeout'));
      expect(Number(queues.get(queue)?.read('VisibilityTimeout')) >= timeout).toBe(true);
    }
  });

  it('hand a failed message back alone, and webhooks one at a time', () => {
    const sources = listAll('AWS::Lambda::EventSourceMapping');
    expect(sources.size).toBe(4);
    for (const { read } of sources.values()) {
      expect(read('FunctionResponseTypes')).toEqual(['ReportBatchItemFailures']);
    }
    expect(sources.get('DeliverWebhookSource')?.read('BatchSize')).toBe(1);
  });

  it('are taken by so few functions that the files of one batch do not wait until they are dead letters', () => {
    const source = listAll('AWS::Lambda::EventSourceMapping').get('IngestFilesSource');
    expect(source?.read('ScalingConfig')).toEqual({ MaximumConcurrency: 50 });
  });
});

describe('The stream of the table', () => {
  const source = listAll('AWS::Lambda::EventSourceMapping').get('KeepAttentionSource');
  const filters = source?.read('FilterCriteria.Filters') as
    | readonly { readonly Pattern: string }[]
    | undefined;
  const patterns = (filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as unknown);

  it('has both images of a change', () => {
    const table = findResource(sandbox.database, 'AWS::DynamoDB::Table');
    expect(table.read('StreamSpecification')).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
  });

  it('tells one function of batches, deliveries and who works on a batch, a few seconds of them together', () => {
    expect(source?.read('MaximumBatchingWindowInSeconds')).toBe(5);
    expect(source?.read('BatchSize')).toBe(1_000);
    expect(patterns).toEqual(
      ['BATCH#', 'DELIVERY#', 'WORK', 'CORRECTIONS#'].map((prefix) => ({
        dynamodb: { Keys: { PK: { S: [{ prefix: 'TENANT#' }] }, SK: { S: [{ prefix }] } } },
      })),
    );
  });

  it('tells a queue of what could not be used, in halves down to the one record', () => {
    expect(source?.read('BisectBatchOnFunctionError')).toBe(true);
    expect(source?.read('MaximumRetryAttempts')).toBe(10);
    expect(source?.read('DestinationConfig.OnFailure.Destination')).toEqual({
      'Fn::GetAtt': ['AttentionFailures', 'Arn'],
    });
    expect(queues().get('AttentionFailures')?.read('MessageRetentionPeriod')).toBe(14 * 86_400);
  });

  function queues() {
    return listAll('AWS::SQS::Queue');
  }
});

describe('Schedules and events', () => {
  const rules = [...listAll('AWS::Events::Rule').values()];

  it('are retried twice, by EventBridge and by Lambda', () => {
    expect(rules.filter(({ read }) => read('ScheduleExpression') !== undefined).length).toBe(4);
    for (const { read } of rules) {
      // An ended execution is told once, and is tried for longer.
      if (read('ScheduleExpression') !== undefined)
        expect(read('Targets.0.RetryPolicy.MaximumRetryAttempts')).toBe(2);
    }
    for (const { read } of listAll('AWS::Lambda::EventInvokeConfig').values()) {
      expect(read('MaximumRetryAttempts')).toBe(2);
    }
  });

  it('keep an end of an execution that could not be told, after all the retries of EventBridge', () => {
    const queue = { 'Fn::GetAtt': ['ExecutionEndedFailures', 'Arn'] };
    const ended = rules.find(({ read }) => read('EventPattern') !== undefined);
    expect(ended?.read('Targets.0.RetryPolicy')).toBe(undefined);
    expect(ended?.read('Targets.0.DeadLetterConfig.Arn')).toEqual(queue);
    const lambda = listAll('AWS::Lambda::Function').get('ExecutionEnded');
    expect(lambda?.read('DeadLetterConfig.TargetArn')).toEqual(queue);
    const role = JSON.stringify(listAll('AWS::IAM::Role').get('ExecutionEndedRole')?.properties);
    expect(role).toContain(
      JSON.stringify({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue }).slice(1, -1),
    );
    const kept = listAll('AWS::SQS::Queue').get('ExecutionEndedFailures');
    expect(kept?.read('MessageRetentionPeriod')).toBe(14 * 86_400);
    const policy = listAll('AWS::SQS::QueuePolicy').get('ExecutionEndedFailuresPolicy');
    expect(policy?.read('PolicyDocument.Statement.1')).toMatchObject({
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Condition: {
        ArnEquals: {
          'aws:SourceArn': {
            'Fn::Sub':
              'arn:${AWS::Partition}:events:${AWS::Region}:${AWS::AccountId}:rule/autowired-execution-ended-sandbox',
          },
        },
      },
    });
  });

  it('include each execution of this state machine that has ended', () => {
    const ended = rules.find(({ read }) => read('EventPattern') !== undefined);
    expect(ended?.read('EventPattern.detail.status')).toEqual([
      'SUCCEEDED',
      'FAILED',
      'TIMED_OUT',
      'ABORTED',
    ]);
    expect(JSON.stringify(ended?.read('EventPattern.detail.stateMachineArn'))).toMatch(
      /stateMachine:autowire-batch-processing-sandbox"/,
    );
  });
});

function listVariables({ processing }: Templates): readonly string[] {
  const found = listResources(processing, 'AWS::Lambda::Function').get('ProcessDocument');
  return Object.keys(found?.read('Environment.Variables') as object);
}
