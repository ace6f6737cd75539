import {
  BatchGetItemCommand,
  GetItemCommand,
  QueryCommand,
  type BatchGetItemCommandInput,
  type DynamoDBClient,
  type GetItemCommandInput,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';

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
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (isResponse(response) && response.statusCode < 300) {
        body = await textOf(response.body);
        response.body = nothingMore;
      }
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'exactAnswer' },
  );
  await client.send(command, signal && { abortSignal: signal });
  return parsed(body);
}

/** It was answered, but not by DynamoDB: a proxy's page, or half an answer. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

function commandOf({ operation, input }: ReadRequest): GetItemCommand | QueryCommand | BatchGetItemCommand {
  if (operation === 'GetItem') return new GetItemCommand(input);
  return operation === 'Query' ? new QueryCommand(input) : new BatchGetItemCommand(input);
}

interface Response {
  readonly statusCode: number;
  body: unknown;
}

function isResponse(response: unknown): response is Response {
  return typeof response === 'object' && response !== null && 'statusCode' in response && 'body' in response;
}

const nothingMore = Buffer.from('{}');

async function textOf(body: unknown): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new UnreadableAnswer('The answer is not JSON.');
  }
}
