import { ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListStateMachinesCommand } from '@aws-sdk/client-sfn';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import type { Clients } from './assertion.ts';

type RawService = 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch';

interface JsonRequest {
  headers: Record<string, string>;
  body: unknown;
}

/**
 * Sends any operation with any body. A harmless command carries it: the SDK resolves the endpoint and signs after the
 * request has been rewritten, so this works against AWS itself.
 */
export async function sendRaw(
  aws: Clients,
  service: RawService,
  operation: string,
  body: object,
): Promise<void> {
  const send = {
    dynamodb: () => aws.dynamodb.send(rewritten(new ListTablesCommand({}), operation, body)),
    sqs: () => aws.sqs.send(rewritten(new ListQueuesCommand({}), operation, body)),
    sfn: () => aws.sfn.send(rewritten(new ListStateMachinesCommand({}), operation, body)),
    cloudwatch: () => aws.cloudwatch.send(rewritten(new ListMetricsCommand({}), operation, body)),
  }[service];
  await send();
}

interface Rewritable {
  readonly middlewareStack: {
    add(
      middleware: (next: (args: never) => Promise<never>) => (args: never) => Promise<never>,
      options: { step: 'build'; priority: 'low' },
    ): void;
  };
}

function rewritten<C extends object>(command: C, operation: string, body: object): C {
  // Each command types its middleware by its own input and output, which differ from what passes here.
  (command as unknown as Rewritable).middlewareStack.add(
    (next) => (args) => {
      const { request } = args as { request: JsonRequest };
      const target = request.headers['x-amz-target'] ?? '';
      const text = JSON.stringify(body);
      request.headers['x-amz-target'] = `${target.slice(0, target.indexOf('.'))}.${operation}`;
      request.headers['content-length'] = String(Buffer.byteLength(text));
      request.body = text;
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  return command;
}
