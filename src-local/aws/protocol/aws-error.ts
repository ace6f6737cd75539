import type { FaultSite } from '../../world/faults.ts';

/** An error as AWS words it: the client turns `name` into its typed exception. */
export class AwsError extends Error {
  override readonly name: string;
  readonly status: number;
  /** Further members of the exception's structure, beside the message. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The code of the older Query protocol, which some clients still look for: `AWS.SimpleQueueService.NonExistentQueue`. */
  readonly queryCode: string | undefined;

  constructor(
    name: string,
    message: string,
    more: { status?: number; fields?: Record<string, unknown>; queryCode?: string } = {},
  ) {
    super(message);
    this.name = name;
    this.status = more.status ?? 400;
    this.fields = more.fields ?? {};
    this.queryCode = more.queryCode;
  }
}

export function validationException(message: string): AwsError {
  return new AwsError('ValidationException', message);
}

/** Any call can fail with this error, which each service words differently. */
export function expiredToken(service: string): AwsError {
  if (service === 's3') return new AwsError('ExpiredToken', 'The provided token has expired.');
  const message = 'The security token included in the request is expired';
  const isNamedException = service === 'dynamodb' || service === 'sfn';
  const status = service === 'sts' ? 403 : 400;
  return new AwsError(isNamedException ? 'ExpiredTokenException' : 'ExpiredToken', message, { status });
}

export function throttled(service: string): AwsError {
  if (service === 'dynamodb') {
    const message = 'Throughput exceeds the current capacity of your table or index.';
    return new AwsError('ThrottlingException', message);
  }
  if (service === 's3') return new AwsError('SlowDown', 'Please reduce your request rate.', { status: 503 });
  if (service === 'sqs') {
    return new AwsError('RequestThrottled', 'Rate exceeded', { status: 403, queryCode: 'RequestThrottled' });
  }
  return new AwsError('ThrottlingException', 'Rate exceeded');
}

export function serverError(service: string): AwsError {
  const message = 'We encountered an internal error. Please try again.';
  if (service === 'dynamodb') return new AwsError('InternalServerError', message, { status: 500 });
  if (service === 's3') return new AwsError('InternalError', message, { status: 500 });
  return new AwsError('InternalFailure', message, { status: 500 });
}

/** Says who was denied which action. */
export interface Denial {
  readonly user: string;
  readonly action: string;
  readonly resource?: string;
}

/** Words a denial without a policy that allows the call. S3 gives no more than the code. */
export function accessDenied(
  { service, operation }: Pick<FaultSite, 'service' | 'operation'>,
  account: string,
  denial: Denial = {
    user: `arn:aws:iam::${account}:user/sandbox`,
    action: `${policyNames[service] ?? service}:${operation}`,
  },
): AwsError {
  if (service === 's3') return new AwsError('AccessDenied', 'Access Denied', { status: 403 });
  const { user, action, resource } = denial;
  const on = resource === undefined ? '' : ` on resource: ${resource}`;
  const message = `User: ${user} is not authorized to perform: ${action}${on} because no identity-based policy allows the ${action} action`;
  const isForbidden = service === 'sts' || service === 'lambda';
  const isQuery = service === 'sqs' || service === 'cloudwatch';
  return isQuery
    ? new AwsError('AccessDeniedException', message, { status: 403, queryCode: 'AccessDenied' })
    : new AwsError(service === 'sts' ? 'AccessDenied' : 'AccessDeniedException', message, {
        status: isForbidden ? 403 : 400,
      });
}

/** Policies name these services differently than clients do. */
const policyNames: Readonly<Record<string, string>> = { sfn: 'states' };
