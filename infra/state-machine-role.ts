import { stateMachineDefinition } from '../src-pipelines/extraction/state-machine.ts';
import { ownArn, type Deployment } from './deployment.ts';
import type { Statement } from './grants.ts';

/** Returns the statements for what the state machine calls, as its definition has it. */
export function allowStates({ names }: Deployment): readonly Statement[] {
  const { stateMachine, webhookQueue } = names.extraction;
  const found = new Map<string, Set<string>>();
  const add = (service: string, action: string, resource: string): void => {
    const key = `${service}:${action}`;
    found.set(key, (found.get(key) ?? new Set()).add(resource));
  };
  for (const { Resource, Parameters = {}, ItemProcessor } of listStates(
    JSON.parse(stateMachineDefinition(names, '')) as Machine,
  )) {
    if (Resource === 'arn:aws:states:::lambda:invoke') {
      add('lambda', 'InvokeFunction', `function:${String(Parameters['FunctionName'])}`);
    } else if (Resource === 'arn:aws:states:::aws-sdk:dynamodb:query') {
      add(
        'dynamodb',
        'Query',
        `table/${String(Parameters['TableName'])}/index/${String(Parameters['IndexName'])}`,
      );
    } else if (Resource === 'arn:aws:states:::sqs:sendMessage') {
      add('sqs', 'SendMessage', webhookQueue);
    } else if (Resource !== undefined) {
      throw new Error(`infra/state-machine-role.ts does not know which permission ${Resource} needs`);
    }
    if (ItemProcessor?.ProcessorConfig?.Mode === 'DISTRIBUTED') {
      // Its items run in executions of their own, which it starts, watches, stops and redrives.
      // https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html
      add('states', 'StartExecution', `stateMachine:${stateMachine}`);
      for (const action of ['DescribeExecution', 'StopExecution', 'RedriveExecution']) {
        add('states', action, `execution:${stateMachine}/*`);
      }
    }
  }
  return [...found].map(([Action, resources]) => ({
    Effect: 'Allow',
    Action,
    Resource: [...resources].map((rest) => ownArn(Action.split(':')[0] ?? '', rest)),
  }));
}

interface Machine {
  readonly States: Readonly<Record<string, State>>;
}

interface State {
  readonly Resource?: string;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly ItemProcessor?: Machine & { readonly ProcessorConfig?: { readonly Mode?: string } };
}

function listStates({ States }: Machine): readonly State[] {
  return Object.values(States).flatMap((state) => [
    state,
    ...(state.ItemProcessor ? listStates(state.ItemProcessor) : []),
  ]);
}
