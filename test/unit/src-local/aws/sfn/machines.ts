import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  StartExecutionCommand,
  type DescribeExecutionOutput,
  type HistoryEvent,
  type SFNClient,
} from '@aws-sdk/client-sfn';
import { CreateQueueCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

export const role = 'arn:aws:iam::000000000000:role/states';

/** Returns the ARN by which a Task names a local function. */
export function aFunction(name: string): string {
  return `arn:aws:lambda:local:000000000000:function:${name}`;
}

/** Links each state to the one written after it, and ends with the last one. */
export function inSequence(states: Readonly<Record<string, object>>): object {
  const names = Object.keys(states);
  const linked = names.map((name, index) => {
    const state = states[name] as { Type: string; Next?: string; End?: boolean };
    const isLoose = !['Choice', 'Succeed', 'Fail'].includes(state.Type) && !state.Next && !state.End;
    const next = names[index + 1];
    return [name, isLoose ? { ...state, ...(next ? { Next: next } : { End: true }) } : state];
  });
  return { StartAt: names[0], States: Object.fromEntries(linked) };
}

export async function aMachine(sfn: SFNClient, definition: object, name = 'machine'): Promise<string> {
  const text = JSON.stringify(definition);
  const made = await sfn.send(new CreateStateMachineCommand({ name, definition: text, roleArn: role }));
  return made.stateMachineArn ?? '';
}

export async function start(
  sfn: SFNClient,
  machine: string,
  input: unknown = {},
  name?: string,
): Promise<string> {
  const command = { stateMachineArn: machine, input: JSON.stringify(input), ...(name && { name }) };
  const { executionArn } = await sfn.send(new StartExecutionCommand(command));
  return executionArn ?? '';
}

/** Starts one execution of a machine with these states. */
export async function running(
  sfn: SFNClient,
  states: Readonly<Record<string, object>>,
  input: unknown = {},
): Promise<string> {
  return start(sfn, await aMachine(sfn, inSequence(states)), input);
}

export function describe(sfn: SFNClient, executionArn: string): Promise<DescribeExecutionOutput> {
  return sfn.send(new DescribeExecutionCommand({ executionArn }));
}

/** Returns the output of an execution as data, or how it ended. */
export async function outcome(sfn: SFNClient, executionArn: string): Promise<unknown> {
  const { status, output, error, cause } = await describe(sfn, executionArn);
  if (status === 'SUCCEEDED') return JSON.parse(output ?? 'null');
  return { status, ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
}

export async function readHistory(sfn: SFNClient, executionArn: string): Promise<HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let nextToken: string | undefined;
  do {
    const page = await sfn.send(
      new GetExecutionHistoryCommand({ executionArn, maxResults: 1000, ...(nextToken && { nextToken }) }),
    );
    events.push(...(page.events ?? []));
    nextToken = page.nextToken;
  } while (nextToken);
  return events;
}

/** Returns one line for each event, such as `3 TaskScheduled <- 2`. */
export async function story(sfn: SFNClient, executionArn: string): Promise<string[]> {
  const events = await readHistory(sfn, executionArn);
  return events.map(({ id, type, previousEventId }) => `${id} ${type} <- ${previousEventId}`);
}

/** Returns the cause in the form in which Lambda reports a thrown error. */
export function lambdaCause(errorType: string, errorMessage: string): string {
  return JSON.stringify({ errorType, errorMessage, trace: [] });
}

/** Creates a queue to which Task states send their tokens, with the worker's side of it. */
export async function aTokenWorker(sqs: SQSClient) {
  const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: 'tokens' }));
  return {
    task: {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
      Parameters: {
        QueueUrl,
        MessageBody: { 'taskToken.$': '$$.Task.Token', 'state.$': '$$.State.Name', 'input.$': '$' },
      },
    },
    async take(): Promise<{ taskToken: string; state: string; input: unknown }> {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
      return JSON.parse(Messages[0]?.Body ?? '{}') as { taskToken: string; state: string; input: unknown };
    },
  };
}
