import { Fn, type CfnResource } from 'aws-cdk-lib';
import { pipelineMetrics } from '../src-pipelines/extraction/metrics.ts';
import type { DeploymentPart, FunctionDeclaration } from '../src-pipelines/functions.ts';
import { acknowledge, importValue, ownArn, type Deployment } from './deployment.ts';

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  readonly Principal?: '*' | Readonly<Record<string, string>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns the statements for the calls of a function's code, one for each set of parts. */
export function allowCalls(deployment: Deployment, { calls }: FunctionDeclaration): readonly Statement[] {
  const bySet = new Map<string, { readonly set: readonly DeploymentPart[]; readonly actions: string[] }>();
  for (const [action, set] of Object.entries(calls)) {
    // The actions of different services are kept apart, because none of them fits the other's parts.
    const key = JSON.stringify([action.split(':')[0], set]);
    const same = bySet.get(key);
    if (same) same.actions.push(action);
    else bySet.set(key, { set, actions: [action] });
  }
  return [...bySet.values()].map(({ set, actions }) => ({
    Effect: 'Allow',
    Action: actions,
    Resource: set.flatMap((part) => parts[part].arns(deployment)),
    ...(set.includes('own metrics') && {
      Condition: { StringEquals: { 'cloudwatch:namespace': pipelineMetrics.namespace } },
    }),
  }));
}

export function toPolicy(statements: readonly Statement[]): object {
  return { Version: '2012-10-17', Statement: statements };
}

/** A role's trust: this service of AWS may take it. */
export function trustService(service: string): object {
  return {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
  };
}

/** Accepts the wildcards in a role that follow from the calls of its function, each with its reason. */
export function acknowledgeWildcards(
  deployment: Deployment,
  role: CfnResource,
  { calls }: Pick<FunctionDeclaration, 'calls'>,
): void {
  const named = new Set(Object.values(calls).flat());
  for (const part of named) {
    const { arns, wildcard } = parts[part];
    if (wildcard === undefined) continue;
    for (const arn of arns(deployment)) acknowledgeWildcard(role, arn, wildcard);
  }
}

export function acknowledgeWildcard(role: CfnResource, resource: string, reason: string): void {
  const { 'Fn::Sub': text = resource } = role.stack.resolve(resource) as { readonly 'Fn::Sub'?: string };
  if (!text.includes('*')) return;
  // The check writes a variable in angle brackets.
  acknowledge(role, { [`IAM5[Resource::${text.replaceAll('${', '<').replaceAll('}', '>')}]`]: reason });
}

interface Part {
  readonly arns: (deployment: Deployment) => readonly string[];
  /** The reason why its ARN has a wildcard. */
  readonly wildcard?: string;
}

/**
 * Names stand in ARNs by the convention, instead of references between stacks: the functions find everything by these
 * names too, and a stack can be updated without the others. For the state machine there is no other way, because it
 * names functions whose roles name it, and the API's stack must not wait for it. So a rename belongs into
 * `shared/domain/pipeline-names.ts` alone, and then reaches all stacks.
 */
const parts: Readonly<Record<DeploymentPart, Part>> = {
  table: { arns: ({ names }) => [tableArn(names.extraction.table)] },
  'table/GSI1': { arns: ({ names }) => [tableArn(names.extraction.table, 'GSI1')] },
  'table/GSI2': { arns: ({ names }) => [tableArn(names.extraction.table, 'GSI2')] },
  'table/GSI3': { arns: ({ names }) => [tableArn(names.extraction.table, 'GSI3')] },
  jobsTable: { arns: ({ names }) => [tableArn(names.downloads.jobsTable)] },
  batchesTable: { arns: ({ names }) => [tableArn(names.downloads.batchesTable)] },
  'batchesTable/PollingDateIndex': {
    arns: ({ names }) => [tableArn(names.downloads.batchesTable, 'PollingDateIndex')],
  },
  documentsBucket: { arns: ({ names }) => [bucketArn(names.extraction.documentsBucket)] },
  'documentsBucket/documents': objects(
    'documents',
    'A file’s key is made of its tenant, batch and document.',
  ),
  'documentsBucket/inbox': objects('inbox', 'Customers name the files that they put there.'),
  'documentsBucket/results': objects('results', 'There is an object for each document with many results.'),
  'documentsBucket/temporary': objects('temporary', 'There is an object for each stage of each document.'),
  'filesBucket/*': {
    arns: ({ names }) => [bucketArn(names.downloads.filesBucket, '*')],
    wildcard: 'Files are stored by day and name, and the bucket holds nothing else.',
  },
  documentQueue: { arns: ({ names }) => [ownArn('sqs', names.extraction.documentQueue)] },
  fileQueue: { arns: ({ names }) => [ownArn('sqs', names.downloads.fileQueue)] },
  stateMachine: { arns: ({ names }) => [ownArn('states', `stateMachine:${names.extraction.stateMachine}`)] },
  executions: {
    arns: ({ names }) => [ownArn('states', `execution:${names.extraction.stateMachine}:*`)],
    wildcard: 'An execution is named after its batch and run.',
  },
  // Only functions of the stack with the key use it, and a stack cannot import what it exports itself.
  providerKey: { arns: () => [Fn.getAtt('ProviderKey', 'Arn').toString()] },
  model: {
    arns: ({ settings }) => listModelArns(settings.modelId),
    wildcard: 'An inference profile sends requests to its model in several regions.',
  },
  guardrail: { arns: (deployment) => [importValue(deployment, 'guardrail', 'GuardrailArn')] },
  'own metrics': { arns: () => ['*'], wildcard: 'A condition limits it to the namespace of the pipeline.' },
  any: { arns: () => ['*'], wildcard: 'The analyses of Textract have no ARN.' },
};

function objects(prefix: string, wildcard: string): Part {
  return { arns: ({ names }) => [bucketArn(names.extraction.documentsBucket, `${prefix}/*`)], wildcard };
}

export function tableArn(table: string, index?: string): string {
  return ownArn('dynamodb', `table/${table}${index === undefined ? '' : `/index/${index}`}`);
}

export function bucketArn(bucket: string, keys?: string): string {
  // Names of buckets are unique in a partition, so their ARNs have neither region nor account.
  return Fn.sub(`arn:\${AWS::Partition}:s3:::${bucket}${keys === undefined ? '' : `/${keys}`}`);
}

const profile = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

function listModelArns(modelId: string): readonly string[] {
  const [, model] = profile.exec(modelId) ?? [];
  if (model === undefined) {
    return [Fn.sub(`arn:\${AWS::Partition}:bedrock:\${AWS::Region}::foundation-model/${modelId}`)];
  }
  return [
    ownArn('bedrock', `inference-profile/${modelId}`),
    Fn.sub(`arn:\${AWS::Partition}:bedrock:*::foundation-model/${model}`),
  ];
}
