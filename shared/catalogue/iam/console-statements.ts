import type { Role } from '../../contract/define.ts';
import { consoleNeeds, type NeededOn } from './console-needs.ts';
import { placesOf, type ConsoleParts } from './console-places.ts';
import type { PolicyStatement } from './policy-document.ts';
import type { PolicyConnection } from './table-arn.ts';

interface Request {
  readonly connection: PolicyConnection;
  readonly parts: ConsoleParts;
  readonly role: Role;
  readonly tenant: string | null;
}

interface Statements {
  readonly statements: readonly PolicyStatement[];
  readonly notes: readonly string[];
}

/** What a role may ask of AWS beside its tables, and what nobody may, whatever another policy allows. */
export function consoleStatements({ connection, parts, role, tenant }: Request): Statements {
  const notes = new Set<string>(role === 'reviewer' ? [reviewersWithout] : []);
  const touched = new Map<NeededOn, readonly string[]>();
  const statements = consoleNeeds.flatMap(({ sid, on, actions, roles }): PolicyStatement[] => {
    if (!roles.includes(role)) return [];
    const places = placesOf({ on }, parts, connection, tenant);
    if (!places.ok) {
      if (places.why !== null) notes.add(places.why);
      return [];
    }
    touched.set(on, places.resources);
    return [{ Sid: sid, Effect: 'Allow', Action: actions, Resource: places.resources }];
  });
  if (touched.has('letters') && role !== 'admin') notes.add(listedWithout);
  return { statements: [...statements, ...never(touched)], notes: [...notes] };
}

function never(touched: ReadonlyMap<NeededOn, readonly string[]>): readonly PolicyStatement[] {
  const at = (...places: readonly NeededOn[]): readonly string[] =>
    places.flatMap((place) => touched.get(place) ?? []).toSorted();
  return [
    deny('NeverPurgeOrChangeQueues', neverOfQueues, at('letters', 'sources')),
    deny('NeverStartOrChangeMachines', neverOfMachines, at('machine')),
    deny('NeverWriteFiles', neverOfFiles, at('files')),
  ].filter(({ Resource }) => Resource.length > 0);
}

function deny(Sid: string, Action: readonly string[], Resource: readonly string[]): PolicyStatement {
  return { Sid, Effect: 'Deny', Action, Resource };
}

/** Purging has no undo, and how a queue is set up is the deployment's. */
const neverOfQueues = [
  'sqs:*Permission',
  'sqs:CreateQueue',
  'sqs:DeleteQueue',
  'sqs:PurgeQueue',
  'sqs:SetQueueAttributes',
];
/** A run begins by the pipeline API, which knows whether it may. */
const neverOfMachines = ['states:DeleteStateMachine', 'states:Start*', 'states:UpdateStateMachine'];
const neverOfFiles = ['s3:DeleteObject*', 's3:PutObject*'];

const reviewersWithout =
  'Queues, executions, alarms and metrics are left out for this role: no screen of a reviewer shows them.';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html */
const listedWithout =
  "AWS's reference asks for sqs:DeleteMessage to list the move tasks of a queue. This role does not have it: where AWS refuses the list, the console says so and shows the rest.";
