import assert from 'node:assert/strict';
import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  type DescribeExecutionCommandOutput,
  type HistoryEvent,
} from '@aws-sdk/client-sfn';
import type { Clients, Tools } from '#scripts/conformance/assertion.ts';

export const roleArn = 'arn:aws:iam::123456789012:role/states';

/** This is the JSON of a state machine in the Amazon States Language. */
export interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
  readonly TimeoutSeconds?: number;
}

export type State = Readonly<Record<string, unknown>> & { readonly Type: string };

/** Chains states one after another. Each goes to the next, and the last one ends. */
export function chain(states: Readonly<Record<string, State>>): Definition {
  const names = Object.keys(states);
  const linked = Object.entries(states).map(([name, state], at) => {
    if (['Succeed', 'Fail', 'Choice'].includes(state.Type)) return [name, state];
    const next = names[at + 1];
    return [name, { ...state, ...(next === undefined ? { End: true } : { Next: next }) }];
  });
  return { StartAt: names[0] ?? '', States: Object.fromEntries(linked) as Record<string, State> };
}

/** State names are unique in a whole machine, so a branch or an iteration needs another one. */
export function oneState(state: State, name = 'Only'): Definition {
  return chain({ [name]: state });
}

/** Creates a state machine for one assertion, with the calls that assertions make on it. */
export async function aMachine(aws: Clients, tools: Tools, definition: Definition) {
  const name = tools.name('machine');
  const create = { name, roleArn, definition: JSON.stringify(definition) };
  const { stateMachineArn = '' } = await aws.sfn.send(new CreateStateMachineCommand(create));
  tools.afterwards(() => aws.sfn.send(new DeleteStateMachineCommand({ stateMachineArn })));

  const start = async (input: unknown = {}, executionName = tools.name('run')): Promise<string> => {
    const call = new StartExecutionCommand({
      stateMachineArn,
      input: JSON.stringify(input),
      name: executionName,
    });
    const { executionArn = '' } = await aws.sfn.send(call);
    tools.afterwards(() => aws.sfn.send(new StopExecutionCommand({ executionArn })));
    return executionArn;
  };
  const describe = (executionArn: string) => aws.sfn.send(new DescribeExecutionCommand({ executionArn }));
  const ended = (executionArn: string): Promise<DescribeExecutionCommandOutput> =>
    tools.eventually(
      () => describe(executionArn),
      ({ status }) => status !== 'RUNNING' && status !== 'PENDING_REDRIVE',
    );
  return {
    name,
    arn: stateMachineArn,
    start,
    describe,
    /** Describes the execution once it has ended. */
    ended,
    run: async (input: unknown = {}) => ended(await start(input)),
    history: async (executionArn: string): Promise<HistoryEvent[]> => {
      const { events } = await aws.sfn.send(new GetExecutionHistoryCommand({ executionArn }));
      return events ?? [];
    },
  };
}

export type Machine = Awaited<ReturnType<typeof aMachine>>;

/** Returns the output of the execution once it has succeeded. */
export async function runForOutput(machine: Machine, input: unknown = {}): Promise<unknown> {
  const execution = await machine.run(input);
  const seen = `${execution.status}: ${execution.error ?? ''} ${execution.cause ?? ''}`;
  assert.equal(execution.status, 'SUCCEEDED', seen);
  return JSON.parse(execution.output ?? 'null') as unknown;
}

export function listTypes(events: readonly HistoryEvent[]): (string | undefined)[] {
  return events.map(({ type }) => type);
}
