import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { STSClient } from '@aws-sdk/client-sts';

export const services = ['dynamodb', 'sqs', 'sfn', 'cloudwatch', 's3', 'sts'] as const;

export type Service = (typeof services)[number];

export interface Clients {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly sfn: SFNClient;
  readonly cloudwatch: CloudWatchClient;
  readonly s3: S3Client;
  readonly sts: STSClient;
}

/** One thing that AWS does, as its documentation says it. */
export interface Assertion {
  /** Starts with the service: `dynamodb.query.last-evaluated-key`. */
  readonly id: string;
  /** One plain sentence. */
  readonly says: string;
  /** The page of AWS's documentation that says so. */
  readonly doc: string;
  /**
   * `clock`: more time must pass than anybody waits for. `strictness`: AWS leaves out what it does not know,
   * pocket AWS promises to refuse it. `credentials`: the endpoint knows its clients' secrets, as AWS does.
   */
  readonly needs?: Need;
  /** Throws when the endpoint disagrees. */
  run(aws: Clients, tools: Tools): Promise<void>;
}

export type Need = 'clock' | 'strictness' | 'credentials';

export interface Tools {
  /** A name that nothing else has. */
  name(stem?: string): string;
  /** Done when the assertion is over, last first, whether or not it held. */
  afterwards(run: () => Promise<unknown>): void;
  /** Lets time pass: at once on a clock that can be driven, else for real. */
  pass(ms: number): Promise<void>;
  /** The time where the endpoint is. */
  now(): number;
  /** Asks until the answer is good, for what AWS does in its own time; gives the last answer. */
  eventually<T>(ask: () => Promise<T>, good: (answer: T) => boolean): Promise<T>;
  /** What the SDK's types would not let through: signed and sent as it is. */
  raw(service: 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch', operation: string, body: object): Promise<void>;
}
