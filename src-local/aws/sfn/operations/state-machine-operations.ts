import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, required, string, structure, list, type Infer } from '../../protocol/shapes.ts';
import { parseDefinition } from '../language/definition.ts';
import {
  checkArn,
  checkName,
  disappearIfDone,
  findActiveMachine,
  findExecution,
  findMachine,
  forgetEarlierMachine,
  formatMachineArn,
  isOnRecord,
  getRevision,
} from '../state-machines.ts';
import type { Engine } from '../step-functions-engine.ts';
import { checkTasks } from '../tasks/resource.ts';
import {
  tags,
  withTags,
  arnShape,
  includedData,
  maxResults,
  operation,
  takePage,
  pageToken,
  seconds,
  nameShape,
} from './sfn-operation.ts';

/**
 * Settings that a set-up script names at their defaults. There are no logs, traces or keys here, so anything else
 * is refused.
 */
const loggingConfiguration = structure({
  level: string({ oneOf: ['ALL', 'ERROR', 'FATAL', 'OFF'] }),
  includeExecutionData: boolean(),
  destinations: list(structure({ cloudWatchLogsLogGroup: structure({ logGroupArn: string() }) })),
});
const tracingConfiguration = structure({ enabled: boolean() });
const encryptionConfiguration = structure({
  type: required(string({ oneOf: ['AWS_OWNED_KEY', 'CUSTOMER_MANAGED_KMS_KEY'] })),
});

const machineName = nameShape;
/** "Maximum length of 1048576." */
const definitionText = string({ min: 1, max: 1_048_576 });
const roleArnShape = string({ min: 1, max: 256 });

const settings = {
  loggingConfiguration: { level: 'OFF', includeExecutionData: false },
  tracingConfiguration: { enabled: false },
} as const;

function checkSettings(input: {
  loggingConfiguration?: Infer<typeof loggingConfiguration>;
  tracingConfiguration?: Infer<typeof tracingConfiguration>;
  encryptionConfiguration?: Infer<typeof encryptionConfiguration>;
  publish?: boolean;
}): void {
  const { loggingConfiguration: logging, tracingConfiguration: tracing } = input;
  const logs = logging?.includeExecutionData || (logging?.level !== undefined && logging.level !== 'OFF');
  if (logs || (logging?.destinations?.length ?? 0) > 0) {
    throw new AwsError(
      'InvalidLoggingConfiguration',
      'Invalid Logging Configuration: there are no logs here.',
    );
  }
  if (tracing?.enabled) {
    throw new AwsError(
      'InvalidTracingConfiguration',
      'Invalid Tracing Configuration: there is no tracing here.',
    );
  }
  if (input.encryptionConfiguration && input.encryptionConfiguration.type !== 'AWS_OWNED_KEY') {
    throw new AwsError(
      'InvalidEncryptionConfiguration',
      'Invalid Encryption Configuration: there are no keys here.',
    );
  }
  if (input.publish) {
    throw new AwsError('ValidationException', 'State machine versions are not supported here.');
  }
}

function checkRole(role: string): void {
  if (/^arn:aws[a-z-]*:iam::\d*:role\/.+$/.test(role)) return;
  throw new AwsError('InvalidArn', `Invalid Role Arn: '${role}'`);
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_CreateStateMachine.html */
export const createStateMachine = operation({
  name: 'CreateStateMachine',
  input: structure({
    name: required(machineName),
    definition: required(definitionText),
    roleArn: required(roleArnShape),
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
    const arn = formatMachineArn(engine.world, input.name);
    return findSameMachine(engine, arn, input.definition) ?? create(engine, arn, input);
  },
});

/** "Subsequent requests won't create a duplicate resource"; role and tags may differ, and are ignored. */
function findSameMachine(engine: Engine, arn: string, definition: string): object | undefined {
  const machine = engine.machines.get(arn);
  if (!machine) return undefined;
  if (machine.status === 'DELETING') {
    throw new AwsError('StateMachineDeleting', `State Machine is being deleted: '${arn}'`);
  }
  if (getRevision(engine, machine.revision).definition !== definition) {
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

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_UpdateStateMachine.html */
export const updateStateMachine = operation({
  name: 'UpdateStateMachine',
  input: structure({
    stateMachineArn: required(arnShape),
    definition: definitionText,
    roleArn: roleArnShape,
    loggingConfiguration,
    tracingConfiguration,
    encryptionConfiguration,
    publish: boolean(),
  }),
  async run(engine, input) {
    findActiveMachine(engine, input.stateMachineArn);
    const { definition, loggingConfiguration: logging, tracingConfiguration: tracing } = input;
    if (definition === undefined && input.roleArn === undefined && !logging && !tracing) {
      throw new AwsError(
        'MissingRequiredParameter',
        'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
      );
    }
    checkSettings(input);
    if (input.roleArn !== undefined) checkRole(input.roleArn);
    if (definition !== undefined) checkTasks(await parseDefinition(definition));

    const machine = findActiveMachine(engine, input.stateMachineArn);
    const old = getRevision(engine, machine.revision);
    const revisionId = engine.world.random.uuid();
    const updateDate = engine.world.clock.now();
    engine.revisions.set(revisionId, {
      definition: definition ?? old.definition,
      roleArn: input.roleArn ?? old.roleArn,
      updateDate,
      revisionId,
    });
    machine.revision = revisionId;
    engine.machines.set(machine.arn, machine);
    return { updateDate: seconds(updateDate), revisionId };
  },
});

/**
 * "It sets the state machine's status to DELETING … A state machine is deleted only when all its executions are
 * completed. On the next state transition, the state machine's executions are terminated."
 * https://docs.aws.amazon.com/step-functions/latest/apireference/API_DeleteStateMachine.html
 */
export const deleteStateMachine = operation({
  name: 'DeleteStateMachine',
  input: structure({ stateMachineArn: required(arnShape) }),
  run(engine, input) {
    checkArn(input.stateMachineArn, 'stateMachine');
    const machine = engine.machines.get(input.stateMachineArn);
    if (!machine) return;
    machine.status = 'DELETING';
    engine.machines.set(machine.arn, machine);
    disappearIfDone(engine, machine.arn);
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeStateMachine.html */
export const describeStateMachine = operation({
  name: 'DescribeStateMachine',
  input: structure({ stateMachineArn: required(arnShape), includedData }),
  run(engine, input) {
    const machine = findMachine(engine, input.stateMachineArn);
    const { definition, roleArn, revisionId } = getRevision(engine, machine.revision);
    return {
      stateMachineArn: machine.arn,
      name: machine.name,
      status: machine.status,
      definition: input.includedData === 'METADATA_ONLY' ? '{}' : definition,
      roleArn,
      type: 'STANDARD',
      creationDate: seconds(machine.creationDate),
      ...settings,
      encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
      ...(revisionId && { revisionId }),
    };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeStateMachineForExecution.html */
export const describeStateMachineForExecution = operation({
  name: 'DescribeStateMachineForExecution',
  input: structure({ executionArn: required(arnShape), includedData }),
  run(engine, input) {
    const { machineArn, revision, mapRun } = findExecution(engine, input.executionArn);
    const { definition, roleArn, updateDate, revisionId } = getRevision(engine, revision);
    return {
      stateMachineArn: machineArn,
      name: machineArn.slice(machineArn.lastIndexOf(':') + 1),
      ...(mapRun && { mapRunArn: mapRun.arn, label: machineArn.slice(machineArn.lastIndexOf('/') + 1) }),
      definition: input.includedData === 'METADATA_ONLY' ? '{}' : definition,
      roleArn,
      updateDate: seconds(updateDate),
      ...settings,
      encryptionConfiguration: { type: 'AWS_OWNED_KEY' },
      ...(revisionId && { revisionId }),
    };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListStateMachines.html */
export const listStateMachines = operation({
  name: 'ListStateMachines',
  input: structure({ maxResults, nextToken: pageToken }),
  run(engine, input) {
    const all = [...engine.machines.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const now = engine.world.clock.now();
    const { items, nextToken } = takePage(all, input, { key: ({ name }) => name, question: 'machines', now });
    return {
      stateMachines: items.map(({ arn: stateMachineArn, name, creationDate }) => ({
        stateMachineArn,
        name,
        type: 'STANDARD',
        creationDate: seconds(creationDate),
      })),
      ...(nextToken !== undefined && { nextToken }),
    };
  },
});
