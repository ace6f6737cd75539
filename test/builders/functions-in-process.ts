import type { FunctionCall, FunctionRuntime } from '#local/aws/lambda/lambda-engine.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';

/** A function as a test writes it: without a bundle, and with what it needs of Lambda's context. */
export type TestFunction = (event: never, context: TestContext) => unknown;

export interface TestContext {
  /** Waits on the world's clock, which goes on meanwhile. */
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** Runs functions by name in place of their bundles. */
export function functionsInProcess(
  functions: Readonly<Record<string, TestFunction>> | ReadonlyMap<string, TestFunction>,
  aws: () => PocketAws,
): FunctionRuntime {
  return {
    async run(call) {
      const run = functions instanceof Map ? functions.get(call.name) : Object(functions)[call.name];
      if (!run) return { error: { errorType: 'Runtime.ImportModuleError', errorMessage: 'no code' } };
      const { signal, requestId } = call;
      try {
        const event = JSON.parse(call.payload) as never;
        const answer: unknown = await run(event, {
          signal,
          requestId,
          sleep: (ms: number) => sleep(aws(), call, ms),
        });
        return { payload: JSON.stringify(answer ?? null) };
      } catch (error) {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        return { error: { errorType: name, errorMessage: message, trace: [] } };
      }
    },
  };
}

async function sleep({ world }: PocketAws, call: FunctionCall, ms: number): Promise<void> {
  const takeBack = call.letClockGo();
  await world.clock.sleep(ms, call.signal);
  takeBack();
}

/** Creates a function in the world's Lambda, as a template does. */
export async function createFunction(
  { world }: PocketAws,
  FunctionName: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await world.call('lambda', 'CreateFunction', {
    FunctionName,
    Role: `arn:aws:iam::${world.account}:role/${FunctionName}`,
    Handler: 'index.handler',
    Runtime: 'nodejs22.x',
    Timeout: 300,
    Code: { S3Bucket: 'bundles', S3Key: `${FunctionName}.zip` },
    ...settings,
  });
  return (answer as { FunctionArn: string }).FunctionArn;
}

/** Has a function take the messages of a queue. Returns the id of the mapping. */
export async function mapQueue(
  { world }: PocketAws,
  {
    queue,
    name,
    BatchSize = 10,
  }: { readonly queue: string; readonly name: string; readonly BatchSize?: number },
): Promise<string> {
  const answer = await world.call('lambda', 'CreateEventSourceMapping', {
    EventSourceArn: `arn:aws:sqs:${world.region}:${world.account}:${queue}`,
    FunctionName: name,
    BatchSize,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  });
  return (answer as { UUID: string }).UUID;
}

/** Has a function follow the changes of a table, as a deployment does. */
export async function mapStream(
  { world }: PocketAws,
  {
    table,
    name,
    windowSeconds = 5,
  }: { readonly table: string; readonly name: string; readonly windowSeconds?: number },
): Promise<void> {
  const { Table } = (await world.call('dynamodb', 'DescribeTable', { TableName: table })) as {
    Table: { LatestStreamArn: string };
  };
  await world.call('lambda', 'CreateEventSourceMapping', {
    EventSourceArn: Table.LatestStreamArn,
    FunctionName: name,
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 1_000,
    MaximumBatchingWindowInSeconds: windowSeconds,
    BisectBatchOnFunctionError: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  });
}

/** Makes a rule that calls a function, and lets it. */
export async function createRule(
  { world }: PocketAws,
  rule: { readonly Name: string; readonly ScheduleExpression?: string; readonly EventPattern?: string },
  FunctionName: string,
): Promise<void> {
  const { RuleArn } = (await world.call('events', 'PutRule', rule)) as { RuleArn: string };
  const Arn = `arn:aws:lambda:${world.region}:${world.account}:function:${FunctionName}`;
  await world.call('events', 'PutTargets', { Rule: rule.Name, Targets: [{ Id: 'function', Arn }] });
  await world.call('lambda', 'AddPermission', {
    FunctionName,
    StatementId: rule.Name,
    Action: 'lambda:InvokeFunction',
    Principal: 'events.amazonaws.com',
    SourceArn: RuleArn,
  });
}
