import type { WireRequest } from '#local/aws/protocol/wire.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { AwsRequest } from '#test/unit/shared/catalogue/iam/evaluate.ts';

interface Body {
  readonly TableName?: string;
  readonly IndexName?: string;
  readonly Key?: Readonly<Record<string, Value>>;
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys: readonly Readonly<Record<string, Value>>[] }>
  >;
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>>;
  readonly QueueName?: string;
  readonly QueueUrl?: string;
  readonly SourceArn?: string;
  readonly stateMachineArn?: string;
  readonly executionArn?: string;
  readonly mapRunArn?: string;
}
type Value = { readonly S?: string; readonly N?: string };

const dynamodb = 'arn:aws:dynamodb:eu-west-1:111122223333:table/';
const sqs = 'arn:aws:sqs:eu-west-1:111122223333:';

/** Describes a request as IAM sees it, with its action, its resource and the partitions it reads. */
export function askedOfAws({ body, path }: WireRequest, action: string): AwsRequest {
  if (action.startsWith('s3:'))
    return { action, resource: `arn:aws:s3:::${path.replaceAll(/^\/|\/$/g, '')}` };
  if (action.startsWith('cloudwatch:')) return { action, resource: '*' };
  const input = JSON.parse(Buffer.from(body).toString('utf8')) as Body;
  if (action.startsWith('states:')) {
    return { action, resource: input.stateMachineArn ?? input.executionArn ?? input.mapRunArn ?? '' };
  }
  if (action.startsWith('sqs:')) {
    const name = input.QueueName ?? input.QueueUrl?.split('/').at(-1) ?? '';
    return { action, resource: input.SourceArn ?? sqs + name };
  }
  if (input.TableName === undefined) {
    const [[table, asked] = ['', undefined]] = Object.entries(input.RequestItems ?? {});
    return {
      action,
      resource: dynamodb + table,
      leadingKeys: (asked?.Keys ?? []).map((key) => partitionIn(table, key)),
    };
  }
  const table = dynamodb + input.TableName;
  const resource = input.IndexName === undefined ? table : `${table}/index/${input.IndexName}`;
  if (input.Key !== undefined)
    return { action, resource, leadingKeys: [partitionIn(input.TableName, input.Key)] };
  const value = input.ExpressionAttributeValues?.[':v0'];
  return value === undefined
    ? { action, resource }
    : { action, resource, leadingKeys: [value.S ?? value.N ?? ''] };
}

function partitionIn(table: string, key: Readonly<Record<string, Value>>): string {
  const systems: readonly SystemDeclaration[] = Object.values(catalogue);
  const declared = systems
    .flatMap(({ tables }) => Object.values(tables))
    .find(({ name }) => name.replace('{stage}', 'sandbox') === table);
  const value = key[declared?.partition.name ?? ''];
  return value?.S ?? value?.N ?? '';
}
