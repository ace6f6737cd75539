import { RedriveExecutionCommand, StopExecutionCommand, type SFNClient } from '@aws-sdk/client-sfn';
import { formatExecutionName } from '#shared/domain/id-forms.ts';
import type { ExecutionNames } from './execution-names.ts';
import type { ExecutionChange, Executions } from './executions.ts';
import { impossibleName } from './sfn-reads.ts';
import { outcomeOfError } from './sfn-outcome.ts';
import { withinTime } from './within-time.ts';

interface Parts {
  readonly client: SFNClient;
  readonly names: ExecutionNames;
  /** In milliseconds. */
  readonly longestChange: number;
}

/** One attempt each: whether it may be made again is known to whoever has written it down. */
export function sfnChanges({ client, names, longestChange }: Parts): Pick<Executions, 'redrive' | 'stop'> {
  return {
    async redrive(name, clientToken) {
      const executionArn = names.arnOf(name);
      if (executionArn === null) return noSuchName(name);
      return outcome('RedriveExecution', name, async (abortSignal) => {
        const command = new RedriveExecutionCommand({ executionArn, clientToken });
        return (await client.send(command, { abortSignal })).redriveDate;
      });
    },
    async stop(name, { error, cause }) {
      const executionArn = names.arnOf(name);
      if (executionArn === null) return noSuchName(name);
      return outcome('StopExecution', name, async (abortSignal) => {
        const command = new StopExecutionCommand({
          executionArn,
          error: error.slice(0, longestError),
          cause: cause.slice(0, longestCause),
        });
        return (await client.send(command, { abortSignal })).stopDate;
      });
    },
  };

  async function outcome(
    operation: 'RedriveExecution' | 'StopExecution',
    name: Parameters<Executions['redrive']>[0],
    send: (signal: AbortSignal) => Promise<Date | undefined>,
  ): Promise<ExecutionChange> {
    try {
      const date = await withinTime(longestChange, send);
      const isDate = date instanceof Date && !Number.isNaN(date.getTime());
      if (isDate) return { kind: 'done', at: date.toISOString() };
      return { kind: 'unclear', why: `${operation} was answered, but not as Step Functions answers.` };
    } catch (error) {
      return outcomeOfError(error, operation, formatExecutionName(name));
    }
  }
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StopExecution.html */
const longestError = 256;
const longestCause = 32_768;

function noSuchName(name: Parameters<Executions['redrive']>[0]): ExecutionChange {
  return { kind: 'refused', name: 'InvalidName', why: impossibleName(name).message };
}
