import { refused, type Refusal, type Result } from '#shared/contract/result.ts';
import { failureOf, type Trouble } from './aws-trouble.ts';
import { formatExecutionName } from '#shared/domain/execution-name.ts';
import type { RunName } from './executions.ts';
import { outlived } from './places.ts';

export type SfnRead = 'DescribeExecution' | 'GetExecutionHistory';

export function sfnFailure(
  trouble: Trouble,
  attempts: number,
  operation: SfnRead,
  name: RunName,
): Result<never> {
  const missing = gone(name);
  if (trouble.name === 'ExecutionDoesNotExist') return refused(missing);
  // Its own tokens live for 24 hours.
  if (trouble.name === 'InvalidToken') return outlived();
  const executionName = formatExecutionName(name);
  return refused(
    failureOf(trouble, attempts, {
      service: 'Step Functions',
      action: `states:${operation}`,
      place: `the execution "${executionName}"`,
      resource: `execution/${executionName}`,
      advice: "Compare the connection's region, account and stage with those of the pipelines.",
      missing,
    }),
  );
}

/** What was never called so is not told apart from what is no longer kept: Step Functions does not, either. */
function gone({ batchId, run }: RunName): Refusal {
  return {
    code: 'execution-expired',
    message: `Step Functions has no execution of run ${run} of the batch "${batchId}": it keeps one for 90 days after its end. Nothing was read. What became of the documents is in their passports.`,
    run,
  };
}

export function impossibleName(name: RunName): Refusal {
  const executionName = formatExecutionName(name);
  return {
    code: 'not-found',
    message: `No execution can be called "${executionName}": Step Functions takes up to 80 characters, and no spaces, slashes or colons. Nothing was read. Check the id of the batch.`,
    what: executionName,
  };
}
