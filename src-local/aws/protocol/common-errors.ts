import { AwsError } from './aws-error.ts';

/** What any call may meet, as each service words it. */
export function expiredToken(service: string): AwsError {
  if (service === 's3') return new AwsError('ExpiredToken', 'The provided token has expired.');
  const message = 'The security token included in the request is expired';
  const isNamedException = service === 'dynamodb' || service === 'sfn';
  return new AwsError(isNamedException ? 'ExpiredTokenException' : 'ExpiredToken', message);
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
