import type { z } from 'zod';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import type { ConnectionDoors } from '#main/aws/doors.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { composeWorkflows } from '#main/compose/open-acting.ts';
import { workflowRow } from '#main/rows/tenant-rows.ts';
import { contract, type Contract, type InputOf } from '#shared/contract/contract.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Saved, WorkflowEvent, WorkflowKey } from '#shared/contract/workflows.ts';
import { sandboxPersonas } from '#shared/sandbox/personas.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aSandbox, type SandboxUnderTest } from '#test/builders/a-sandbox.ts';
import { aSession } from '#test/builders/a-session.ts';
import { doorsOver, type SentRequest } from '#test/builders/doors-over.ts';

type Names = keyof ReturnType<typeof composeWorkflows>;
type Output<N extends Names> = z.output<Contract[N]['output']>;

export interface WorkflowDesk {
  readonly world: SandboxUnderTest;
  readonly doors: () => ConnectionDoors;
  readonly receipts: readonly Receipt[];
  readonly call: <N extends Names>(name: N, input: InputOf<N>) => Promise<Result<Output<N>>>;
  readonly read: (key?: WorkflowKey) => Promise<Workflow>;
  /** Returns the workflows from the project's index. */
  readonly listed: (key?: WorkflowKey) => Promise<Workflow[]>;
  /** Returns the requests to DynamoDB since the last call. */
  readonly sent: () => readonly SentRequest[];
  /** Records the calls of the pipeline API. */
  readonly asked: string[];
  readonly be: (change: Partial<Session>) => void;
  readonly fail: (rules: readonly object[]) => Promise<void>;
}

interface Options {
  /** Wraps the connection between the console and the world. */
  readonly through?: (dispatch: Dispatch) => Dispatch;
  /** Shares the world of another console. */
  readonly beside?: WorkflowDesk;
  readonly as?: string;
  /** The console's clock is ahead of the world's by this many milliseconds. */
  readonly ahead?: number;
}

export const carrierInvoices = {
  tenantId: 'northwind',
  projectId: 'freight-invoices',
  workflowId: 'carrier-invoices',
} as const;

/** Opens the workflows over a whole sandbox with the pipelines' own API, all on the sandbox's clock. */
export async function aWorkflowDesk({
  through = (dispatch) => dispatch,
  beside,
  as = 'admin',
  ahead = 0,
}: Options = {}): Promise<WorkflowDesk> {
  const world = beside?.world ?? (await aSandbox());
  const { clock, sandbox } = world;
  await sandbox.setTraffic(true);
  const { answer } = serveSandbox(sandbox);
  const asked: string[] = [];
  const open = doorsOver(
    through((request, signal) => {
      if (request.path.startsWith('/pipeline/v1')) asked.push(`${request.method} ${request.path}`);
      return answer(request, signal);
    }),
    () => clock.now(),
  );
  const who = aPersona(as);
  let session = aSession({ who });
  const doors = (): ConnectionDoors => scopedDoors(open, session.who);
  const { gate, receipts } = aGate({
    role: who.role,
    connection: () => session.connection,
    handlers: composeWorkflows({ doors, session: () => session, now: () => clock.now() + ahead }),
  });
  const call: WorkflowDesk['call'] = async (operation, input) => {
    const result = (await gate.call(trusted, { operation, input, idempotencyKey: newKey() })) as Result<
      Output<typeof operation>
    >;
    if (result.ok) contract[operation].output.parse(result.value);
    return result;
  };
  return {
    world,
    doors,
    receipts,
    call,
    asked,
    read: async (key = carrierInvoices) => valueOf(await call('workflows.read', { ...key })),
    async listed({ tenantId, projectId } = carrierInvoices) {
      const page = await doors().reader.run('extraction.workflowsByChange', { tenantId, projectId });
      return valueOf(page).items.map(workflowRow);
    },
    sent: () => open.sent.splice(0),
    be: (change) => void (session = { ...session, ...change }),
    async fail(rules) {
      await world.ask('PUT', '/_local/faults', { body: { rules } });
    },
  };
}

export function aPersona(id: string): Persona {
  const found = sandboxPersonas.find((persona) => persona.id === id);
  if (found === undefined) throw new Error(`There is no persona ${id}`);
  return { ...found, tenants: found.tenants === '*' ? '*' : [...found.tenants] };
}

let keys = 0;
const newKey = (): string => `of-a-call-${(keys += 1)}`;

export type Change = InputOf<'workflows.saveThresholds'>;

/** This changes the carrier invoices as the sandbox's world has them. */
export const change: Change = {
  ...carrierInvoices,
  version: 7,
  confidenceThreshold: 0.6,
  reviewThreshold: 0.8,
  reason: 'INC-2301: too much in review',
  typedEnvironment: null,
  intentKey: 'intent-one',
};

export function ask(
  desk: WorkflowDesk,
  more: Partial<Change> = {},
): Promise<Result<{ readonly outcome: Saved }>> {
  return desk.call('workflows.saveThresholds', { ...change, ...more });
}

export async function save(desk: WorkflowDesk, more: Partial<Change> = {}): Promise<Saved> {
  return valueOf(await ask(desk, more)).outcome;
}

/** Returns the history, newest first. */
export async function readHistory(desk: WorkflowDesk): Promise<readonly WorkflowEvent[]> {
  return valueOf(await desk.call('workflows.history', { ...carrierInvoices })).rows;
}
