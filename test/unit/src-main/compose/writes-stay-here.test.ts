import { describe, expect, it, onTestFinished } from 'vitest';
import { everyDoor, forward, refusingDoors, wrapDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { openJobs } from '#main/compose/compose-jobs.ts';
import { composeCosts, composeTriage } from '#main/compose/compose-reading.ts';
import { composeWorkflows, openDeadLetters, openReview } from '#main/compose/open-acting.ts';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { nothingBefore } from '#main/features/dead-letters/dead-letter-parts.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { openAttention } from '#main/reads/attention.ts';
import { contract, operationNames, type InputOf, type OperationName } from '#shared/contract/contract.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { operations } from '#shared/pipeline-api/operations.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { aMessage, letters, partsOver } from '../features/dead-letters/a-fake-queue.ts';

const ines = { name: 'Ines', role: 'admin', tenants: '*' } as const;
const staging = aSession({
  connection: aConnectionSummary({ id: 'staging', name: 'Staging', kind: 'aws', environment: 'staging' }),
  who: { ...ines, id: 'ines' },
});
/** This connection is locked, so that nothing may ever be written to it. */
const production = aSession({
  connection: aConnectionSummary({
    id: 'production',
    name: 'Production',
    kind: 'aws',
    environment: 'production',
    readOnly: true,
    unlockable: true,
  }),
  who: { ...ines, id: 'ines-of-production' },
});

const now = (): number => Date.parse('2026-01-05T09:00:00.000Z');
const log = { info() {}, warn() {}, error() {}, fatal() {} };
const neverChanges = () => () => undefined;

/** Answers as an API that has every call and keeps everything, and whose items have all changed meanwhile. */
const answers: Readonly<Record<string, unknown>> = {
  describeApi: { paths: listPaths() },
  me: { keeps: ['activity'] },
};
const answerAll: PipelineApi['call'] = (name) =>
  Promise.resolve(
    name in answers
      ? { kind: 'answered', value: answers[name] as never }
      : { kind: 'problem', problem: buildProblem('stale-version', 'It is so.') },
  );

function listPaths(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path } of Object.values(operations)) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: {} };
  }
  return paths;
}

/** Opens every handler that writes, over two connections whose calls are listed. */
function twoConnections() {
  const calls: string[] = [];
  let session: Session = staging;
  const { queues } = partsOver({
    receive: () => Promise.resolve(ok([aMessage('message-1')])),
    hide: (_queue, handles) => Promise.resolve(handles.map(() => ({ kind: 'done', messageId: null }))),
    startMove: () => Promise.resolve({ kind: 'done' }),
    cancelMove: () => Promise.resolve({ kind: 'done' }),
  }).doors();
  const { reader } = aReader([[]]);
  const doorsAt = new Map(
    ['staging', 'production'].map((id) => {
      const real = { ...refusingDoors(id), pipeline: { call: answerAll }, queues, reader };
      const doors: ConnectionDoors = wrapDoors(everyDoor, (call) => {
        const what = call.door === 'pipeline' ? `${call.args[0]} as ${call.args[1].personId}` : call.name;
        calls.push(`${id}: ${call.door} ${what}`);
        return forward(real, call);
      });
      return [id, doors] as const;
    }),
  );
  const doorsOf = (id: string): ConnectionDoors => doorsAt.get(id) ?? refusingDoors(id);
  const parts = {
    home: aHome(),
    doors: () => doorsOf(session.connection.id),
    session: () => session,
    onSession: neverChanges,
    log,
    now,
  };
  const held = heldMessages();
  const sentBefore = { of: () => null };
  const review = openReview({ ...parts, seen: () => undefined, attention: openAttention(now) });
  const jobs = openJobs({
    ...parts,
    doorsOf,
    scopedDoors: parts.doors,
    review: review.looks,
    redrive: {
      action: () => {
        throw new Error('There are no messages here');
      },
      discarded: nothingBefore.discarded,
      forget: () => Promise.resolve(),
      sentBefore,
    },
    held,
    sleep: () => Promise.resolve(),
  });
  onTestFinished(() => jobs.close());
  const handlers = {
    ...composeTriage(parts),
    ...composeCosts({ ...parts, controlSandbox: () => Promise.reject(new Error('There is no sandbox')) }),
    ...composeWorkflows(parts),
    ...review.handlers,
    ...jobs.handlers,
    ...openDeadLetters({
      ...parts,
      doorsOf,
      held,
      sentBefore,
      worksOn: () => new Set(),
      sleep: () => Promise.resolve(),
    }).handlers,
  };
  const { gate } = aGate({ handlers, connection: () => session.connection });
  return {
    calls,
    handlers,
    call: (operation: OperationName, input: unknown) => gate.call(trusted, { operation, input }),
    openProduction: () => void (session = production),
  };
}

const tenantId = 'northwind';
const batch = { tenantId, projectId: 'p', batchId: 'b' };
const document = { ...batch, documentId: 'd', version: 3 };
const workflow = { tenantId, projectId: 'p', workflowId: 'w', version: 3 };
const change = { reason: 'They are new', typedEnvironment: null };
const intentKey = '3f0e6a51-7f6e-4c1d-9a44-0c2f4c7b8a11';
const note = { note: 'A note', version: 0, intentKey };
const absent = { field: 'total', absent: true } as const;

interface Row<N extends OperationName> {
  readonly input: InputOf<N>;
  /** Names the last call, which is the write. */
  readonly writes: string;
}

type Rows = { readonly [N in OperationName]?: Row<N> };

const rows: Rows = {
  'incidents.note': { input: { fingerprint: 'f', ...note }, writes: 'noteOnCause' },
  'incidents.work': { input: { fingerprint: 'f', by: null, ...note }, writes: 'workOnCause' },
  'dead-letters.sample': { input: { queue: letters, most: 1, holdSeconds: 60 }, writes: 'receive' },
  'dead-letters.hold': { input: { queue: letters, seconds: 600 }, writes: 'hide' },
  'dead-letters.move': { input: { queue: letters, perSecond: 1, reason: 'INC-1' }, writes: 'startMove' },
  'review.claim': { input: document, writes: 'claimDocument' },
  'review.next': { input: { dueHours: 24, not: [], ahead: false, intentKey }, writes: 'nextDocument' },
  'review.release': { input: document, writes: 'releaseDocument' },
  'review.decide': {
    input: { ...document, decision: 'approve', corrections: [absent], reason: null, intentKey, seconds: 5 },
    writes: 'reviewDocument',
  },
  'review.undo': { input: document, writes: 'undoReview' },
  'review.handOver': {
    input: { ...document, to: 'mira', note: null, intentKey },
    writes: 'handOverDocument',
  },
  'review.refile': {
    input: {
      ...document,
      reason: 'It is of another type',
      into: [
        {
          workflow: { projectId: 'p', workflowId: 'w' },
          parts: [{ batchId: 'b', documentId: 'd' }],
        },
      ],
      also: [],
      intentKey,
    },
    writes: 'refileDocument',
  },
  'review.check': {
    input: { ...document, corrections: [absent], intentKey, seconds: 5 },
    writes: 'checkDocument',
  },
  'workflows.saveThresholds': {
    input: { ...workflow, ...change, confidenceThreshold: 0.6, reviewThreshold: 0.8, intentKey },
    writes: 'changeThresholds',
  },
  'workflows.saveReview': {
    input: { ...workflow, ...change, rules: {}, dueHours: 8, priority: 'high', customer: null, intentKey },
    writes: 'changeReview',
  },
  'workflows.saveObjective': {
    input: { ...workflow, ...change, objective: null, intentKey },
    writes: 'changeObjective',
  },
  'workflows.changeSuppliers': {
    input: { tenantId, ...change, put: [], remove: [{ supplierId: 'harrow' }], intentKey },
    writes: 'changeSuppliers',
  },
  'workflows.changeOrders': {
    input: { tenantId, ...change, put: [], remove: [{ number: 'NW-1' }], intentKey },
    writes: 'changeOrders',
  },
  'costs.saveBudget': {
    input: {
      tenantId,
      projectId: null,
      workflowId: null,
      month: null,
      usd: '5',
      version: 1,
      typedEnvironment: null,
      intentKey,
    },
    writes: 'putTenantBudget',
  },
  'activity.note': {
    input: { about: { is: 'batch', ...batch }, text: 'A note', intentKey },
    writes: 'addNote',
  },
  'batches.work': { input: { ...batch, by: null, ...note }, writes: 'workOnBatch' },
};

/** These undo on SQS what was begun, also on a connection that is locked again. */
const undoing: Rows = {
  'dead-letters.release': { input: { queue: letters }, writes: 'hide' },
  'dead-letters.cancelMove': { input: { queue: letters }, writes: 'cancelMove' },
};

/** These act in the turn of the gate's check, so nothing can be opened before they do. */
const inOneTurn = ['plans.start', 'jobs.resume'] as const;

describe('a write, with locked production opened while it waits for its first answer', () => {
  it('is listed here for every operation that writes', () => {
    const writing = operationNames.filter((name) => contract[name].writes);
    expect([...Object.keys(rows), ...inOneTurn].toSorted()).toEqual(writing.toSorted());
  });

  it.each(Object.entries({ ...rows, ...undoing }))(
    '%s goes where it was begun, as who began it',
    async (name, row) => {
      const operation = name as OperationName;
      const { calls, call, openProduction } = twoConnections();
      if (operation === 'dead-letters.hold' || operation === 'dead-letters.release') {
        await call('dead-letters.sample', { queue: letters, most: 1, holdSeconds: 60 });
      }
      const answering = call(operation, row.input);
      openProduction();
      await answering;
      expect(calls.filter((one) => one.startsWith('production') || one.includes('ines-of'))).toEqual([]);
      expect(calls.some((one) => one.startsWith('staging') && one.includes(row.writes))).toBe(true);
    },
  );

  it.each(inOneTurn)('%s does not wait for any', (name) => {
    const { handlers } = twoConnections();
    const ask = handlers[name] as (input: object, of: object) => unknown;
    expect(ask({ planId: 'p', jobId: 'j' }, { reference: 'r' })).toMatchObject({ ok: false });
  });
});

it('a plan reads all its documents where it was begun', async () => {
  const { calls, call, openProduction } = twoConnections();
  const documents = Array.from({ length: 20 }, (_, at) => ({ ...batch, documentId: `d-${at}` }));
  const target = { kind: 'approve-documents', of: { is: 'documents', documents } };
  const planning = call('plans.make', { target });
  openProduction();
  expect(await planning).toMatchObject({ ok: true, value: { connection: { id: 'staging' } } });
  expect(calls.filter((one) => !one.startsWith('staging'))).toEqual([]);
});
