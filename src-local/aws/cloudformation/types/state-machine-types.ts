import { isObject } from '../intrinsics.ts';
import {
  callUnlessRefused,
  compareTags,
  generateName,
  readTags,
  readText,
  tagsShape,
  type ResourceType,
  type Tag,
  type WantedResource,
} from '../resource-type.ts';
import { ValueProblem } from '../template-errors.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-stepfunctions-statemachine.html */
const stateMachine: ResourceType = {
  properties: {
    StateMachineName: 'text',
    StateMachineType: 'text',
    DefinitionString: 'text',
    Definition: 'json',
    DefinitionSubstitutions: { '*': 'text' },
    RoleArn: 'text',
    LoggingConfiguration: {
      Level: 'text',
      IncludeExecutionData: 'flag',
      Destinations: [{ CloudWatchLogsLogGroup: { LogGroupArn: 'text' } }],
    },
    TracingConfiguration: { Enabled: 'flag' },
    EncryptionConfiguration: { Type: 'text', KmsKeyId: 'text', KmsDataKeyReusePeriodSeconds: 'number' },
    Tags: tagsShape,
  },
  required: ['RoleArn'],
  fixed: ['StateMachineName', 'StateMachineType'],
  // There are no logs, traces or keys here.
  kept: ['LoggingConfiguration', 'TracingConfiguration', 'EncryptionConfiguration'],
  attributes: ['Arn', 'Name'],
  identify(wanted) {
    const name = readText(wanted.properties, 'StateMachineName') ?? generateName(wanted, 80);
    const arn = `arn:aws:states:${wanted.region}:${wanted.account}:stateMachine:${name}`;
    return { physicalId: arn, attributes: { Arn: arn, Name: name } };
  },
  engine: {
    service: 'sfn',
    async make(call, wanted) {
      const { physicalId: stateMachineArn, attributes, properties } = wanted;
      const definition = writeDefinition(wanted);
      const roleArn = readText(properties, 'RoleArn');
      const found = (await callUnlessRefused(
        ['StateMachineDoesNotExist'],
        call('sfn', 'DescribeStateMachine', { stateMachineArn }),
      )) as { definition: string; roleArn: string } | undefined;
      if (!found) {
        const type = readText(properties, 'StateMachineType');
        const tags = readTags(properties).map(toOwnTag);
        await call('sfn', 'CreateStateMachine', {
          name: attributes['Name'],
          definition,
          roleArn,
          ...(type !== undefined && { type }),
          ...(tags.length > 0 && { tags }),
        });
      } else if (found.definition !== definition || found.roleArn !== roleArn) {
        await call('sfn', 'UpdateStateMachine', { stateMachineArn, definition, roleArn });
      }
    },
    async change(call, wanted, before) {
      const { physicalId: stateMachineArn, properties } = wanted;
      const definition = writeDefinition(wanted);
      const roleArn = readText(properties, 'RoleArn');
      const isSame =
        definition === writeDefinition({ ...wanted, properties: before }) && roleArn === before['RoleArn'];
      if (!isSame) await call('sfn', 'UpdateStateMachine', { stateMachineArn, definition, roleArn });
      const { set, remove } = compareTags(before, properties);
      const resourceArn = stateMachineArn;
      if (set.length > 0) await call('sfn', 'TagResource', { resourceArn, tags: set.map(toOwnTag) });
      if (remove.length > 0) await call('sfn', 'UntagResource', { resourceArn, tagKeys: remove });
    },
    async remove(call, { physicalId: stateMachineArn }) {
      await call('sfn', 'DeleteStateMachine', { stateMachineArn });
    },
  },
};

export const stateMachineTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::StepFunctions::StateMachine': stateMachine,
};

/** Step Functions spells the members of a tag differently. */
function toOwnTag({ Key, Value }: Tag): { readonly key: string; readonly value: string } {
  return { key: Key, value: Value };
}

/** Returns the definition as text, with each `${name}` of DefinitionSubstitutions replaced. */
function writeDefinition({ properties }: Pick<WantedResource, 'properties'>): string {
  const { DefinitionString, Definition, DefinitionSubstitutions } = properties;
  if ((DefinitionString === undefined) === (Definition === undefined)) {
    throw new ValueProblem('either DefinitionString or Definition is required');
  }
  const text = typeof DefinitionString === 'string' ? DefinitionString : JSON.stringify(Definition);
  if (!isObject(DefinitionSubstitutions)) return text;
  return text.replace(/\$\{([\w-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(DefinitionSubstitutions, name) ? String(DefinitionSubstitutions[name]) : whole,
  );
}
