import { validationException, type AwsError } from '../../protocol/aws-error.ts';

export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression';

/** In AWS's form: `Invalid UpdateExpression: Syntax error; token: "=", near: "set ="`. */
export function refusal(
  parameter: ExpressionParameter,
  problem: string,
  details: Readonly<Record<string, string | number>> = {},
): AwsError {
  const told = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
  return validationException(`Invalid ${parameter}: ${[`${problem};`, told.join(', ')].join(' ').trim()}`);
}
