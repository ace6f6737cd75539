import type { Receipt } from '#shared/contract/result.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import type { PipelineAnswer, PipelineApi } from '../pipeline/pipeline-api.ts';
import type { QueueAlarms } from './alarms.ts';
import type { BillDoor } from './bill.ts';
import type { Tables } from './check/describe-table.ts';
import type { DocumentFiles } from './document-files.ts';
import type { CatalogueReader } from './dynamodb/reading.ts';
import type { ExecutionChange, Executions } from './executions.ts';
import type { EntryOutcome, QueueChange, Queues } from './queues.ts';

/** Lists every way to a connection's systems. */
export interface Doors {
  readonly reader: CatalogueReader;
  readonly executions: Executions;
  readonly pipeline: PipelineApi;
  readonly files: DocumentFiles;
  readonly queues: Queues;
  readonly alarms: QueueAlarms;
  readonly tables: Tables;
  readonly bill: BillDoor;
}

export interface ConnectionDoors extends Doors {
  /**
   * It is present when the reader is limited to some tenants. It says whether any other tenant has a batch of the
   * id, and never which.
   */
  readonly isOfOthersToo?: (batch: {
    readonly tenantId: string;
    readonly batchId: string;
  }) => Promise<Result<boolean>>;
}

/** These are the answers to calls by kind; a layer treats all calls of a kind alike. */
interface Answers {
  readonly read: Result<unknown>;
  /** This is a change of an execution, or of a queue as a whole. */
  readonly change: ExecutionChange | QueueChange;
  /** This is a change of messages of a queue, with one outcome each. */
  readonly entries: readonly EntryOutcome[];
  /** This is an exchange with the pipeline API. */
  readonly exchange: PipelineAnswer<OperationName>;
  /** A note reports something and gets no answer. */
  readonly note: void;
}

export type DoorAnswer = Answers[keyof Answers];
type Answering<K extends keyof Answers> = K extends 'note' ? void : Promise<Answers[K]>;

type KindOf<Answer> = [Answer] extends [Promise<infer Value>]
  ? [Value] extends [Result<unknown>]
    ? 'read'
    : [Value] extends [readonly EntryOutcome[]]
      ? 'entries'
      : [Value] extends [ExecutionChange | QueueChange]
        ? 'change'
        : 'exchange'
  : 'note';

type KindsOfCalls = {
  readonly [D in keyof Doors]: {
    readonly [N in keyof Doors[D]]: Doors[D][N] extends (...args: never[]) => infer Answer
      ? KindOf<Answer>
      : never;
  };
};

/** Lists every call. A new call does not compile before its kind is here, and then every layer applies to it. */
const kinds = {
  reader: { run: 'read', ask: 'read', readAgain: 'read', changed: 'note' },
  executions: {
    runOf: 'read',
    describe: 'read',
    history: 'read',
    mapRun: 'read',
    children: 'read',
    childOfDocument: 'read',
    event: 'read',
    documentIds: 'read',
    redrive: 'change',
    stop: 'change',
  },
  pipeline: { call: 'exchange' },
  files: { read: 'read' },
  queues: {
    configured: 'read',
    standing: 'read',
    attributes: 'read',
    receive: 'read',
    hide: 'entries',
    send: 'entries',
    delete: 'entries',
    startMove: 'change',
    cancelMove: 'change',
  },
  alarms: {
    watched: 'read',
    ofQueues: 'read',
    oldestAges: 'read',
    list: 'read',
    history: 'read',
    metrics: 'read',
  },
  tables: { describe: 'read' },
  bill: { ask: 'read' },
} as const satisfies KindsOfCalls;

export const everyDoor = [
  'reader',
  'executions',
  'pipeline',
  'files',
  'queues',
  'alarms',
  'tables',
  'bill',
] as const;

/** This is a call on its way through a layer. */
export type DoorCall = {
  [D in keyof Doors]: {
    [N in keyof Doors[D]]: {
      readonly door: D;
      readonly name: N;
      readonly kind: KindsOfCalls[D][N];
      readonly args: Doors[D][N] extends (...args: infer Args) => unknown ? Readonly<Args> : never;
    };
  }[keyof Doors[D]];
}[keyof Doors];

/** Wraps doors so that every call goes to the layer, which may `forward` it to other doors or answer it itself. */
export function wrapDoors<D extends keyof Doors>(
  doors: readonly D[],
  layer: (call: DoorCall) => Promise<DoorAnswer> | void,
): Pick<Doors, D> {
  const wrapped = doors.map((door) => [
    door,
    Object.fromEntries(
      Object.entries(kinds[door]).map(([name, kind]) => [
        name,
        (...args: readonly unknown[]) => layer({ door, name, kind, args } as unknown as DoorCall),
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped) as Pick<Doors, D>;
}

/** Makes the call at these doors. */
export function forward<C extends DoorCall>(doors: Pick<Doors, C['door']>, call: C): Answering<C['kind']> {
  // The type of the call keeps names, kinds and arguments together; a union of all calls is not callable.
  const door = doors[call.door as C['door']] as unknown as Record<
    C['name'],
    (...args: readonly unknown[]) => Answering<C['kind']>
  >;
  return door[call.name as C['name']](...call.args);
}

/** Returns the answer to a call that is refused whole, in the shape of its kind. */
export function refuseCall(call: DoorCall, failure: Failure): DoorAnswer {
  const { code, message } = failure;
  switch (call.kind) {
    case 'read':
      return { ok: false, failure };
    case 'change':
      return { kind: 'refused', name: code, why: message };
    case 'entries':
      return call.args[1].map(() => refuseEntry(failure));
    case 'exchange':
      return { kind: 'not-sent', why: message };
    case 'note':
      return undefined;
  }
}

/** The refusal does not depend on the entry, so it is only temporary. */
function refuseEntry({ code, message }: Failure): EntryOutcome {
  return { kind: 'refused', name: code, why: message, mayTryAgain: false, isForNow: true };
}

/**
 * Refuses every call on a connection that cannot be used now, with the given failure or with a general one for its
 * name.
 */
export function refusingDoors(said: string | Failure): Doors {
  const failure = typeof said === 'string' ? unreachable(said) : said;
  return wrapDoors(everyDoor, (call) =>
    call.kind === 'note' ? undefined : Promise.resolve(refuseCall(call, failure)),
  );
}

function unreachable(connectionName: string): Failure {
  const message = `"${connectionName}" cannot be read now. Nothing was read.`;
  return { code: 'aws-unreachable', message, service: 'AWS', reference: '' };
}

/** Returns doors that load what they need once, at the first call through any of them. */
export function lateDoors<D extends keyof Doors>(
  doors: readonly D[],
  open: () => Promise<Pick<Doors, D>>,
): Pick<Doors, D> {
  let opening: Promise<Pick<Doors, D>> | undefined;
  return wrapDoors(doors, (call) => {
    const answer = askWhenOpen(call);
    return call.kind === 'note' ? undefined : answer;
  });

  async function askWhenOpen(call: DoorCall): Promise<DoorAnswer> {
    opening ??= open();
    // The wrapper covers no other doors than these.
    return forward((await opening) as Doors, call);
  }
}

/** Counts the calls to AWS where they go out, for all callers and also when they fail. */
export function meteredDoors(
  doors: ConnectionDoors,
  spend: (receipt: Receipt) => void,
  now: () => number = Date.now,
): ConnectionDoors {
  async function meterRead(
    reading: Promise<Answers['read']>,
    metrics: number | null,
  ): Promise<Answers['read']> {
    const result = await reading;
    if (result.receipt !== undefined) {
      // CloudWatch charges by the metric, and nothing else of it can be counted.
      spend(metrics === null ? result.receipt : { ...result.receipt, items: metrics });
    }
    return result;
  }

  /** Refused changes count as free, because most of them never left. */
  async function meterChange<T extends ExecutionChange | QueueChange | readonly EntryOutcome[]>(
    name: keyof typeof queueChanges,
    changing: Promise<T>,
  ): Promise<T> {
    const begun = now();
    const outcome = await changing;
    const taken = [outcome].flat().filter(({ kind }) => kind !== 'refused').length;
    if (taken > 0) {
      const { sent, pages } = queueChanges[name];
      const asOf = new Date(begun).toISOString();
      spend({
        pattern: `SQS: ${sent}`,
        index: 'queue',
        pages,
        items: taken,
        rru: 0,
        bytes: 0,
        ms: now() - begun,
        asOf,
      });
    }
    return outcome;
  }

  return wrapDoors(everyDoor, (call) => {
    if (call.kind === 'read') return meterRead(forward(doors, call), metricsAsked(call));
    if (call.kind === 'entries') return meterChange(call.name, forward(doors, call));
    if (call.door === 'queues') return meterChange(call.name, forward(doors, call));
    return forward(doors, call);
  });
}

/** Maps each change to SQS's name for it and to its number of requests. */
const queueChanges = {
  hide: { sent: 'ChangeMessageVisibilityBatch', pages: 1 },
  send: { sent: 'SendMessageBatch', pages: 1 },
  delete: { sent: 'DeleteMessageBatch', pages: 1 },
  startMove: { sent: 'StartMessageMoveTask', pages: 1 },
  // The running move is looked up first.
  cancelMove: { sent: 'CancelMessageMoveTask', pages: 2 },
} as const;

function metricsAsked(call: DoorCall): number | null {
  if (call.door !== 'alarms') return null;
  if (call.name === 'oldestAges') return call.args[0].length;
  return call.name === 'metrics' ? call.args[0].queries.length : null;
}
