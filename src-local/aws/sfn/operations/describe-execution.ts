import { required, structure } from '../../protocol/shapes.ts';
import { reasonNotToRedrive } from '../redrivable.ts';
import { findExecution } from '../state-machines.ts';
import { summaryOf } from './list-executions.ts';
import { arn, includedData, operation } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeExecution.html */
export const describeExecution = operation({
  name: 'DescribeExecution',
  input: structure({ executionArn: required(arn), includedData }),
  run(engine, input) {
    const execution = findExecution(engine, input.executionArn);
    const { error, cause, output } = execution;
    const withData = input.includedData !== 'METADATA_ONLY';
    const reason = reasonNotToRedrive(engine, execution);
    return {
      ...summaryOf(execution),
      ...(withData && { input: execution.input }),
      inputDetails: { included: withData },
      ...(output !== undefined && {
        ...(withData && { output: JSON.stringify(output) }),
        outputDetails: { included: withData },
      }),
      ...(withData && error !== undefined && { error }),
      ...(withData && cause !== undefined && { cause }),
      redriveStatus: reason === undefined ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
      ...(reason !== undefined && { redriveStatusReason: reason }),
    };
  },
});
