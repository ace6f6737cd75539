import { createHash } from 'node:crypto';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { namesByConvention } from '../../shared/domain/pipeline-names.ts';
import { operations } from '../../shared/pipeline-api/operations.ts';
import { pipelineAlarms } from '../../src-pipelines/alarms.ts';
import { parseIdentities } from '../../src-pipelines/api/identify.ts';
import { parseConnection } from '../read-connection.ts';
import { readSettings, type Settings } from '../settings.ts';
import { guardrailContent } from '../stacks/guardrail.ts';
import { findResource, listResources, synthesise, type Resource, type Templates } from './deployments.ts';

const sandbox = synthesise();
const roles: Extract<Settings['signIn'], { kind: 'iam' }>['roles'] = {
  PipelineReviewers: { role: 'reviewer', tenants: ['acme'] },
};
const signed = synthesise({ stage: 'acme-staging', signIn: { kind: 'iam', roles } });

function listRoutes({ api }: Templates): readonly Resource[] {
  return [...listResources(api, 'AWS::ApiGatewayV2::Route').values()];
}

describe('The API', () => {
  it('has a route for each operation', () => {
    const expected = Object.values(operations).map(({ method, path }) => `${method} /v1${path}`);
    expect(
      listRoutes(sandbox)
        .map(({ read }) => String(read('RouteKey')))
        .toSorted(),
    ).toEqual(expected.toSorted());
  });

  it('asks for a token of the issuer, but not for its health and its description', () => {
    const open = listRoutes(sandbox).filter(({ read }) => read('AuthorizationType') !== 'JWT');
    expect(open.map(({ read }) => String(read('RouteKey'))).toSorted()).toEqual([
      'GET /v1/health',
      'GET /v1/openapi.json',
    ]);
    const { read } = findResource(sandbox.api, 'AWS::ApiGatewayV2::Authorizer');
    expect(read('JwtConfiguration')).toEqual({
      Issuer: 'https://sign-in.sandbox.example',
      Audience: ['autowired-sandbox'],
    });
  });

  it('asks for signed requests where the settings say so', () => {
    const kinds = new Set(listRoutes(signed).map(({ read }) => read('AuthorizationType')));
    expect(kinds).toEqual(new Set(['NONE', 'AWS_IAM']));
    expect(listResources(signed.api, 'AWS::ApiGatewayV2::Authorizer').size).toBe(0);
  });

  it('is told who may call: sessions of roles, or tokens whose claims have other names', () => {
    expect(readIdentities(signed)?.iamRoles).toEqual(roles);
    expect(readIdentities(sandbox)).toBe(undefined);
    const claims = { role: 'custom:role' };
    const { signIn } = readSettings('sandbox');
    const renamed = synthesise({ signIn: { ...signIn, kind: 'oidc', claims } as Settings['signIn'] });
    expect(readIdentities(renamed)?.claims).toEqual(claims);
  });

  it('has an entry for connections.json among its outputs', () => {
    for (const [stage, { api }, kind] of [
      ['sandbox', sandbox, 'oidc'],
      ['acme-staging', signed, 'sigv4'],
    ] as const) {
      const output = (api.toJSON() as WithConnection).Outputs.Connection.Value['Fn::Sub'];
      const { pipelineApi, aws, extraction } = parseConnection(
        output
          .replaceAll('${AWS::Region}', 'eu-west-1')
          .replaceAll('${AWS::AccountId}', '111122223333')
          .replaceAll('${Api.ApiEndpoint}', 'https://abc.execute-api.eu-west-1.amazonaws.com'),
        'ours',
      );
      expect(pipelineApi?.baseUrl).toBe('https://abc.execute-api.eu-west-1.amazonaws.com/v1');
      expect(pipelineApi?.auth.kind).toBe(kind);
      expect(aws.profile).toBe('ours');
      expect(extraction).toEqual(namesByConvention(stage).extraction);
    }
  });
});

/** Lists the attributes that a stack exports, with the types of the resources that have them. */
function listExported(template: Template): readonly string[] {
  const { Resources, Outputs = {} } = template.toJSON() as WithOutputs;
  return Object.values(Outputs).flatMap(({ Value, Export }) => {
    if (Export === undefined) return [];
    const [id = '', attribute = JSON.stringify(Value)] = Value['Fn::GetAtt'] ?? [];
    return [`${Resources[id]?.Type} ${attribute}`];
  });
}

interface WithOutputs {
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
  readonly Outputs?: Readonly<
    Record<
      string,
      { readonly Value: { readonly 'Fn::GetAtt'?: readonly string[] }; readonly Export?: unknown }
    >
  >;
}

function listNames(text: string, pattern: RegExp): readonly (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, name]) => name);
}

/** As the function itself reads them. */
function readIdentities({ api }: Templates): ReturnType<typeof parseIdentities> | undefined {
  const text = findResource(api, 'AWS::Lambda::Function').read('Environment.Variables.API_IDENTITIES');
  return typeof text === 'string' ? parseIdentities(text) : undefined;
}

interface WithConnection {
  readonly Outputs: { readonly Connection: { readonly Value: { readonly 'Fn::Sub': string } } };
}

/** Lists the queues of all stacks that pass messages on to no other queue: nothing but a person empties them. */
function listDeadLetterQueues(templates: Templates): readonly string[] {
  return Object.values(templates)
    .flatMap((template) => [...listResources(template, 'AWS::SQS::Queue').values()])
    .filter(({ read }) => read('RedrivePolicy') === undefined)
    .map(({ read }) => String(read('QueueName')));
}

describe('Monitoring', () => {
  const alarms = [...listResources(sandbox.monitoring, 'AWS::CloudWatch::Alarm').values()];

  it('has the alarms that the pipeline declares, and no others', () => {
    const declared = pipelineAlarms(namesByConvention('sandbox'), 'arn');
    expect(alarms.map(({ properties }) => properties)).toEqual(
      // An ARN among the values is a reference in the template.
      declared.map((alarm) => ({
        ...alarm,
        Dimensions: [{ Name: alarm.Dimensions?.[0]?.Name, Value: expect.anything() }],
      })),
    );
  });

  it('fires as soon as there is a dead letter, in whichever stack', () => {
    const queues = listDeadLetterQueues(sandbox);
    expect(queues.toSorted()).toEqual([
      'autowire-batch-processing-sandbox-ended-failures',
      'autowired-documents-dlq-sandbox',
      'autowired-keep-attention-sandbox-failures',
      'autowired-webhooks-dlq-sandbox',
      'data-download-files-dlq-sandbox',
    ]);
    for (const queue of queues) {
      const alarm = alarms.find(({ read }) => read('Dimensions.0.Value') === queue);
      expect(alarm?.read('MetricName'), queue).toBe('ApproximateNumberOfMessagesVisible');
      expect(alarm?.read('ComparisonOperator')).toBe('GreaterThanThreshold');
      expect(alarm?.read('Threshold')).toBe(0);
      expect(alarm?.read('EvaluationPeriods')).toBe(1);
    }
  });

  it('pages the topic of the settings', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-west-1:111122223333:on-call';
    const { monitoring } = synthesise({ alarmTopicArn });
    for (const { read } of listResources(monitoring, 'AWS::CloudWatch::Alarm').values()) {
      expect(read('AlarmActions')).toEqual([alarmTopicArn]);
    }
  });

  it('shows the counts of access patterns on the dashboard', () => {
    const { read } = findResource(sandbox.monitoring, 'AWS::CloudWatch::Dashboard');
    expect(JSON.stringify(read('DashboardBody'))).toMatch(/Autowired\/QueryPatterns,Stage,Pattern/);
  });
});

describe('The guardrail', () => {
  const { read } = findResource(sandbox.guardrail, 'AWS::Bedrock::Guardrail');
  const listTypes = (path: string) =>
    (read(path) as readonly { readonly Type: string }[]).map(({ Type }) => Type).toSorted();

  it('denies topics, filters contents, and compares answers with the document', () => {
    expect(listTypes('TopicPolicyConfig.TopicsConfig')).toEqual(['DENY', 'DENY']);
    expect(listTypes('ContentPolicyConfig.FiltersConfig').includes('PROMPT_ATTACK')).toBe(true);
    expect(listTypes('ContextualGroundingPolicyConfig.FiltersConfig')).toEqual(['GROUNDING', 'RELEVANCE']);
  });

  it('is used in a version that the processing stack makes again when the content changes', () => {
    const version = findResource(sandbox.processing, 'AWS::Bedrock::GuardrailVersion');
    const content = createHash('sha256').update(JSON.stringify(guardrailContent)).digest('hex').slice(0, 12);
    expect(version.properties).toEqual({
      GuardrailIdentifier: { 'Fn::ImportValue': 'autowired-sandbox-guardrail:GuardrailId' },
      Description: `Content ${content}`,
    });
    const reader = listResources(sandbox.processing, 'AWS::Lambda::Function').get('ProcessDocument');
    expect(reader?.read('Environment.Variables.GUARDRAIL_VERSION')).toEqual({
      'Fn::GetAtt': ['GuardrailVersion', 'Version'],
    });
  });
});

describe('Stacks', () => {
  it('import what another stack exports, and leave no export unused', () => {
    const texts = Object.values(sandbox).map((template) => JSON.stringify(template.toJSON()));
    const exported = texts.map((text) => listNames(text, /"Export":\{"Name":"([^"]+)"/g));
    const imported = texts.map((text) => listNames(text, /"Fn::ImportValue":"([^"]+)"/g));
    for (const [place, names] of imported.entries()) {
      // CloudFormation refuses a stack that waits for its own export.
      expect(names.filter((name) => exported[place]?.includes(name))).toEqual([]);
    }
    expect(new Set(imported.flat())).toEqual(new Set(exported.flat()));
  });

  it('export only what an update leaves as it is, because CloudFormation refuses to change an export in use', () => {
    expect(Object.values(sandbox).flatMap(listExported).toSorted()).toEqual([
      'AWS::Bedrock::Guardrail GuardrailArn',
      'AWS::Bedrock::Guardrail GuardrailId',
      'AWS::DynamoDB::Table StreamArn',
      'AWS::KMS::Key KeyId',
      'AWS::SQS::Queue Arn',
    ]);
  });
});

describe('A stage', () => {
  it('has settings in a file, or is refused with the remedy', () => {
    expect(() => readSettings('unheard-of')).toThrow(/copy infra\/stages\/sandbox\.json/);
    expect(() => readSettings('Not A Stage')).toThrow(/lower-case letters/);
  });

  it('has its own names in every stack', () => {
    const text = JSON.stringify(Object.values(signed).map((template) => template.toJSON() as unknown));
    expect(text.includes('autowired-documents-acme-staging')).toBe(true);
    expect(text.includes('-sandbox')).toBe(false);
  });
});
