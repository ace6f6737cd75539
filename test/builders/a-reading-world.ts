import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import { plantSamples } from '#local/samples/plant-samples.ts';
import type { MovableClock } from '#local/world/clock.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { openReader, type ReaderParts } from '#main/aws/dynamodb/run-access-pattern.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';
import { tableNames } from '#main/aws/table-names.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { aPocketAws } from './a-pocket-aws.ts';

export interface ReadingWorld {
  readonly aws: PocketAws;
  readonly clock: MovableClock;
  readonly client: DynamoDBClient;
  readonly reader: CatalogueReader;
  /** Lists the requests of the client in order, each with its operation and its input. */
  readonly sent: { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[];
  /** Lists the pauses between attempts in milliseconds. The tests do not really wait. */
  readonly pauses: number[];
  /**
   * Writes an item without the reader's knowledge, as the pipeline would. `table` is the table's name in AWS.
   */
  readonly put: (table: string, item: Attributes) => Promise<unknown>;
  readonly remove: (table: string, key: Attributes) => Promise<unknown>;
  /** Opens another reader of the same world. */
  readonly openReader: (change: Partial<ReaderParts>) => CatalogueReader;
}

/** Opens pocket AWS with the tables and samples of these systems, and the console's reader over it. */
export async function aReadingWorld(...systems: readonly SystemDeclaration[]): Promise<ReadingWorld> {
  const { aws, clock } = aPocketAws();
  await plantSamples(aws.world, systems);
  const sent: ReadingWorld['sent'] = [];
  const handler = requestHandler(aws.dispatch);
  const client = dynamoDbClient({
    requestHandler: {
      ...handler,
      handle(...[request, options]: Parameters<RequestHandler['handle']>) {
        const target = request.headers['x-amz-target'] ?? '';
        const input: unknown = JSON.parse(requestText(request));
        sent.push({ operation: target.split('.')[1] ?? '', input: input as Record<string, unknown> });
        return handler.handle(request, options);
      },
    },
    region: aws.world.region,
    accountId: aws.world.account,
  });
  const pauses: number[] = [];
  const parts: ReaderParts = {
    client,
    connectionId: 'local',
    tableNames: (system) => tableNames(system, 'sandbox'),
    cursorKey: Buffer.alloc(32, 7),
    now: () => clock.now(),
    elapsed: () => performance.now(),
    random: () => aws.world.random.unit(),
    sleep(ms) {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
  const write = (operation: string, input: object): Promise<unknown> =>
    aws.world.call('dynamodb', operation, input);
  return {
    aws,
    clock,
    client,
    reader: openReader(parts),
    sent,
    pauses,
    put: (TableName, Item) => write('PutItem', { TableName, Item }),
    remove: (TableName, Key) => write('DeleteItem', { TableName, Key }),
    openReader: (change) => openReader({ ...parts, ...change }),
  };
}

/** Reads the body here, because the SDK warns when a body is converted to text directly. */
export function requestText({ body }: { readonly body?: unknown }): string {
  return new TextDecoder().decode(body as Uint8Array);
}

/** Returns the value of a result that must have succeeded. */
export function valueOf<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: object },
): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.failure)}`);
  return result.value;
}
