import { expect, it } from 'vitest';
import { placeOfAlarm, placeOfQueue } from '#shared/domain/monitor/place-of-alarm.ts';
import { namesByConvention } from '#shared/domain/naming-convention.ts';

const names = namesByConvention('sandbox');
const { extraction, downloads } = names;

const ofQueue = (queue: string) => ({ QueueName: queue });
const depth = 'ApproximateNumberOfMessagesVisible';
const age = 'ApproximateAgeOfOldestMessage';
const charts = (group: string) => ({ desk: 'monitor', group, alarm: null });
const failed = { desk: 'triage', status: 'FAILED' };

it.each([
  [
    'AWS/SQS',
    depth,
    ofQueue(extraction.documentDeadLetterQueue),
    { desk: 'dead-letters', queue: extraction.documentDeadLetterQueue },
  ],
  [
    'AWS/SQS',
    age,
    ofQueue(extraction.webhookDeadLetterQueue),
    { desk: 'dead-letters', queue: extraction.webhookDeadLetterQueue },
  ],
  ['AWS/SQS', age, ofQueue(extraction.documentQueue), charts('queues')],
  ['AWS/SQS', depth, ofQueue(extraction.webhookQueue), charts('queues')],
  ['AWS/SQS', depth, ofQueue(downloads.fileDeadLetterQueue), { desk: 'downloads', standing: 'stuck' }],
  ['AWS/SQS', age, ofQueue(downloads.fileQueue), { desk: 'downloads', standing: 'never-picked-up' }],
  ['AWS/SQS', depth, ofQueue(downloads.fileQueue), { desk: 'downloads', standing: null }],
  ['AWS/States', 'ExecutionsFailed', {}, failed],
  [
    'AWS/States',
    'ExecutionsFailed',
    { StateMachineArn: `arn:aws:states:eu-west-1:1:stateMachine:${extraction.stateMachine}` },
    failed,
  ],
  ['AWS/Lambda', 'Errors', { FunctionName: names.extractionFunctions.finaliseBatch }, failed],
  ['AWS/States', 'ExecutionsTimedOut', {}, failed],
  ['AWS/States', 'ExecutionThrottled', {}, charts('executions')],
  ['AWS/Lambda', 'Errors', {}, failed],
  ['AWS/Lambda', 'Throttles', {}, charts('functions')],
  ['AWS/DynamoDB', 'ReadThrottleEvents', { TableName: downloads.jobsTable }, charts('tables')],
])('%s %s of %j has its desk', (namespace, name, dimensions, place) => {
  expect(placeOfAlarm({ name: 'an alarm', metric: { namespace, name, dimensions } }, names)).toEqual(place);
});

it.each([
  null,
  { namespace: 'AWS/EC2', name: 'CPUUtilization', dimensions: {} },
  { namespace: 'AWS/SQS', name: depth, dimensions: ofQueue('somebody-elses') },
  { namespace: 'AWS/SQS', name: depth, dimensions: {} },
  { namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName: 'somebody-elses' } },
  {
    namespace: 'AWS/States',
    name: 'ExecutionsFailed',
    dimensions: { StateMachineArn: 'arn:aws:states:eu-west-1:1:stateMachine:somebody-elses' },
  },
  { namespace: 'AWS/DynamoDB', name: 'ReadThrottleEvents', dimensions: { TableName: 'somebody-elses' } },
])('what nobody knows (%j) is the alarm itself', (metric) => {
  expect(placeOfAlarm({ name: 'an alarm', metric }, names)).toEqual({
    desk: 'monitor',
    group: null,
    alarm: 'an alarm',
  });
});

it('what died in a queue is for the desk of its alarm', () => {
  const { documentDeadLetterQueue: documents } = extraction;
  expect(placeOfQueue(documents, names)).toEqual({ desk: 'dead-letters', queue: documents });
  expect(placeOfQueue(downloads.fileDeadLetterQueue, names)).toEqual({
    desk: 'downloads',
    standing: 'stuck',
  });
  expect(placeOfQueue('somebody-elses', names)).toEqual(charts('queues'));
});
