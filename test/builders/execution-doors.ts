import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import type { PocketAws } from '#local/aws/pocket-aws.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { openBill } from '#main/aws/bill.ts';
import { openTables } from '#main/aws/check/describe-table.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { openDocumentFiles } from '#main/aws/document-files.ts';
import { openExecutions } from '#main/aws/open-executions.ts';
import { openQueuesAndAlarms } from '#main/aws/open-queue-alarms.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import { tableNames } from '#main/aws/table-names.ts';

export interface ExecutionDoors {
  readonly doors: ConnectionDoors;
  /** Lists the operations that were sent, in order. */
  readonly sent: string[];
}

/**
 * Opens the console's own reader and executions over a pipeline that runs in this thread. The tests do not
 * really wait.
 */
export function executionDoors({ dispatch, world }: PocketAws): ExecutionDoors {
  const sent: string[] = [];
  const handler = requestHandler(dispatch);
  const aws = {
    requestHandler: {
      ...handler,
      handle(...[request, options]: Parameters<RequestHandler['handle']>) {
        sent.push((request.headers['x-amz-target'] ?? '').split('.')[1] ?? '');
        return handler.handle(request, options);
      },
    },
    region: world.region,
    accountId: world.account,
  };
  const parts = {
    cursorKey: Buffer.alloc(32, 7),
    now: () => world.clock.now(),
    elapsed: () => performance.now(),
    random: () => 0,
    sleep: () => Promise.resolve(),
  };
  const reader = openReader({
    ...parts,
    client: dynamoDbClient(aws),
    connectionId: 'sandbox',
    tableNames: (system) => tableNames(system, 'sandbox'),
  });
  const noPipeline = { call: () => Promise.reject(new Error('The pipelines are not called here.')) };
  const doors = {
    reader,
    executions: openExecutions(aws, parts),
    pipeline: noPipeline,
    files: openDocumentFiles(aws, parts),
    ...openQueuesAndAlarms(aws, parts),
    bill: openBill(aws, parts),
    tables: openTables(aws, parts),
  };
  return { doors, sent };
}
