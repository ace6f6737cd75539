import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, required, string, structure } from '../../protocol/shapes.ts';
import { machineArn } from '../arns.ts';
import type { Engine } from '../engine.ts';
import { parseDefinition } from '../language/definition.ts';
import { checkName } from '../names.ts';
import { forgetEarlierMachine, isOnRecord, revisionOf } from '../state-machines.ts';
import { checkTasks } from '../tasks/check-tasks.ts';
import {
  checkRole,
  checkSettings,
  definitionText,
  encryptionConfiguration,
  loggingConfiguration,
  machineName,
  roleArn,
  tracingConfiguration,
} from './machine-settings.ts';
import { operation, seconds } from './sfn-operation.ts';
import { tags, withTags } from './tag-list.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_CreateStateMachine.html */
export const createStateMachine = operation({
  name: 'CreateStateMachine',
  input: structure({
    name: required(machineName),
    definition: required(definitionText),
    roleArn: required(roleArn),
    type: string({ oneOf: ['STANDARD', 'EXPRESS'] }),
    loggingConfiguration,
    tracingConfiguration,
    encryptionConfiguration,
    tags,
    publish: boolean(),
  }),
  async run(engine, input) {
    checkName(input.name);
    checkRole(input.roleArn);
    checkSettings(input);
    if (input.type === 'EXPRESS') {
      const message = "State Machine Type Not Supported: 'EXPRESS' state machines are not part of this world";
      throw new AwsError('StateMachineTypeNotSupported', message);
    }
    const { definition } = input;
    checkTasks(await parseDefinition(definition, () => isOnRecord(engine, definition)));
    const arn = machineArn(engine.world, input.name);
    return createdBefore(engine, arn, input.definition) ?? create(engine, arn, input);
  },
});

/** "Subsequent requests won't create a duplicate resource"; role and tags may differ, and are ignored. */
function createdBefore(engine: Engine, arn: string, definition: string): object | undefined {
  const machine = engine.machines.get(arn);
  if (!machine) return undefined;
  if (machine.status === 'DELETING') {
    throw new AwsError('StateMachineDeleting', `State Machine is being deleted: '${arn}'`);
  }
  if (revisionOf(engine, machine.revision).definition !== definition) {
    throw new AwsError('StateMachineAlreadyExists', `State Machine Already Exists: '${arn}'`);
  }
  return { stateMachineArn: arn, creationDate: seconds(machine.creationDate) };
}

function create(
  engine: Engine,
  arn: string,
  input: { name: string; definition: string; roleArn: string; tags?: { key?: string; value?: string }[] },
): object {
  const { clock, random } = engine.world;
  const now = clock.now();
  const tagList = withTags([], input.tags ?? [], arn);
  forgetEarlierMachine(engine, arn);
  const revision = random.uuid();
  engine.revisions.set(revision, { definition: input.definition, roleArn: input.roleArn, updateDate: now });
  engine.machines.set(arn, {
    arn,
    name: input.name,
    creationDate: now,
    revision,
    status: 'ACTIVE',
    tags: tagList,
  });
  return { stateMachineArn: arn, creationDate: seconds(now) };
}
