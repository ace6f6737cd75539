import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { functions } from '../../src-pipelines/functions.ts';
import { createDeployment } from '../deployment.ts';
import { readSettings } from '../settings.ts';
import { allowStates } from '../state-machine-role.ts';
import { listResources, synthesise } from './deployments.ts';

interface Policy {
  readonly PolicyName: string;
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}
interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const sandbox = synthesise();
const roles = new Map(
  Object.values(sandbox).flatMap((template) =>
    [...listResources(template, 'AWS::IAM::Role')].map(
      ([id, { read }]) => [id, read('Policies') as readonly Policy[]] as const,
    ),
  ),
);
const allStatements = [...roles.values()].flat().flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

function listStatements(role: string, policy: string): readonly Statement[] {
  const found = roles.get(role)?.find(({ PolicyName }) => PolicyName === policy);
  if (!found) throw new Error(`${role} has no policy "${policy}"`);
  return found.PolicyDocument.Statement;
}

function listActions(role: string, policy: string): readonly string[] {
  return listStatements(role, policy)
    .flatMap(({ Action }) => Action)
    .toSorted();
}

describe('Roles', () => {
  it('allow each function the actions that its code calls, and no others', () => {
    for (const [key, { calls }] of Object.entries(functions)) {
      const role = `${key.charAt(0).toUpperCase()}${key.slice(1)}Role`;
      expect(listActions(role, 'code')).toEqual(Object.keys(calls).toSorted());
    }
    expect(roles.size).toBe(Object.keys(functions).length + 1);
  });

  it('name no action with a wildcard', () => {
    expect(allStatements.flatMap(({ Action }) => Action).every((action) => !action.includes('*'))).toBe(true);
  });

  it('allow every resource only where AWS knows none', () => {
    const unnamed = allStatements.filter(({ Resource }) => [Resource].flat().includes('*'));
    const services = unnamed.flatMap(({ Action }) => Action).map((action) => action.split(':')[0]);
    expect(new Set(services)).toEqual(new Set(['cloudwatch', 'logs', 'textract', 'xray']));
  });

  it('allow the state machine the calls that its states make', () => {
    expect(listActions('StateMachineRole', 'states')).toEqual([
      'dynamodb:Query',
      'lambda:InvokeFunction',
      's3:AbortMultipartUpload',
      's3:GetObject',
      's3:ListMultipartUploadParts',
      's3:PutObject',
      'sqs:SendMessage',
      'states:DescribeExecution',
      'states:RedriveExecution',
      'states:StartExecution',
      'states:StopExecution',
    ]);
    const invoke = listStatements('StateMachineRole', 'states').find(
      ({ Action }) => Action === 'lambda:InvokeFunction',
    );
    expect([invoke?.Resource].flat().length).toBe(4);
  });

  it('allow a state machine to run the items of a large Map, and to keep their list and results', () => {
    const place = { Parameters: { Bucket: 'documents' } };
    const definition = {
      States: {
        Many: {
          Type: 'Map',
          Label: 'many',
          ItemReader: { Resource: 'arn:aws:states:::s3:getObject', ...place },
          ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED' }, States: {} },
          ResultWriter: { Resource: 'arn:aws:states:::s3:putObject', ...place },
        },
      },
    };
    const statements = allowStates(
      createDeployment(readSettings('sandbox'), 'named'),
      JSON.stringify(definition),
    );
    expect(statements.map(({ Action }) => Action)).toEqual([
      'states:StartExecution',
      'states:DescribeExecution',
      'states:StopExecution',
      'states:RedriveExecution',
      's3:GetObject',
      's3:PutObject',
      's3:ListMultipartUploadParts',
      's3:AbortMultipartUpload',
    ]);
    const resources = new Stack().resolve(statements.map(({ Resource }) => Resource)) as unknown;
    expect(JSON.stringify(resources)).toMatch(/execution:autowire-batch-processing-sandbox\/many:\*/);
    expect(JSON.stringify(resources)).toMatch(/s3:::documents\/temporary\/\*/);
  });

  it('refuse a call that no permission is known for', () => {
    const definition = JSON.stringify({ States: { Odd: { Resource: 'arn:aws:states:::sns:publish' } } });
    const deployment = createDeployment(readSettings('sandbox'), 'named');
    expect(() => allowStates(deployment, definition)).toThrow(/sns:publish/);
  });

  it('let Lambda read a queue only for the function that takes its messages', () => {
    const readers = [...roles.keys()].filter((role) => {
      const lambda = roles.get(role)?.some(({ PolicyName }) => PolicyName === 'lambda');
      return lambda && listActions(role, 'lambda').includes('sqs:ReceiveMessage');
    });
    expect(readers.toSorted()).toEqual(['DeliverWebhookRole', 'DownloadFileRole', 'IngestFilesRole']);
  });

  it('let an inference profile reach its model in other regions, and a model be called in this one', () => {
    const profile = describeRole('eu.anthropic.claude-haiku-4-5-20251001-v1:0');
    expect(profile).toMatch(/inference-profile\/eu\.anthropic/);
    expect(profile).toMatch(/bedrock:\*::foundation-model\/anthropic/);
    const model = describeRole('amazon.nova-lite-v1:0');
    expect(model).toMatch(/bedrock:\$\{AWS::Region\}::foundation-model\/amazon\.nova-lite/);
    expect(model).not.toMatch(/inference-profile/);
  });
});

function describeRole(modelId: string): string {
  const found = listResources(synthesise({ modelId }).processing, 'AWS::IAM::Role').get(
    'ProcessDocumentRole',
  );
  return JSON.stringify(found?.properties);
}
