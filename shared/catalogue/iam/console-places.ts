import type { ConsoleNeed, NeededOn } from './console-needs.ts';
import { apiArn, bucketArn, executionsArn, isPlainName, stateMachineArn } from './resource-arns.ts';
import { queueArn, type PolicyConnection } from './table-arn.ts';
import { literal } from './tenant-scope.ts';

/** What a connection calls the parts that are no tables; empty where it has no such part. */
export interface ConsoleParts {
  readonly extraction: Readonly<
    Record<
      | 'documentQueue'
      | 'documentDeadLetterQueue'
      | 'webhookQueue'
      | 'webhookDeadLetterQueue'
      | 'stateMachine'
      | 'documentsBucket',
      string
    >
  >;
  /** Of a pipeline API that takes AWS's own signatures; null where it takes something else, or there is none. */
  readonly signedApi: string | null;
}

/** Where an action is done on this connection: ARNs, or why there is none. */
export type PlacesOfNeed =
  | { readonly ok: true; readonly resources: readonly string[] }
  | { readonly ok: false; readonly why: string | null };

export function placesOf(
  { on }: Pick<ConsoleNeed, 'on'>,
  { extraction, signedApi }: ConsoleParts,
  connection: PolicyConnection,
  tenant: string | null,
): PlacesOfNeed {
  const { documentsBucket: bucket, stateMachine } = extraction;
  const untied = tenant === null ? undefined : notTied[on];
  if (untied !== undefined) return { ok: false, why: untied };
  switch (on) {
    case 'letters':
      return queues(connection, extraction.documentDeadLetterQueue, extraction.webhookDeadLetterQueue);
    case 'sources':
      return queues(connection, extraction.documentQueue, extraction.webhookQueue);
    case 'anything':
      return { ok: true, resources: ['*'] };
    case 'machine':
      return named([stateMachine], noMachine, (name) => [stateMachineArn(connection, name)]);
    case 'runs':
      return named([stateMachine], noMachine, (name) => [executionsArn(connection, name)]);
    case 'bucket':
      return named([bucket], noBucket, (name) => [bucketArn(connection, name)]);
    case 'files':
      return named([bucket], noBucket, (name) => filesOf(bucketArn(connection, name), tenant));
    default:
      return api(connection, signedApi);
  }
}

/** What customers upload, and what the readers write beside it. */
function filesOf(bucket: string, tenant: string | null): readonly string[] {
  const folder = tenant === null ? '' : `${literal(tenant)}/`;
  return [`${bucket}/documents/${folder}*`, `${bucket}/results/${folder}*`];
}

function queues(connection: PolicyConnection, ...names: readonly string[]): PlacesOfNeed {
  return named(names, noQueues, (name) => [queueArn(connection, name)]);
}

function named(
  names: readonly string[],
  without: string,
  resourcesOf: (name: string) => readonly string[],
): PlacesOfNeed {
  const there = names.filter((name) => name !== '' && isPlainName(name));
  if (there.length === 0) return { ok: false, why: without };
  return { ok: true, resources: there.flatMap(resourcesOf).toSorted() };
}

function api(connection: PolicyConnection, signedApi: string | null): PlacesOfNeed {
  if (signedApi === null) return { ok: false, why: null };
  const arn = apiArn(connection, signedApi);
  return arn === null ? { ok: false, why: ownDomain } : { ok: true, resources: [arn] };
}

const notTied: Readonly<Partial<Record<NeededOn, string>>> = {
  letters: 'Dead letters are left out: a queue holds the messages of all tenants.',
  sources: 'Dead letters are left out: a queue holds the messages of all tenants.',
  anything: 'Alarms and metrics are left out: they are of all tenants.',
  machine: 'Executions are left out: nothing in the name of one says whose batch it is.',
  runs: 'Executions are left out: nothing in the name of one says whose batch it is.',
  bucket: 'To list the bucket is left out: a missing file reads as one that is denied.',
};

const noQueues =
  'Dead letters are left out: the connection has no stage to call its queues by, and does not name them.';
const noMachine =
  'Executions are left out: the connection has no stage to call its state machine by, and does not name it.';
const noBucket =
  'Files are left out: the connection has no stage to call its bucket by, and does not name it.';
const ownDomain =
  'The pipeline API is left out: its address does not say which API of API Gateway it is. Add execute-api:Invoke on that one.';
