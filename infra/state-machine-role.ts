import type { CfnResource } from 'aws-cdk-lib';
import { ownArn, type Deployment } from './deployment.ts';
import { acknowledgeWildcard, bucketArn, type Statement } from './grants.ts';

/** A state machine's definition, as far as permissions follow from it. */
interface Machine {
  readonly States: Readonly<Record<string, State>>;
}

interface State {
  readonly Resource?: string;
  readonly Label?: string;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly ItemProcessor?: Machine & { readonly ProcessorConfig?: { readonly Mode?: string } };
  readonly ItemReader?: Place;
  readonly ResultWriter?: Place;
}

/** A list of items, or a place for results, in S3. */
interface Place {
  readonly Resource: string;
  readonly Parameters: Readonly<Record<string, unknown>>;
}

/** Returns the statements for what a state machine calls, as its definition has it. */
export function allowStates({ names }: Deployment, definition: string): readonly Statement[] {
  const needs = listStates(JSON.parse(definition) as Machine).flatMap((state) => [
    ...needCall(state, names.extraction.webhookQueue),
    ...needMapRun(state, names.extraction.stateMachine),
  ]);
  return [...new Set(needs.map(([action]) => action))].map((action) => ({
    Effect: 'Allow',
    Action: action,
    Resource: [...new Set(needs.flatMap(([one, resource]) => (one === action ? [resource] : [])))].map(
      (resource) => toArn(action, resource),
    ),
  }));
}

/** Accepts the wildcards that follow from a Map whose items are executions of their own. */
export function acknowledgeMapRuns(role: CfnResource, statements: readonly Statement[]): void {
  for (const resource of statements.flatMap((statement) => statement.Resource)) {
    acknowledgeWildcard(role, resource, 'Executions of items, and their results, have names of their own.');
  }
}

/** An action, and what it is about: the end of an ARN. */
type Need = readonly [action: string, resource: string];

function needCall({ Resource, Parameters = {} }: State, webhookQueue: string): readonly Need[] {
  const read = (name: string): string => String(Parameters[name]);
  switch (Resource) {
    case undefined:
      return [];
    case 'arn:aws:states:::lambda:invoke':
      return [['lambda:InvokeFunction', `function:${read('FunctionName')}`]];
    case 'arn:aws:states:::aws-sdk:dynamodb:query':
      return [['dynamodb:Query', `table/${read('TableName')}/index/${read('IndexName')}`]];
    case 'arn:aws:states:::sqs:sendMessage':
      return [['sqs:SendMessage', webhookQueue]];
    default:
      throw new Error(`infra/state-machine-role.ts does not know which permission ${Resource} needs`);
  }
}

/**
 * The items of a Map in distributed mode run in executions of their own.
 * https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html
 */
function needMapRun(
  { ItemProcessor, ItemReader, ResultWriter, Label = '*' }: State,
  stateMachine: string,
): readonly Need[] {
  if (ItemProcessor?.ProcessorConfig?.Mode !== 'DISTRIBUTED') return [];
  return [
    ['states:StartExecution', `stateMachine:${stateMachine}`],
    ['states:DescribeExecution', `execution:${stateMachine}:*`],
    ['states:StopExecution', `execution:${stateMachine}:*`],
    ['states:RedriveExecution', `execution:${stateMachine}/${Label}:*`],
    ...needPlace(ItemReader, ['s3:GetObject']),
    // The results of a large Map are written in parts.
    ...needPlace(ResultWriter, [
      's3:PutObject',
      's3:GetObject',
      's3:ListMultipartUploadParts',
      's3:AbortMultipartUpload',
    ]),
  ];
}

/** Keys are only known when it runs. Lists and results of items are of passing use, and so is their prefix. */
function needPlace(place: Place | undefined, actions: readonly string[]): readonly Need[] {
  if (!place) return [];
  return actions.map((action) => [action, `${String(place.Parameters['Bucket'])}/temporary/*`]);
}

function toArn(action: string, resource: string): string {
  const [service = ''] = action.split(':');
  if (service !== 's3') return ownArn(service, resource);
  const [bucket = '', ...keys] = resource.split('/');
  return bucketArn(bucket, keys.join('/'));
}

function listStates({ States }: Machine): readonly State[] {
  return Object.values(States).flatMap((state) => [
    state,
    ...(state.ItemProcessor ? listStates(state.ItemProcessor) : []),
  ]);
}
