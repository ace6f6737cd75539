import { required, string, structure } from '../../protocol/shapes.ts';
import { abortExecution } from '../interpreter/end-execution.ts';
import { findExecution } from '../state-machines.ts';
import { arn, operation, seconds } from './sfn-operation.ts';

/** An execution that has ended is left as it is. https://docs.aws.amazon.com/step-functions/latest/apireference/API_StopExecution.html */
export const stopExecution = operation({
  name: 'StopExecution',
  input: structure({
    executionArn: required(arn),
    error: string({ max: 256 }),
    cause: string({ max: 32_768 }),
  }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const { error, cause } = input;
    const run = engine.runs.get(execution.arn);
    if (run) {
      abortExecution(run, { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) });
    }
    return { stopDate: seconds(execution.stopDate ?? engine.world.clock.now()) };
  },
});
