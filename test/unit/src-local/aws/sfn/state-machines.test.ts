import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeStateMachineCommand,
  DescribeStateMachineForExecutionCommand,
  ListStateMachinesCommand,
  ListTagsForResourceCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateStateMachineCommand,
  type CreateStateMachineCommandInput,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { expect, test } from 'vitest';
import { aPocketAws, startOfTime } from '#test/builders/a-pocket-aws.ts';
import { aFunction, aMachine, describe, inSequence, outcome, role, start, story } from './machines.ts';

const pass = inSequence({ One: { Type: 'Pass', Result: 1 } });

function create(sfn: SFNClient, more: Partial<CreateStateMachineCommandInput>): Promise<unknown> {
  const definition = JSON.stringify(pass);
  return sfn.send(new CreateStateMachineCommand({ name: 'machine', definition, roleArn: role, ...more }));
}

test('a machine is made, described and listed', async () => {
  const { sfn } = aPocketAws();
  const stateMachineArn = await aMachine(sfn, pass, 'b');
  expect(stateMachineArn).toBe('arn:aws:states:local:000000000000:stateMachine:b');
  const { $metadata: _, ...described } = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
  expect(described).toEqual({
    stateMachineArn,
    name: 'b',
    status: 'ACTIVE',
    definition: JSON.stringify(pass),
    roleArn: role,
    type: 'STANDARD',
    creationDate: new Date(startOfTime),
    loggingConfiguration: { level: 'OFF', includeExecutionData: false },
    tracingConfiguration: { enabled: false },
    encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
  });
  await aMachine(sfn, pass, 'a');
  const { stateMachines } = await sfn.send(new ListStateMachinesCommand({}));
  expect(stateMachines?.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'STANDARD'],
    ['b', 'STANDARD'],
  ]);
});

test('making it again is nothing new, unless the definition is', async () => {
  const { sfn, clock } = aPocketAws();
  const stateMachineArn = await aMachine(sfn, pass);
  await clock.advance(1_000);
  const again = await create(sfn, { roleArn: `${role}-2`, tags: [{ key: 'a', value: 'b' }] });
  expect(again).toMatchObject({ stateMachineArn, creationDate: new Date(startOfTime) });
  const { roleArn } = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
  expect(roleArn).toBe(role);
  await expect(create(sfn, { definition: JSON.stringify(pass, null, 1) })).rejects.toMatchObject({
    name: 'StateMachineAlreadyExists',
    message: `State Machine Already Exists: '${stateMachineArn}'`,
  });
});

test.each<[string, Partial<CreateStateMachineCommandInput>]>([
  ['InvalidName', { name: 'no spaces' }],
  ['InvalidArn', { roleArn: 'states' }],
  ['StateMachineTypeNotSupported', { type: 'EXPRESS' }],
  ['InvalidLoggingConfiguration', { loggingConfiguration: { level: 'ALL' } }],
  ['InvalidTracingConfiguration', { tracingConfiguration: { enabled: true } }],
  ['InvalidEncryptionConfiguration', { encryptionConfiguration: { type: 'CUSTOMER_MANAGED_KMS_KEY' } }],
  ['ValidationException', { publish: true }],
  ['ValidationException', { versionDescription: 'first' }],
  ['InvalidDefinition', { definition: '{}' }],
  ['InvalidDefinition', { definition: 'not json' }],
])('%s where something cannot be had', async (name, more) => {
  const { sfn } = aPocketAws();
  await expect(create(sfn, more)).rejects.toMatchObject({ name });
  const { stateMachines } = await sfn.send(new ListStateMachinesCommand({}));
  expect(stateMachines).toEqual([]);
});

test('default values may be given', async () => {
  const { sfn } = aPocketAws();
  await create(sfn, {
    type: 'STANDARD',
    loggingConfiguration: { level: 'OFF', includeExecutionData: false },
    tracingConfiguration: { enabled: false },
    encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
    publish: false,
  });
});

test.each([
  ['another service', { Type: 'Task', Resource: 'arn:aws:states:::sns:publish', Parameters: {} }],
  ['a job run', { Type: 'Task', Resource: 'arn:aws:states:::states:startExecution.sync:2', Parameters: {} }],
  ['a service of another kind', { Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:ec2:describeInstances' }],
  [
    'a parameter that is not handed on',
    {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage',
      Parameters: { QueueUrl: 'q', MessageBody: 'm', Colour: 'red' },
    },
  ],
  [
    'an asynchronous invocation',
    {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: 'f', InvocationType: 'Event' },
    },
  ],
  ['a JSONata state', { Type: 'Pass', QueryLanguage: 'JSONata', Output: '{% 1 %}' }],
  [
    'a distributed Map of express children',
    {
      Type: 'Map',
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'EXPRESS' },
        ...pass,
      },
    },
  ],
])('a definition with %s is refused', async (_what, state) => {
  const { sfn } = aPocketAws();
  const nested = {
    Type: 'Parallel',
    Branches: [inSequence({ In: { Type: 'Map', ItemProcessor: inSequence({ State: state }) } })],
  };
  for (const [index, states] of [{ State: state }, { Nested: nested }].entries()) {
    await expect(aMachine(sfn, inSequence(states), `m${index}`)).rejects.toMatchObject({
      name: 'InvalidDefinition',
      message: expect.stringContaining('/State'),
    });
  }
});

test('an update counts for executions that begin after it', async () => {
  const { sfn, clock } = aPocketAws();
  const states = { Pause: { Type: 'Wait', Seconds: 5 }, Result: { Type: 'Pass', Result: 'old' } };
  const machine = await aMachine(sfn, inSequence(states));
  const before = await start(sfn, machine);
  await clock.advance(1_000);
  const definition = JSON.stringify(inSequence({ Result: { Type: 'Pass', Result: 'new' } }));
  const update = await sfn.send(
    new UpdateStateMachineCommand({ stateMachineArn: machine, definition, roleArn: `${role}-2` }),
  );
  expect(update.updateDate).toEqual(new Date(startOfTime + 1_000));
  const after = await start(sfn, machine);
  await clock.advance(5_000);
  expect([await outcome(sfn, before), await outcome(sfn, after)]).toEqual(['old', 'new']);
  const now = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn: machine }));
  expect(now).toMatchObject({ definition, roleArn: `${role}-2`, revisionId: update.revisionId });
  const then = await sfn.send(new DescribeStateMachineForExecutionCommand({ executionArn: before }));
  expect(then).toMatchObject({
    stateMachineArn: machine,
    name: 'machine',
    definition: JSON.stringify(inSequence(states)),
    roleArn: role,
    updateDate: new Date(startOfTime),
  });
  expect(then.revisionId).toBeUndefined();
});

test('an update says what it changes', async () => {
  const { sfn } = aPocketAws();
  const stateMachineArn = await aMachine(sfn, pass);
  await expect(sfn.send(new UpdateStateMachineCommand({ stateMachineArn }))).rejects.toMatchObject({
    name: 'MissingRequiredParameter',
    message:
      'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
  });
  const wrong = new UpdateStateMachineCommand({ stateMachineArn, definition: '{}' });
  await expect(sfn.send(wrong)).rejects.toMatchObject({ name: 'InvalidDefinition' });
});

test('a deleted machine goes with its executions, which end at their next step', async () => {
  const { sfn, clock } = aPocketAws();
  const machine = await aMachine(
    sfn,
    inSequence({ Pause: { Type: 'Wait', Seconds: 5 }, After: { Type: 'Pass' } }),
  );
  const execution = await start(sfn, machine);
  await sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
  const { status } = await sfn.send(new DescribeStateMachineCommand({ stateMachineArn: machine }));
  expect(status).toBe('DELETING');
  expect((await describe(sfn, execution)).status).toBe('RUNNING');
  await expect(start(sfn, machine)).rejects.toMatchObject({ name: 'StateMachineDeleting' });
  await clock.advance(5_000);
  expect(await outcome(sfn, execution)).toEqual({
    status: 'FAILED',
    error: 'States.Runtime',
    cause: 'State machine machine has been deleted',
  });
  expect((await story(sfn, execution)).slice(1)).toEqual([
    '2 WaitStateEntered <- 0',
    '3 ExecutionFailed <- 2',
  ]);
  const gone = sfn.send(new DescribeStateMachineCommand({ stateMachineArn: machine }));
  await expect(gone).rejects.toMatchObject({ name: 'StateMachineDoesNotExist' });
  await sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
});

test('a new machine of an old name has none of its executions', async () => {
  const { sfn } = aPocketAws();
  const machine = await aMachine(sfn, pass);
  const execution = await start(sfn, machine, {}, 'a');
  await sfn.send(new DeleteStateMachineCommand({ stateMachineArn: machine }));
  await aMachine(sfn, inSequence({ Two: { Type: 'Pass', Result: 2 } }));
  await expect(describe(sfn, execution)).rejects.toMatchObject({ name: 'ExecutionDoesNotExist' });
  expect(await outcome(sfn, await start(sfn, machine, {}, 'a'))).toBe(2);
});

test('machines can be tagged', async () => {
  const { sfn } = aPocketAws();
  const resourceArn = await aMachine(sfn, inSequence({ One: { Type: 'Task', Resource: aFunction('x') } }));
  const tagsOf = async (): Promise<unknown> =>
    (await sfn.send(new ListTagsForResourceCommand({ resourceArn }))).tags;
  expect(await tagsOf()).toEqual([]);
  const tags = [
    { key: 'constructor', value: 'ann' },
    { key: 'stage', value: '' },
  ];
  await sfn.send(new TagResourceCommand({ resourceArn, tags }));
  await sfn.send(new TagResourceCommand({ resourceArn, tags: [{ key: 'stage', value: 'test' }] }));
  expect(await tagsOf()).toEqual([tags[0], { key: 'stage', value: 'test' }]);
  await sfn.send(new UntagResourceCommand({ resourceArn, tagKeys: ['constructor', 'other'] }));
  expect(await tagsOf()).toEqual([{ key: 'stage', value: 'test' }]);
  const many = Array.from({ length: 50 }, (_, index) => ({ key: `k${index}`, value: '' }));
  await expect(sfn.send(new TagResourceCommand({ resourceArn, tags: many }))).rejects.toMatchObject({
    name: 'TooManyTags',
    resourceName: resourceArn,
  });
  const nowhere = new ListTagsForResourceCommand({ resourceArn: `${resourceArn}x` });
  await expect(sfn.send(nowhere)).rejects.toMatchObject({ name: 'ResourceNotFound' });
});
