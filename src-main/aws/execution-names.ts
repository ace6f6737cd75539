import { partitionOf } from '#shared/catalogue/iam/table-arn.ts';
import type { RunName } from './executions.ts';
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
      const executionName = executionNameOf(name);
      return stateMachine !== '' && possible.test(executionName) ? prefix + executionName : null;
    },
    runOf(arn) {
      if (stateMachine === '' || !arn.startsWith(prefix)) return null;
      const executionName = arn.slice(prefix.length);
      const [, batchId, run] = /^(.+)-r([1-9]\d{0,6})$/.exec(executionName) ?? [];
      if (batchId === undefined || Number(run) > mostRuns || !possible.test(executionName)) return null;
      return { batchId, run: Number(run) };
    },
  };
}

export function executionNameOf({ batchId, run }: RunName): string {
  return `${batchId}-r${run}`;
}

const mostRuns = 1_000_000;

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
const possible = /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u;
