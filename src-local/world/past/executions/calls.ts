import { createHash } from 'node:crypto';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { toldUuid } from '../told-uuid.ts';

/** What Step Functions tells of a call in its events: whom, with what, and what came back. */
export interface Call {
  readonly resourceType: string;
  readonly resource: string;
  readonly parameters: object;
  readonly timeoutInSeconds?: number;
}

const { table } = namesByConvention('sandbox').extraction;

/** The batch's keys, in the index that knows it by its id. */
export function batchQuery(batchId: string): Call {
  return {
    resourceType: 'aws-sdk:dynamodb',
    resource: 'query',
    parameters: {
      TableName: table,
      IndexName: 'GSI3',
      KeyConditionExpression: 'GSI3PK = :batchId AND GSI3SK = :batch',
      ExpressionAttributeValues: { ':batchId': { S: batchId }, ':batch': { S: 'BATCH' } },
      ProjectionExpression: 'PK, SK',
    },
  };
}

export function functionCall(FunctionName: string, Payload: object, timeoutInSeconds?: number): Call {
  const parameters = { FunctionName, Payload };
  return {
    resourceType: 'lambda',
    resource: 'invoke',
    parameters,
    ...(timeoutInSeconds !== undefined && { timeoutInSeconds }),
  };
}

export function messageCall(QueueUrl: string, MessageBody: object): Call {
  return { resourceType: 'sqs', resource: 'sendMessage', parameters: { QueueUrl, MessageBody } };
}

/** As `lambda:invoke` hands it on. `which` picks the request's id. */
export function functionAnswer(payload: object, hash: number, which: number): object {
  return {
    ExecutedVersion: '$LATEST',
    Payload: payload,
    ...metadata(JSON.stringify(payload).length, hash, which),
    StatusCode: 200,
  };
}

export function messageAnswer(messageId: string, message: object, hash: number, which: number): object {
  const body = JSON.stringify(message);
  const answer = {
    MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
    MessageId: messageId,
  };
  return { ...answer, ...metadata(JSON.stringify(answer).length, hash, which) };
}

function metadata(length: number, hash: number, which: number): object {
  const requestId = toldUuid(hash, which);
  const headers = {
    'x-amzn-RequestId': requestId,
    'Content-Length': String(length),
    'Content-Type': 'application/x-amz-json-1.0',
  };
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  return {
    SdkHttpMetadata: { AllHttpHeaders: lists, HttpHeaders: headers, HttpStatusCode: 200 },
    SdkResponseMetadata: { RequestId: requestId },
  };
}
