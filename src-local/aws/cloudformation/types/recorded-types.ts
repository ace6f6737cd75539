import type { PropertyShape } from '../property-shapes.ts';
import {
  generateId,
  generateName,
  generateUuid,
  hashText,
  readText,
  tagsShape,
  type Identity,
  type ResourceType,
  type Wanted,
} from '../resource-type.ts';

/**
 * Types whose service is not part of this AWS. A stack keeps them as they are written, for whoever asks for the
 * resources of the stacks: who may do what, which routes an API has.
 */
export const recordedTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::IAM::Role': {
    properties: {
      RoleName: 'text',
      Description: 'text',
      Path: 'text',
      AssumeRolePolicyDocument: 'json',
      ManagedPolicyArns: ['text'],
      Policies: [{ PolicyName: 'text', PolicyDocument: 'json' }],
      PermissionsBoundary: 'text',
      MaxSessionDuration: 'number',
      Tags: tagsShape,
    },
    required: ['AssumeRolePolicyDocument'],
    fixed: ['RoleName', 'Path'],
    attributes: ['Arn', 'RoleId'],
    identify(wanted) {
      const name = readText(wanted.properties, 'RoleName') ?? generateName(wanted);
      const path = readText(wanted.properties, 'Path') ?? '/';
      const Arn = `arn:aws:iam::${wanted.account}:role${path}${name}`;
      return { physicalId: name, attributes: { Arn, RoleId: `AROA${generateId(wanted, 16).toUpperCase()}` } };
    },
  },
  'AWS::IAM::Policy': {
    properties: {
      PolicyName: 'text',
      PolicyDocument: 'json',
      Roles: ['text'],
      Users: ['text'],
      Groups: ['text'],
    },
    required: ['PolicyName', 'PolicyDocument'],
    fixed: ['PolicyName'],
    attributes: ['Id'],
    identify(wanted) {
      const id = `${wanted.stack.slice(0, 4)}-${wanted.logicalId.slice(0, 4)}-${generateId(wanted, 12)}`;
      return { physicalId: id, attributes: { Id: id } };
    },
  },
  'AWS::IAM::ManagedPolicy': {
    properties: {
      ManagedPolicyName: 'text',
      Description: 'text',
      Path: 'text',
      PolicyDocument: 'json',
      Roles: ['text'],
      Users: ['text'],
      Groups: ['text'],
    },
    required: ['PolicyDocument'],
    fixed: ['ManagedPolicyName', 'Path', 'Description'],
    attributes: ['PolicyArn'],
    identify(wanted) {
      const name = readText(wanted.properties, 'ManagedPolicyName') ?? generateName(wanted, 128);
      const path = readText(wanted.properties, 'Path') ?? '/';
      const arn = `arn:aws:iam::${wanted.account}:policy${path}${name}`;
      return { physicalId: arn, attributes: { PolicyArn: arn } };
    },
  },
  'AWS::Logs::LogGroup': {
    properties: {
      LogGroupName: 'text',
      RetentionInDays: 'number',
      KmsKeyId: 'text',
      LogGroupClass: 'text',
      Tags: tagsShape,
    },
    fixed: ['LogGroupName', 'LogGroupClass'],
    attributes: ['Arn'],
    identify(wanted) {
      const name = readText(wanted.properties, 'LogGroupName') ?? generateName(wanted, 512);
      const Arn = `arn:aws:logs:${wanted.region}:${wanted.account}:log-group:${name}:*`;
      return { physicalId: name, attributes: { Arn } };
    },
  },
  'AWS::KMS::Key': {
    properties: {
      Description: 'text',
      Enabled: 'flag',
      EnableKeyRotation: 'flag',
      RotationPeriodInDays: 'number',
      KeyPolicy: 'json',
      KeySpec: 'text',
      KeyUsage: 'text',
      MultiRegion: 'flag',
      PendingWindowInDays: 'number',
      Tags: tagsShape,
    },
    fixed: ['KeySpec', 'KeyUsage', 'MultiRegion'],
    attributes: ['Arn', 'KeyId'],
    identify(wanted) {
      const id = generateUuid(wanted);
      const Arn = `arn:aws:kms:${wanted.region}:${wanted.account}:key/${id}`;
      return { physicalId: id, attributes: { Arn, KeyId: id } };
    },
  },
  'AWS::KMS::Alias': {
    properties: { AliasName: 'text', TargetKeyId: 'text' },
    required: ['AliasName', 'TargetKeyId'],
    fixed: ['AliasName'],
    identify: (wanted) => ({ physicalId: readText(wanted.properties, 'AliasName') ?? '', attributes: {} }),
  },
  'AWS::CloudWatch::Dashboard': {
    properties: { DashboardName: 'text', DashboardBody: 'text' },
    required: ['DashboardBody'],
    fixed: ['DashboardName'],
    identify: (wanted) => ({
      physicalId: readText(wanted.properties, 'DashboardName') ?? generateName(wanted, 255),
      attributes: {},
    }),
  },
  'AWS::Bedrock::Guardrail': {
    properties: {
      Name: 'text',
      Description: 'text',
      BlockedInputMessaging: 'text',
      BlockedOutputsMessaging: 'text',
      KmsKeyArn: 'text',
      TopicPolicyConfig: {
        TopicsConfig: [
          { Name: 'text', Definition: 'text', Examples: ['text'], Type: 'text', ...guardedActions() },
        ],
      },
      ContentPolicyConfig: {
        FiltersConfig: [{ Type: 'text', InputStrength: 'text', OutputStrength: 'text', ...guardedActions() }],
      },
      ContextualGroundingPolicyConfig: {
        FiltersConfig: [{ Type: 'text', Threshold: 'number', Action: 'text', Enabled: 'flag' }],
      },
      SensitiveInformationPolicyConfig: {
        PiiEntitiesConfig: [{ Type: 'text', Action: 'text', ...guardedActions() }],
        RegexesConfig: [
          { Name: 'text', Description: 'text', Pattern: 'text', Action: 'text', ...guardedActions() },
        ],
      },
      WordPolicyConfig: {
        WordsConfig: [{ Text: 'text', ...guardedActions() }],
        ManagedWordListsConfig: [{ Type: 'text', ...guardedActions() }],
      },
      Tags: tagsShape,
    },
    required: ['Name', 'BlockedInputMessaging', 'BlockedOutputsMessaging'],
    fixed: ['KmsKeyArn'],
    attributes: ['GuardrailArn', 'GuardrailId', 'Status', 'Version'],
    identify(wanted) {
      const GuardrailId = generateId(wanted, 12);
      const GuardrailArn = `arn:aws:bedrock:${wanted.region}:${wanted.account}:guardrail/${GuardrailId}`;
      return {
        physicalId: GuardrailArn,
        attributes: { GuardrailArn, GuardrailId, Status: 'READY', Version: 'DRAFT' },
      };
    },
  },
  'AWS::Bedrock::GuardrailVersion': {
    properties: { GuardrailIdentifier: 'text', Description: 'text' },
    required: ['GuardrailIdentifier'],
    fixed: ['GuardrailIdentifier'],
    attributes: ['GuardrailArn', 'GuardrailId', 'Version'],
    // Each change is another version: an earlier one never changes.
    identify(wanted, previous) {
      const given = readText(wanted.properties, 'GuardrailIdentifier') ?? '';
      const GuardrailId = given.slice(given.lastIndexOf('/') + 1);
      const GuardrailArn = `arn:aws:bedrock:${wanted.region}:${wanted.account}:guardrail/${GuardrailId}`;
      const Version = String(Number(previous?.attributes['Version'] ?? 0) + 1);
      return {
        physicalId: `${GuardrailId}|${Version}`,
        attributes: { GuardrailArn, GuardrailId, Version },
      };
    },
  },
  'AWS::ApiGatewayV2::Api': {
    properties: {
      Name: 'text',
      Description: 'text',
      ProtocolType: 'text',
      DisableExecuteApiEndpoint: 'flag',
      CorsConfiguration: {
        AllowCredentials: 'flag',
        AllowHeaders: ['text'],
        AllowMethods: ['text'],
        AllowOrigins: ['text'],
        ExposeHeaders: ['text'],
        MaxAge: 'number',
      },
      Tags: { '*': 'text' },
    },
    fixed: ['ProtocolType'],
    attributes: ['ApiEndpoint', 'ApiId'],
    identify(wanted) {
      const id = generateId(wanted, 10);
      const ApiEndpoint = `https://${id}.execute-api.${wanted.region}.amazonaws.com`;
      return { physicalId: id, attributes: { ApiEndpoint, ApiId: id } };
    },
  },
  'AWS::ApiGatewayV2::Authorizer': {
    properties: {
      ApiId: 'text',
      Name: 'text',
      AuthorizerType: 'text',
      IdentitySource: ['text'],
      JwtConfiguration: { Audience: ['text'], Issuer: 'text' },
    },
    required: ['ApiId', 'AuthorizerType', 'Name'],
    fixed: ['ApiId'],
    attributes: ['AuthorizerId'],
    identify: identifyPartOfApi('AuthorizerId', 6),
  },
  'AWS::ApiGatewayV2::Integration': {
    properties: {
      ApiId: 'text',
      Description: 'text',
      IntegrationType: 'text',
      IntegrationUri: 'text',
      IntegrationMethod: 'text',
      PayloadFormatVersion: 'text',
      TimeoutInMillis: 'number',
    },
    required: ['ApiId', 'IntegrationType'],
    fixed: ['ApiId'],
    attributes: ['IntegrationId'],
    identify: identifyPartOfApi('IntegrationId', 7),
  },
  'AWS::ApiGatewayV2::Route': {
    properties: {
      ApiId: 'text',
      RouteKey: 'text',
      Target: 'text',
      AuthorizationType: 'text',
      AuthorizerId: 'text',
      AuthorizationScopes: ['text'],
      OperationName: 'text',
    },
    required: ['ApiId', 'RouteKey'],
    fixed: ['ApiId'],
    attributes: ['RouteId'],
    identify: identifyPartOfApi('RouteId', 7),
  },
  'AWS::ApiGatewayV2::Stage': {
    properties: {
      ApiId: 'text',
      StageName: 'text',
      Description: 'text',
      AutoDeploy: 'flag',
      AccessLogSettings: { DestinationArn: 'text', Format: 'text' },
      DefaultRouteSettings: {
        DetailedMetricsEnabled: 'flag',
        ThrottlingBurstLimit: 'number',
        ThrottlingRateLimit: 'number',
      },
      StageVariables: { '*': 'text' },
      Tags: { '*': 'text' },
    },
    required: ['ApiId', 'StageName'],
    fixed: ['ApiId', 'StageName'],
    identify: (wanted) => ({ physicalId: readText(wanted.properties, 'StageName') ?? '', attributes: {} }),
  },
  'AWS::CDK::Metadata': {
    properties: { Analytics: 'text' },
    identify: (wanted) => ({
      physicalId: `${wanted.stack}-${hashText(wanted.stack).slice(0, 12)}`,
      attributes: {},
    }),
  },
};

function guardedActions(): Readonly<Record<string, PropertyShape>> {
  return { InputAction: 'text', OutputAction: 'text', InputEnabled: 'flag', OutputEnabled: 'flag' };
}

function identifyPartOfApi(attribute: string, length: number): (wanted: Wanted) => Identity {
  return (wanted) => {
    const id = generateId(wanted, length);
    return { physicalId: id, attributes: { [attribute]: id } };
  };
}
