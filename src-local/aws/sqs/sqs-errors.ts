import { AwsError } from '../protocol/aws-error.ts';
import { refuseAsValidation } from '../protocol/operation.ts';
import type { Problem } from '../protocol/shapes.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html */
export function invalidParameterValue(message: string): AwsError {
  return new AwsError('InvalidParameterValueException', message, { queryCode: 'InvalidParameterValue' });
}

export function invalidValue(value: unknown, parameter: string, reason: string): AwsError {
  return invalidParameterValue(
    `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );
}

export function missingParameter(name: string): AwsError {
  return new AwsError(
    'MissingRequiredParameterException',
    `The request must contain the parameter ${name}.`,
    { queryCode: 'MissingParameter' },
  );
}

export function queueDoesNotExist(): AwsError {
  return sqsError('QueueDoesNotExist', 'The specified queue does not exist.', 'NonExistentQueue');
}

export function queueNameExists(attribute: string): AwsError {
  return new AwsError(
    'QueueNameExists',
    `A queue already exists with the same name and a different value for attribute ${attribute}`,
    { queryCode: 'QueueAlreadyExists' },
  );
}

export function queueDeletedRecently(): AwsError {
  return sqsError(
    'QueueDeletedRecently',
    'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
  );
}

export function purgeQueueInProgress(name: string): AwsError {
  const message = `Only one PurgeQueue operation on ${name} is allowed every 60 seconds.`;
  return sqsError('PurgeQueueInProgress', message, 'PurgeQueueInProgress', 403);
}

export function invalidAddress(address: string): AwsError {
  return new AwsError('InvalidAddress', `The address ${address} is not valid for this endpoint.`, {
    status: 404,
    queryCode: 'InvalidAddress',
  });
}

export function unknownAttribute(name: string): AwsError {
  return invalidAttributeName(`Unknown Attribute ${name}.`);
}

export function invalidAttributeName(message: string): AwsError {
  return new AwsError('InvalidAttributeName', message, { queryCode: 'InvalidAttributeName' });
}

export function invalidAttributeValue(name: string, reason?: string): AwsError {
  const why = reason === undefined ? '' : ` Reason: ${reason}`;
  return new AwsError('InvalidAttributeValue', `Invalid value for the parameter ${name}.${why}`, {
    queryCode: 'InvalidAttributeValue',
  });
}

export function invalidMessageContents(character: string): AwsError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return new AwsError(
    'InvalidMessageContents',
    `Invalid binary character '#x${code}' was found in the message body, the set of allowed characters is ` +
      '#x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    { queryCode: 'InvalidMessageContents' },
  );
}

export function receiptHandleIsInvalid(handle: string): AwsError {
  const message = `The input receipt handle "${handle}" is not a valid receipt handle.`;
  return new AwsError('ReceiptHandleIsInvalid', message, {
    status: 404,
    queryCode: 'ReceiptHandleIsInvalid',
  });
}

export function receiptHandleHasExpired(handle: string): AwsError {
  return invalidValue(handle, 'ReceiptHandle', 'The receipt handle has expired.');
}

export function messageNotInflight(): AwsError {
  return sqsError('MessageNotInflight', 'The specified message is not in flight.');
}

export function overLimit(limit: number): AwsError {
  const message = `Too many messages in flight: a queue holds at most ${limit}.`;
  return new AwsError('OverLimit', message, { status: 403, queryCode: 'OverLimit' });
}

export function unsupportedOperation(message: string): AwsError {
  return sqsError('UnsupportedOperation', message);
}

export function resourceNotFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, {
    status: 404,
    queryCode: 'ResourceNotFoundException',
  });
}

/** The query code of these errors is prefixed with the name of the service. */
export function sqsError(name: string, message: string, code = name, status = 400): AwsError {
  return new AwsError(name, message, { status, queryCode: `AWS.SimpleQueueService.${code}` });
}

/** SQS has its own wording for a missing member. */
export function refuseAsSqs(problems: readonly Problem[]): AwsError {
  const missing = problems.find((problem) => problem.kind === 'missing');
  if (!missing || problems.some((problem) => problem.kind === 'unknown')) return refuseAsValidation(problems);
  const member = missing.at.split('.').at(-1) ?? missing.at;
  return missingParameter(member.charAt(0).toUpperCase() + member.slice(1));
}
