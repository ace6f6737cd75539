import { expect, it, test } from 'vitest';
import {
  ofFunction,
  ofQueue,
  placeOfAlarm,
  placeOfQueue,
  describePlace,
  queueOfDepth,
} from '#shared/domain/monitor/place-of-alarm.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';

const names = namesByConvention('sandbox');
const { extraction, downloads } = names;

const inQueue = (queue: string) => ({ QueueName: queue });
const depth = 'ApproximateNumberOfMessagesVisible';
const age = 'ApproximateAgeOfOldestMessage';
const charts = (group: string) => ({ desk: 'monitor', group, alarm: null });
const failed = { desk: 'triage', status: 'FAILED' };

it.each([
  [
    'AWS/SQS',
    depth,
    inQueue(extraction.documentDeadLetterQueue),
    { desk: 'dead-letters', queue: extraction.documentDeadLetterQueue },
  ],
  [
    'AWS/SQS',
    age,
    inQueue(extraction.webhookDeadLetterQueue),
    { desk: 'dead-letters', queue: extraction.webhookDeadLetterQueue },
  ],
  ['AWS/SQS', age, inQueue(extraction.documentQueue), charts('queues')],
  ['AWS/SQS', depth, inQueue(extraction.webhookQueue), charts('queues')],
  [
    'AWS/SQS',
    depth,
    inQueue(downloads.fileDeadLetterQueue),
    { desk: 'dead-letters', queue: downloads.fileDeadLetterQueue },
  ],
  ['AWS/SQS', age, inQueue(downloads.fileQueue), { desk: 'downloads', standing: 'never-picked-up' }],
  ['AWS/SQS', depth, inQueue(downloads.fileQueue), { desk: 'downloads', standing: null }],
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
])('%s %s of %j has its page', (namespace, name, dimensions, place) => {
  expect(placeOfAlarm({ name: 'an alarm', metric: { namespace, name, dimensions } }, names)).toEqual(place);
});

it.each([
  null,
  { namespace: 'AWS/EC2', name: 'CPUUtilization', dimensions: {} },
  { namespace: 'AWS/SQS', name: depth, dimensions: inQueue('foreign') },
  { namespace: 'AWS/SQS', name: depth, dimensions: {} },
  { namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName: 'foreign' } },
  {
    namespace: 'AWS/States',
    name: 'ExecutionsFailed',
    dimensions: { StateMachineArn: 'arn:aws:states:eu-west-1:1:stateMachine:foreign' },
  },
  { namespace: 'AWS/DynamoDB', name: 'ReadThrottleEvents', dimensions: { TableName: 'foreign' } },
])('an unknown alarm (%j) leads to the alarm itself', (metric) => {
  expect(placeOfAlarm({ name: 'an alarm', metric }, names)).toEqual({
    desk: 'monitor',
    group: null,
    alarm: 'an alarm',
  });
});

it('messages that died in a queue lead to the page of its alarm', () => {
  const { documentDeadLetterQueue: documents } = extraction;
  expect(placeOfQueue(documents, names)).toEqual({ desk: 'dead-letters', queue: documents });
  expect(placeOfQueue(downloads.fileDeadLetterQueue, names)).toEqual({
    desk: 'dead-letters',
    queue: downloads.fileDeadLetterQueue,
  });
  expect(placeOfQueue('foreign', names)).toEqual(charts('queues'));
});

test('a place is named by its page and what is shown there', () => {
  expect(describePlace({ desk: 'dead-letters', queue: 'q' })).toEqual({
    short: 'Queue',
    long: 'Open the queue',
  });
  expect(describePlace({ desk: 'triage', status: 'FAILED' }).long).toBe('Open the failed batches');
  expect(describePlace({ desk: 'triage', status: 'PROCESSING' }).short).toBe('Batches in progress');
  expect(describePlace({ desk: 'review' }).short).toBe('Review');
  expect(describePlace({ desk: 'downloads', standing: null }).short).toBe('Downloads');
  expect(describePlace({ desk: 'downloads', standing: 'stuck' }).short).toBe('Stuck files');
  expect(describePlace({ desk: 'downloads', standing: 'never-picked-up' }).short).toBe('Never picked up');
  expect(describePlace({ desk: 'monitor', group: 'tables', alarm: null }).short).toBe('Charts');
  expect(describePlace({ desk: 'monitor', group: null, alarm: 'latency' }).long).toBe('Open the alarm');
});

const depthOfLetters = ofQueue('ApproximateNumberOfMessagesVisible', 'letters');

it('finds the queue whose depth a metric is', () => {
  expect(queueOfDepth(depthOfLetters)).toBe('letters');
});

it.each([
  null,
  ofQueue('ApproximateAgeOfOldestMessage', 'letters'),
  ofFunction('Errors', 'letters'),
  { ...depthOfLetters, namespace: 'Mine' },
  { ...depthOfLetters, dimensions: {} },
])('finds no queue for %j', (metric) => {
  expect(queueOfDepth(metric)).toBeNull();
});
