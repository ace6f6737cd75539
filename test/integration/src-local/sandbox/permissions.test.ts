import { describe, expect, it } from 'vitest';
import type { StackTemplate } from '#local/aws/cloudformation/template.ts';
import type { Access } from '#local/aws/iam/access.ts';
import { sandboxTemplates } from '#local/host/sandbox-templates.ts';
import { aSandbox } from '#test/builders/a-sandbox.ts';
import { driveSandbox, plantLongFailed, useEverything } from './every-use.ts';

const deliversLogs = 'Step Functions sends its log with these, and there is no log here.';
const tracesExecutions = 'Step Functions sends its traces with these, and there are none here.';
const tellsFailures = 'Lambda tells a queue with this which changes could not be followed, and here all are.';
const keepsEvents = 'Lambda keeps with this the ends that could not be recorded, and here all are.';
const writesInParts = 'Step Functions writes results of more than 5 MB in parts, and here in one.';

/** Permissions that AWS itself uses, outside what this world has. */
const usedByAws: Readonly<Record<string, string>> = {
  'StateMachine logs:CreateLogDelivery': deliversLogs,
  'StateMachine logs:GetLogDelivery': deliversLogs,
  'StateMachine logs:UpdateLogDelivery': deliversLogs,
  'StateMachine logs:DeleteLogDelivery': deliversLogs,
  'StateMachine logs:ListLogDeliveries': deliversLogs,
  'StateMachine logs:PutResourcePolicy': deliversLogs,
  'StateMachine logs:DescribeResourcePolicies': deliversLogs,
  'StateMachine logs:DescribeLogGroups': deliversLogs,
  'StateMachine xray:PutTraceSegments': tracesExecutions,
  'StateMachine xray:PutTelemetryRecords': tracesExecutions,
  'StateMachine xray:GetSamplingRules': tracesExecutions,
  'StateMachine xray:GetSamplingTargets': tracesExecutions,
  'KeepAttention sqs:SendMessage': tellsFailures,
  'ExecutionEnded sqs:SendMessage': keepsEvents,
  'StateMachine s3:ListMultipartUploadParts': writesInParts,
  'StateMachine s3:AbortMultipartUpload': writesInParts,
};

// A batch of 601 documents is among what the roles are used for.
describe('the roles of a deployment', { timeout: 300_000 }, () => {
  it('allow all that the functions and the state machine do, and nothing else', async () => {
    const driven = await driveSandbox(await aSandbox());
    await useEverything(driven);
    const { access } = driven.under.sandbox.aws;
    expect([...listRefused(access), ...listUnneeded(access)]).toEqual([]);
    const unused = new Set(access.unused().map(nameException));
    expect(Object.keys(usedByAws).filter((name) => !unused.has(name))).toEqual([]);
  });

  it('are found out where they lack something, or have too much', async () => {
    const templates = changeRole('SweepStatusIndexRole', (action) =>
      action === 'dynamodb:UpdateItem' ? 'dynamodb:DeleteItem' : action,
    );
    const driven = await driveSandbox(await aSandbox({ definition: { templates } }));
    await plantLongFailed(driven);
    await driven.invoke('sweepStatusIndex');
    const { access } = driven.under.sandbox.aws;
    const table = 'arn:aws:dynamodb:local:000000000000:table/autowired-sandbox';
    expect(listRefused(access)).toEqual([`SweepStatusIndex was refused dynamodb:UpdateItem on ${table}`]);
    expect(listUnneeded(access).filter((sentence) => sentence.startsWith('SweepStatusIndex'))).toEqual([
      `SweepStatusIndex may dynamodb:DeleteItem on ${table}, and nothing that it does needs that`,
    ]);
  });
});

function listRefused(access: Access): readonly string[] {
  const sentences = access
    .refused()
    .map(({ role, action, resource }) => `${readOwner(role)} was refused ${action} on ${resource}`);
  return [...new Set(sentences)];
}

function listUnneeded(access: Access): readonly string[] {
  return access
    .unused()
    .filter((permission) => !Object.hasOwn(usedByAws, nameException(permission)))
    .map(
      ({ role, action, resource }) =>
        `${readOwner(role)} may ${action} on ${resource}, and nothing that it does needs that`,
    );
}

function nameException({ role, action }: { readonly role: string; readonly action: string }): string {
  return `${readOwner(role)} ${action}`;
}

/** A role is named after its stack, its id and a hash: "autowired-sandbox-api-ServeApiRole-1A2B". */
function readOwner(role: string): string {
  return /-(\w+)Role-/.exec(role)?.[1] ?? role;
}

/** Returns the templates with other actions in a role. */
function changeRole(id: string, change: (action: string) => string): readonly StackTemplate[] {
  return sandboxTemplates.map(({ name, template }) => {
    const changed = structuredClone(template) as {
      readonly Resources: Readonly<Record<string, { readonly Properties: { Policies: readonly Policy[] } }>>;
    };
    for (const { PolicyDocument } of changed.Resources[id]?.Properties.Policies ?? []) {
      for (const statement of PolicyDocument.Statement) {
        statement.Action = [statement.Action].flat().map(change);
      }
    }
    return { name, template: changed };
  });
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly { Action: string | readonly string[] }[] };
}
