import { describe, expect, it } from 'vitest';
import { readTemplate } from '#local/aws/cloudformation/template.ts';

const queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'orders' } };
const read = (template: object, parameters?: Readonly<Record<string, string>>) =>
  readTemplate({ name: 'shop', template, ...(parameters && { parameters }) });
const withResource = (resource: object) => read({ Resources: { Queue: queue, It: resource } });

describe('a template', () => {
  it('is read with its parameters, defaults first', () => {
    const template = {
      Parameters: {
        Stage: { Type: 'String', Default: 'sandbox', AllowedValues: ['sandbox', 'live'] },
        Zones: { Type: 'CommaDelimitedList', Default: 'a, b' },
        BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/version' },
      },
      Rules: { CheckBootstrapVersion: { Assertions: [] } },
      Resources: { Queue: queue },
    };
    expect(Object.fromEntries(read(template, { Stage: 'live' }).parameters)).toEqual({
      Stage: 'live',
      Zones: ['a', 'b'],
      BootstrapVersion: '/cdk-bootstrap/version',
    });
    expect(() => read(template, { Stage: 'test' })).toThrow(
      'Template shop, parameter Stage: "test" is not one of its allowed values',
    );
    expect(() => read(template, { Sort: 'x' })).toThrow('parameter Sort: the template has no such parameter');
  });

  it('has another hash for other parameters', () => {
    const template = { Parameters: { Stage: { Type: 'String', Default: 'a' } }, Resources: {} };
    expect(read(template).hash).toBe(read(structuredClone(template)).hash);
    expect(read(template, { Stage: 'b' }).hash).not.toBe(read(template).hash);
  });

  it.each([
    [{ Resources: {}, Transform: 'AWS::Serverless-2016-10-31' }, 'top level: the section Transform'],
    [{ Resources: {}, Mappings: {} }, 'top level: the section Mappings is not supported here'],
    [{ Resources: {}, Rules: { OnlyHere: {} } }, 'rule OnlyHere: rules are not supported here'],
    [
      { Parameters: { Vpc: { Type: 'AWS::EC2::VPC::Id', Default: 'x' } } },
      'parameter Vpc: the parameter type AWS::EC2',
    ],
    [
      { Parameters: { Name: { Type: 'String' } } },
      'parameter Name: it has no default, and no value was given',
    ],
    [
      { Parameters: { Name: { Type: 'String', Default: 'a', MinLength: 1 } } },
      'parameter Name: MinLength is not',
    ],
    [{ Conditions: { A: { Condition: 'B' } } }, 'condition A: the condition B is not in the template'],
    [{ Resources: { A: 'x' } }, 'Resources.A: a JSON object is expected'],
    [{ Outputs: { A: { Value: { Ref: 'B' } } } }, 'output A: B is neither a parameter nor a resource'],
    [{ Outputs: { A: { Description: 'x' } } }, 'output A: it has no value'],
  ])('%j is refused by name', (template, problem) => {
    expect(() => read(template)).toThrow(`Template shop, ${problem}`);
  });

  it.each([
    [{ Type: 'AWS::EC2::Instance' }, 'the resource type AWS::EC2::Instance is not supported here'],
    [{ Type: 'Custom::AutoDelete' }, 'the resource type Custom::AutoDelete is not supported here'],
    [{ ...queue, CreationPolicy: {} }, 'CreationPolicy is not supported here'],
    [{ ...queue, DeletionPolicy: 'Snapshot' }, 'the DeletionPolicy "Snapshot" is not supported here'],
    [{ ...queue, Condition: 'IsLive' }, 'the condition IsLive is not in the template'],
    [{ ...queue, DependsOn: ['Nothing'] }, 'it depends on Nothing, which is not in the template'],
    [{ Type: 'AWS::SQS::Queue', Properties: { Nmae: 'x' } }, 'the property Nmae is not supported here'],
    [
      { Type: 'AWS::S3::Bucket', Properties: { NotificationConfiguration: { LambdaConfigurations: [] } } },
      'the property NotificationConfiguration.LambdaConfigurations is not supported here',
    ],
    [
      { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::GetAtt': ['Queue', 'Colour'] } } },
      'the attribute Colour of AWS::SQS::Queue is not supported here',
    ],
    [
      { Type: 'AWS::SQS::Queue', Properties: { QueueName: { 'Fn::Cidr': [] } } },
      'the function Fn::Cidr is not supported here',
    ],
    [{ Type: 'AWS::SQS::QueuePolicy', Properties: { Queues: [] } }, 'requires the property PolicyDocument'],
  ])('a resource %j is refused by name', (resource, problem) => {
    expect(() => withResource(resource)).toThrow(`Template shop, resource It: `);
    expect(() => withResource(resource)).toThrow(problem);
  });
});
