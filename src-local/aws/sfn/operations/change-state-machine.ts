import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, required, structure } from '../../protocol/shapes.ts';
import { checkArn } from '../arns.ts';
import { parseDefinition } from '../language/definition.ts';
import { disappearIfDone, findActiveMachine, revisionOf } from '../state-machines.ts';
import { checkTasks } from '../tasks/check-tasks.ts';
import {
  checkRole,
  checkSettings,
  definitionText,
  encryptionConfiguration,
  loggingConfiguration,
  roleArn,
  tracingConfiguration,
} from './machine-settings.ts';
import { arn, operation, seconds } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_UpdateStateMachine.html */
export const updateStateMachine = operation({
  name: 'UpdateStateMachine',
  input: structure({
    stateMachineArn: required(arn),
    definition: definitionText,
    roleArn,
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
    const old = revisionOf(engine, machine.revision);
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
  input: structure({ stateMachineArn: required(arn) }),
  run(engine, input) {
    checkArn(input.stateMachineArn, 'stateMachine');
    const machine = engine.machines.get(input.stateMachineArn);
    if (!machine) return;
    machine.status = 'DELETING';
    engine.machines.set(machine.arn, machine);
    disappearIfDone(engine, machine.arn);
  },
});
