import { AwsError } from '../protocol/aws-error.ts';

/** Names of machines, executions and activities. https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export function checkName(name: string): void {
  if (forbidden.test(name)) throw new AwsError('InvalidName', `Invalid Name: '${name}'`);
}

/** White space, brackets, wildcards, special characters, control characters, what needs surrogates. */
const forbidden = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}\ufffe\uffff\u{10000}-\u{10ffff}]/u;
