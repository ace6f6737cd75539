import { AwsError } from '../protocol/aws-error.ts';
import { refuseAsValidation } from '../protocol/operation.ts';
import type { Problem } from '../protocol/shapes.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CommonErrors.html */
export function validationError(message: string): AwsError {
  return new AwsError('ValidationException', message, { queryCode: 'ValidationError' });
}

export function invalidValue(message: string): AwsError {
  return new AwsError('InvalidParameterValueException', message, { queryCode: 'InvalidParameterValue' });
}

export function invalidCombination(message: string): AwsError {
  const queryCode = 'InvalidParameterCombination';
  return new AwsError('InvalidParameterCombinationException', message, { queryCode });
}

export function missingParameter(message: string): AwsError {
  return new AwsError('MissingRequiredParameterException', message, { queryCode: 'MissingParameter' });
}

export function resourceNotFound(message: string): AwsError {
  return new AwsError('ResourceNotFound', message, { status: 404, queryCode: 'ResourceNotFound' });
}

export function invalidNextToken(): AwsError {
  const message = 'The token is not one that an earlier answer gave';
  return new AwsError('InvalidNextToken', message, { queryCode: 'InvalidNextToken' });
}

export function refuse(problems: readonly Problem[]): AwsError {
  const error = refuseAsValidation(problems);
  return error.name === 'ValidationException' ? validationError(error.message) : error;
}
