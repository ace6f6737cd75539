import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';

export const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'] as const;

export type Service = (typeof services)[number];

export interface Clients {
  readonly dynamodb: DynamoDBClient;
  /** It asks the same endpoint. */
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
  readonly sfn: SFNClient;
  readonly cloudwatch: CloudWatchClient;
  readonly s3: S3Client;
  readonly sts: STSClient;
}

/** States one thing that AWS does according to its documentation. */
export interface Assertion {
  /** Starts with the service, as in `dynamodb.query.last-evaluated-key`. */
  readonly id: string;
  /** Says it in one plain sentence. */
  readonly says: string;
  /** Links the page of AWS's documentation that says so. */
  readonly doc: string;
  /**
   * `clock`: more time has to pass than a test can wait. `strictness`: AWS ignores unknown input, and pocket AWS
   * promises to refuse it. `credentials`: the endpoint knows its clients' secrets, as AWS does.
   */
  readonly needs?: Need;
  /** Throws when the endpoint disagrees. */
  run(aws: Clients, tools: Tools): Promise<void>;
}

export type Need = 'clock' | 'strictness' | 'credentials';

export interface Tools {
  /** Returns a unique name. */
  name(stem?: string): string;
  /** Runs when the assertion is over, last first, whether or not it held. */
  afterwards(run: () => Promise<unknown>): void;
  /** Lets time pass: at once on a clock that can be driven, otherwise for real. */
  pass(ms: number): Promise<void>;
  /** Returns the endpoint's time. */
  now(): number;
  /** Asks until the answer is good, because AWS does some things with a delay; returns the last answer. */
  eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T>;
  /** Signs and sends a body unchanged, for input that the SDK's types would not allow. */
  raw(service: 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch', operation: string, body: object): Promise<void>;
}
