import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { openBill } from '#main/aws/bill.ts';
import { openTables } from '#main/aws/check/describe-table.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { openDocumentFiles } from '#main/aws/document-files.ts';
import { openExecutions } from '#main/aws/open-executions.ts';
import { openQueuesAndAlarms } from '#main/aws/open-queue-alarms.ts';
import type { PatienceParts } from '#main/aws/patience.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { sandboxPipeline } from '#main/start/embedded-aws.ts';
import { requestText } from './a-reading-world.ts';

export interface SentRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Opens the console's doors to a world in this thread, and records the reader's requests. The tests do not
 * really wait.
 */
export function doorsOver(
  dispatch: Dispatch,
  now: () => number,
  patient: Partial<PatienceParts> = {},
): ConnectionDoors & { readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const handler = requestHandler(dispatch);
  const reading: RequestHandler = {
    ...handler,
    handle(...[request, options]: Parameters<RequestHandler['handle']>) {
      const operation = request.headers['x-amz-target']?.split('.')[1] ?? '';
      const input: unknown = JSON.parse(requestText(request));
      sent.push({ operation, input: input as Record<string, unknown> });
      return handler.handle(request, options);
    },
  };
  const place = { region: 'local', accountId: '000000000000' };
  const patience = {
    cursorKey: Buffer.alloc(32, 7),
    now,
    elapsed: () => performance.now(),
    random: () => 0.5,
    sleep: () => Promise.resolve(),
    ...patient,
  };
  return {
    sent,
    reader: openReader({
      ...patience,
      client: dynamoDbClient({ ...place, requestHandler: reading }),
      connectionId: 'local',
      tableNames: (system) => tableNames(system, 'sandbox'),
    }),
    executions: openExecutions({ ...place, requestHandler: handler }, patience),
    pipeline: openPipelineApi(sandboxPipeline(dispatch)),
    files: openDocumentFiles({ ...place, requestHandler: handler }, patience),
    ...openQueuesAndAlarms({ ...place, requestHandler: handler }, patience),
    bill: openBill({ ...place, requestHandler: handler }, patience),
    tables: openTables({ ...place, requestHandler: handler }, patience),
  };
}
