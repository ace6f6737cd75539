import { required, structure } from '../../protocol/shapes.ts';
import { pageOf } from '../pages.ts';
import { findExecution, findMachine, revisionOf } from '../state-machines.ts';
import { settings } from './machine-settings.ts';
import { arn, includedData, maxResults, operation, pageToken, seconds } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeStateMachine.html */
export const describeStateMachine = operation({
  name: 'DescribeStateMachine',
  input: structure({ stateMachineArn: required(arn), includedData }),
  run(engine, input) {
    const machine = findMachine(engine, input.stateMachineArn);
    const { definition, roleArn, revisionId } = revisionOf(engine, machine.revision);
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
  input: structure({ executionArn: required(arn), includedData }),
  run(engine, input) {
    const { machineArn, revision } = findExecution(engine, input.executionArn);
    const { definition, roleArn, updateDate, revisionId } = revisionOf(engine, revision);
    return {
      stateMachineArn: machineArn,
      name: machineArn.slice(machineArn.lastIndexOf(':') + 1),
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
    const { items, nextToken } = pageOf(all, input, { key: ({ name }) => name, question: 'machines', now });
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
