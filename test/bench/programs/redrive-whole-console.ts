import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { openQueues } from '#main/aws/open-queues.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import { refusingDoors } from '#main/aws/doors.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { openDeadLetters } from '#main/compose/open-acting.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { openRedrive } from '#main/dead-letters/open-redrive.ts';
import { aSession } from '#test/builders/a-session.ts';
import { overHttp } from './redrive-over-http.ts';
import type { Lane } from './redrive-run.ts';

interface Where {
  readonly lane: Lane;
  readonly home: string;
  /** One address speaks SQS and the other DynamoDB. */
  readonly address: string;
  readonly table: string;
}

/**
 * Opens the console's dead letters and jobs as its page uses them, over queues and a table of another
 * service.
 */
export function openConsole({ lane, home, address, table }: Where) {
  const { aws: queuesAt } = overHttp(address);
  const { aws: tableAt } = overHttp(table);
  const patience = {
    cursorKey: Buffer.alloc(32, 7),
    now: Date.now,
    elapsed: () => performance.now(),
    random: Math.random,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
  const queues = openQueues(queuesAt, patience, [{ name: lane.queue, source: lane.source }]);
  const doors = {
    ...refusingDoors('none'),
    queues,
    reader: openReader({
      ...patience,
      client: dynamoDbClient(tableAt),
      connectionId: 'local',
      tableNames: (system) => tableNames(system, 'sandbox'),
    }),
  };
  const session = aSession({ who: aSession().personas[1] ?? null });
  const parts = {
    home,
    held: heldMessages(),
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: Date.now,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      }),
    session: () => session,
    onSession: () => () => undefined,
    doors: () => doors,
    doorsOf: () => doors,
    scopedDoors: () => doors,
  };
  const redrive = openRedrive(parts);
  const jobs = openJobs({ ...parts, redrive });
  const { sentBefore } = redrive;
  const letters = openDeadLetters({ ...parts, sentBefore, worksOn: jobs.worksOn });
  return {
    handlers: { ...letters.handlers, ...jobs.handlers },
    async close() {
      await jobs.close();
      redrive.close();
    },
  };
}
