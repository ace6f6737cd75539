import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * The client refuses by itself whatever is not one of the three reads (decision 002). Nobody in the console
 * sends anything else; should somebody begin to, it ends here and nothing leaves the machine.
 */
export function readsOnly(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => (args) => {
      const target = targetOf(args.request);
      if (!allowed.has(target)) throw new ForbiddenCommand(target);
      return next(args);
    },
    { step: 'build', name: 'readsOnly', override: true },
  );
  return client;
}

export class ForbiddenCommand extends Error {
  override readonly name = 'ForbiddenCommand';

  constructor(target: string) {
    super(`The console reads DynamoDB by GetItem, Query and BatchGetItem; ${target} was not sent.`);
  }
}

const allowed: ReadonlySet<string> = new Set(
  ['GetItem', 'Query', 'BatchGetItem'].map((operation) => `DynamoDB_20120810.${operation}`),
);

/** What the request itself says it is, which is what DynamoDB goes by. */
function targetOf(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return 'an unknown request';
  const headers = new Headers(request.headers as Record<string, string>);
  return headers.get('x-amz-target') ?? 'an unknown request';
}
