import {
  BatchGetItemCommand,
  GetItemCommand,
  QueryCommand,
  type BatchGetItemCommandInput,
  type DynamoDBClient,
  type GetItemCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { keptBody, parsedBody, whereBodiesAre } from './kept-body.ts';

export type ReadRequest =
  | { readonly operation: 'GetItem'; readonly input: GetItemCommandInput }
  | { readonly operation: 'Query'; readonly input: QueryCommandInput }
  | { readonly operation: 'BatchGetItem'; readonly input: BatchGetItemCommandInput };

/**
 * The answer as DynamoDB wrote it. The SDK signs, sends and knows the errors; its reader of answers loses
 * attributes that are called `__proto__`, so what is read here is the body itself, and once.
 */
export async function exactAnswer(
  client: DynamoDBClient,
  request: ReadRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  // The three differ in their inputs alone, which are checked; as a union nobody could call them.
  const command = commandOf(request) as QueryCommand;
  let body = '';
  const keep = keptBody((text) => (body = text));
  command.middlewareStack.add(keep, whereBodiesAre);
  await client.send(command, signal && { abortSignal: signal });
  return parsedBody(body);
}

function commandOf({ operation, input }: ReadRequest): GetItemCommand | QueryCommand | BatchGetItemCommand {
  if (operation === 'GetItem') return new GetItemCommand(input);
  return operation === 'Query' ? new QueryCommand(input) : new BatchGetItemCommand(input);
}
