import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import {
  formatExecutionName,
  isExecutionName,
  parseExecutionName,
  type RunName,
} from '#shared/domain/id-forms.ts';
import { namesAt, type AwsPlace } from './aws-place.ts';

export interface ExecutionNames {
  /** Null where no execution can be called so. */
  arnOf(name: RunName): string | null;
  /** Null where it is none of this state machine. */
  runOf(arn: string): RunName | null;
}

/** The executions of one deployment's state machine: `{batchId}-r{run}`, in one region of one account. */
export function executionNames(place: Pick<AwsPlace, 'region' | 'accountId' | 'names'>): ExecutionNames {
  const { region, accountId } = place;
  const { stateMachine } = namesAt(place).extraction;
  const prefix = `arn:${partitionOf(region)}:states:${region}:${accountId}:execution:${stateMachine}:`;
  return {
    arnOf(name) {
      const executionName = formatExecutionName(name);
      return stateMachine !== '' && isExecutionName(executionName) ? prefix + executionName : null;
    },
    runOf: (arn) =>
      stateMachine === '' || !arn.startsWith(prefix) ? null : parseExecutionName(arn.slice(prefix.length)),
  };
}
