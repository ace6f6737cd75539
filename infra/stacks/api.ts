import { CfnOutput, Fn, RemovalPolicy, type App, type Stack } from 'aws-cdk-lib';
import { CfnApi, CfnAuthorizer, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import type { ApiOperation } from '../../shared/pipeline-api/operation.ts';
import { operations } from '../../shared/pipeline-api/operations.ts';
import { acknowledge, createStack, importValue, logDays, type Deployment } from '../deployment.ts';
import { definePipelineFunction } from '../pipeline-function.ts';
import { describeConnection } from '../connection.ts';

/** The pipelines' own API: a route for each operation, and API Gateway finds out who asks. */
export function defineApi(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'api', 'The HTTP API of the pipelines.');
  const { settings, own } = deployment;
  const lambda = definePipelineFunction(stack, deployment, 'serveApi', {
    environment: {
      PROVIDER_URL: settings.providerUrl,
      PROVIDER_KEY_ID: importValue(deployment, 'downloads', 'ProviderKeyId'),
      ...describeIdentities(settings),
    },
  });
  const api = new CfnApi(stack, 'Api', { name: own.api, protocolType: 'HTTP' });
  new CfnIntegration(stack, 'ApiIntegration', {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.attrArn,
    payloadFormatVersion: '2.0',
  });
  new CfnPermission(stack, 'ApiPermission', {
    action: 'lambda:InvokeFunction',
    functionName: lambda.ref,
    principal: 'apigateway.amazonaws.com',
    sourceArn: Fn.sub('arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${Api}/*'),
  });
  const authorization = defineAuthorization(stack, deployment, api);
  for (const [name, { method, path, who }] of listRoutes()) {
    const route = new CfnRoute(stack, `${name.charAt(0).toUpperCase()}${name.slice(1)}Route`, {
      apiId: api.ref,
      routeKey: `${method} ${basePath}${path}`,
      target: Fn.sub('integrations/${ApiIntegration}'),
      ...(who === 'anonymous' ? { authorizationType: 'NONE' } : authorization),
    });
    if (who === 'anonymous') {
      acknowledge(route, {
        APIG4: 'It says nothing of the deployment’s data, and is asked before anyone signs in.',
      });
    }
  }
  defineStage(stack, api);
  new CfnOutput(stack, 'Connection', {
    description: 'An entry for connections.json: the console that reads it operates this deployment.',
    value: describeConnection(deployment, `\${Api.ApiEndpoint}${basePath}`),
  });
  return stack;
}

/** Says who may call; without it, tokens whose claims have the names that the API goes by. */
function describeIdentities({ signIn }: Deployment['settings']): Readonly<Record<string, string>> {
  if (signIn.kind === 'iam') return { API_IDENTITIES: JSON.stringify({ iamRoles: signIn.roles }) };
  return signIn.claims === undefined ? {} : { API_IDENTITIES: JSON.stringify({ claims: signIn.claims }) };
}

/** The stage `$default` adds nothing to a path, so this is all that stands before the path of an operation. */
const basePath = '/v1';

/** The operations; one of them describes them all. */
function listRoutes(): readonly (readonly [string, Pick<ApiOperation, 'method' | 'path' | 'who'>])[] {
  return Object.entries(operations);
}

function defineAuthorization(
  stack: Stack,
  { settings: { signIn } }: Deployment,
  api: CfnApi,
): { readonly authorizationType: string; readonly authorizerId?: string } {
  if (signIn.kind === 'iam') return { authorizationType: 'AWS_IAM' };
  const authorizer = new CfnAuthorizer(stack, 'ApiAuthorizer', {
    apiId: api.ref,
    name: 'sign-in',
    authorizerType: 'JWT',
    identitySource: ['$request.header.Authorization'],
    jwtConfiguration: { issuer: signIn.issuer, audience: [signIn.audience] },
  });
  return { authorizationType: 'JWT', authorizerId: authorizer.ref };
}

function defineStage(stack: Stack, api: CfnApi): void {
  const logs = new CfnLogGroup(stack, 'ApiLogs', {
    logGroupName: Fn.sub('/aws/vendedlogs/apigateway/${Api}'),
    retentionInDays: logDays,
  });
  logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
  new CfnStage(stack, 'ApiStage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    // A console that runs wild must not use up the account's quota, which other APIs share.
    defaultRouteSettings: { throttlingRateLimit: 100, throttlingBurstLimit: 200 },
    accessLogSettings: { destinationArn: logs.attrArn, format: JSON.stringify(accessLog) },
  });
}

/** No address of a caller and no token, and no path: ids of customers stand in it. */
const accessLog = {
  requestId: '$context.requestId',
  at: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  error: '$context.error.message',
  authorizer: '$context.authorizer.error',
};
