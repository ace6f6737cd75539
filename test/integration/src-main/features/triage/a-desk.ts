import { randomBytes } from 'node:crypto';
import { requestHandler, type RequestHandler } from '#local/aws/request-handler.ts';
import { openExecutions } from '#main/aws/open-executions.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { tableNames } from '#main/aws/table-names.ts';
import { composeTriage } from '#main/compose/compose-reading.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { aGate, trusted, type GateUnderTest } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { requestText } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import type { z } from 'zod';

type Names = Exclude<keyof ReturnType<typeof composeTriage>, `executions.${string}`>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

export interface Desk extends Pick<GateUnderTest, 'receipts'> {
  readonly world: SandboxUnderTest;
  readonly home: string;
  readonly doors: () => ConnectionDoors;
  /** Calls the gate as a page does and checks the answer against the contract. */
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
  /** Returns the calls to AWS since the last time. */
  readonly sent: () => readonly string[];
  readonly be: (change: Partial<Session>) => void;
}

/** Opens triage over the sandbox's world, through the console's own reader and gate. */
export async function aDesk(who?: Persona): Promise<Desk> {
  const world = await aSandbox();
  const sent: string[] = [];
  const inner = requestHandler(world.sandbox.dispatch);
  const place = {
    region: 'local',
    accountId: '000000000000',
    requestHandler: {
      ...inner,
      handle(...[request, options]: Parameters<RequestHandler['handle']>) {
        const operation = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
        const { IndexName = null } = JSON.parse(requestText(request)) as { IndexName?: string };
        sent.push(IndexName === null ? operation : `${operation} ${IndexName}`);
        return inner.handle(request, options);
      },
    },
  };
  const reader = openReader({
    client: dynamoDbClient(place),
    connectionId: 'local',
    tableNames: (system) => tableNames(system, 'sandbox'),
    cursorKey: randomBytes(32),
    now: () => world.clock.now(),
    elapsed: () => performance.now(),
    random: () => 0.5,
    sleep: () => Promise.resolve(),
  });
  const open: ConnectionDoors = { ...refusingDoors('nothing'), reader, executions: openExecutions(place) };
  let session = aSession(who === undefined ? {} : { who });
  const doors = () => scopedDoors(open, session.who);
  const home = aHome();
  const handlers = composeTriage({
    home,
    doors,
    session: () => session,
    log: { info() {}, warn() {}, error() {}, fatal() {} },
    now: () => world.clock.now(),
  });
  const { gate, receipts } = aGate({ handlers });
  return {
    world,
    home,
    doors,
    receipts,
    async call(operation, input) {
      const answer = (await gate.call(trusted, { operation, input })) as Result<Output<typeof operation>>;
      if (answer.ok) contract[operation].output.parse(answer.value);
      return answer;
    },
    sent: () => sent.splice(0),
    be: (change) => void (session = { ...session, ...change }),
  };
}
