import { AwsError } from '../protocol/aws-error.ts';

/** Errors of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, in S3's words. */
export function noSuchBucket(bucket: string): AwsError {
  const fields = { BucketName: bucket };
  return new AwsError('NoSuchBucket', 'The specified bucket does not exist', { status: 404, fields });
}

export function noSuchKey(key: string): AwsError {
  const fields = { Key: key };
  return new AwsError('NoSuchKey', 'The specified key does not exist.', { status: 404, fields });
}

export function noSuchUpload(uploadId: string): AwsError {
  const message =
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.';
  return new AwsError('NoSuchUpload', message, { status: 404, fields: { UploadId: uploadId } });
}

export function accessDenied(message = 'Access Denied', fields: Record<string, unknown> = {}): AwsError {
  return new AwsError('AccessDenied', message, { status: 403, fields });
}

export function preconditionFailed(condition: string): AwsError {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new AwsError('PreconditionFailed', message, { status: 412, fields: { Condition: condition } });
}

export function invalidArgument(message: string, name?: string, value?: string): AwsError {
  const fields = name === undefined ? {} : { ArgumentName: name, ArgumentValue: value };
  return new AwsError('InvalidArgument', message, { fields });
}

export function invalidRequest(message: string): AwsError {
  return new AwsError('InvalidRequest', message);
}

export function malformedXml(): AwsError {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema';
  return new AwsError('MalformedXML', message);
}

/**
 * S3 answers this for a header it knows and does not serve. It is also used here for any sub-resource that is
 * not built.
 */
export function notImplemented(
  part: 'header' | 'query parameter' | 'XML element',
  name: string,
  value?: string,
): AwsError {
  const fields = part === 'header' ? { Header: name } : { Parameter: name };
  const shown = value === undefined ? name : `${name}: ${value}`;
  return new AwsError(
    'NotImplemented',
    `A ${part} you provided implies functionality that is not implemented (${shown})`,
    { status: 501, fields },
  );
}

export function methodNotAllowed(method: string): AwsError {
  const fields = { Method: method };
  const message = 'The specified method is not allowed against this resource.';
  return new AwsError('MethodNotAllowed', message, { status: 405, fields });
}
