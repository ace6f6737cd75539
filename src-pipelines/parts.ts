import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SFNClient } from '@aws-sdk/client-sfn';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { PipelineNames } from '#shared/domain/pipeline-names.ts';

export interface PipelineClients {
  readonly dynamodb: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly s3: S3Client;
  readonly sfn: SFNClient;
  readonly cloudwatch: CloudWatchClient;
}

interface Dice {
  /** 0 ≤ n < 1 */
  unit(): number;
  hex(digits: number): string;
  uuid(): string;
}

/** The outside dependencies of a pipeline: AWS by the SDK, the time, dice, and the network. */
export interface PipelineParts {
  readonly clients: PipelineClients;
  readonly names: PipelineNames;
  readonly region: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  now(): number;
  readonly dice: Dice;
  /** Waits between two attempts at a write that another writer won. The wait is short, and not on the world's clock. */
  pause(attempt: number): Promise<void>;
  /** Sends a POST to a customer's endpoint. Rejects when there is no answer. */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<{ status: number }>;
}

/** The context that AWS Lambda passes to a function, as far as these functions use it. */
export interface FunctionContext {
  sleep(ms: number): Promise<void>;
  readonly signal: AbortSignal;
  /** The number of earlier attempts by Step Functions at this state. */
  readonly retryCount: number;
}
export type PipelineFunction = (input: unknown, context: FunctionContext) => Promise<unknown>;

/** https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export interface QueueRecord {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: { readonly ApproximateReceiveCount: string; readonly SentTimestamp: string };
  readonly eventSourceARN: string;
}
export type QueueFunction = (event: { readonly Records: readonly QueueRecord[] }) => Promise<{
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}>;

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export interface StreamRecord {
  readonly dynamodb: {
    readonly Keys: Readonly<Record<string, { readonly S?: string }>>;
    readonly SequenceNumber?: string;
    /** In seconds since 1970. */
    readonly ApproximateCreationDateTime?: number;
  };
}
export type StreamFunction = (event: { readonly Records: readonly StreamRecord[] }) => Promise<{
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}>;

/** Called by a clock (EventBridge). */
export type ScheduledFunction = () => Promise<void>;

/** https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html */
export interface ExecutionEnded {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly error?: string;
  readonly cause?: string;
  /** In milliseconds; undefined where it is not known. */
  readonly endedAt?: number;
}
