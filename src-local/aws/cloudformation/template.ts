import { readProperty } from './property-shapes.ts';
import { hashText, type ResourceType } from './resource-type.ts';
import { resourceTypes } from './resource-types.ts';
import { TemplateRefused, ValueProblem } from './template-errors.ts';
import {
  isFunctionCall,
  isObject,
  listConditions,
  listReferences,
  type Reference,
} from './template-functions.ts';

/** A template and the name of the stack that it makes. */
export interface StackTemplate {
  readonly name: string;
  /** The JSON of the template, parsed. */
  readonly template: unknown;
  /** Values for parameters. Others have their defaults. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface Template {
  readonly stack: string;
  readonly hash: string;
  readonly description: string | undefined;
  readonly parameters: ReadonlyMap<string, unknown>;
  readonly conditions: ReadonlyMap<string, unknown>;
  readonly resources: ReadonlyMap<string, TemplateResource>;
  readonly outputs: ReadonlyMap<string, TemplateOutput>;
}

export interface TemplateResource {
  readonly logicalId: string;
  readonly typeName: string;
  readonly type: ResourceType;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly condition: string | undefined;
  readonly dependsOn: readonly string[];
  readonly references: readonly Reference[];
  readonly deletionPolicy: 'Delete' | 'Retain';
}

interface TemplateOutput {
  readonly value: unknown;
  readonly description: string | undefined;
  readonly exportName: unknown;
  readonly condition: string | undefined;
}

export const pseudoParameters = [
  'AWS::AccountId',
  'AWS::NoValue',
  'AWS::NotificationARNs',
  'AWS::Partition',
  'AWS::Region',
  'AWS::StackId',
  'AWS::StackName',
  'AWS::URLSuffix',
] as const;

/** Reads a template whole, and refuses by name everything that could not be made of it. */
export function readTemplate({ name: stack, template, parameters: given = {} }: StackTemplate): Template {
  const refuse = (where: string, problem: string) => new TemplateRefused(stack, where, problem);
  if (!isObject(template)) throw refuse('top level', 'a template is a JSON object');
  refuseOthers(template, sections, (name) =>
    refuse('top level', `the section ${name} is not supported here`),
  );
  const section = (name: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => {
    const members = template[name] ?? {};
    if (!isObject(members)) throw refuse(name, 'a JSON object is expected');
    return Object.entries(members).map(([key, value]) => {
      if (!isObject(value)) throw refuse(`${name}.${key}`, 'a JSON object is expected');
      return [key, value];
    });
  };
  for (const [name] of section('Rules')) {
    if (name !== bootstrapRule) throw refuse(`rule ${name}`, 'rules are not supported here');
  }

  const parameters = new Map(
    section('Parameters').map(([name, parameter]) =>
      within(refuse, `parameter ${name}`, () => [name, readParameter(parameter, given[name])]),
    ),
  );
  for (const name of Object.keys(given)) {
    if (!parameters.has(name)) throw refuse(`parameter ${name}`, 'the template has no such parameter');
  }
  const conditions = new Map<string, unknown>(section('Conditions'));
  const resources = new Map(
    section('Resources').map(([logicalId, resource]) =>
      within(refuse, `resource ${logicalId}`, () => [logicalId, readResource(logicalId, resource)]),
    ),
  );
  const outputs = new Map(
    section('Outputs').map(([name, output]) =>
      within(refuse, `output ${name}`, () => [name, readOutput(output)]),
    ),
  );
  const hash = hashText(JSON.stringify([template, given]));
  const description = typeof template['Description'] === 'string' ? template['Description'] : undefined;
  const read = { stack, hash, description, parameters, conditions, resources, outputs };
  checkReferences(read, refuse);
  return read;
}

const sections = new Set([
  'AWSTemplateFormatVersion',
  'Conditions',
  'Description',
  'Metadata',
  'Outputs',
  'Parameters',
  'Resources',
  'Rules',
]);

/** CDK's own rule asks whether an account was bootstrapped. There is nothing to bootstrap here. */
const bootstrapRule = 'CheckBootstrapVersion';

type Refuse = (where: string, problem: string) => TemplateRefused;

/** Adds the place to a problem that was found without knowing it. */
function within<T>(refuse: Refuse, where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueProblem) throw refuse(where, error.message);
    throw error;
  }
}

function refuseOthers(
  value: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  refuse: (name: string) => Error,
): void {
  for (const name of Object.keys(value)) if (!known.has(name)) throw refuse(name);
}

const parameterMembers = new Set([
  'AllowedPattern',
  'AllowedValues',
  'ConstraintDescription',
  'Default',
  'Description',
  'NoEcho',
  'Type',
]);

function readParameter(parameter: Readonly<Record<string, unknown>>, given: string | undefined): unknown {
  refuseOthers(parameter, parameterMembers, unsupported);
  const { Type, Default, AllowedValues, AllowedPattern } = parameter;
  const value = given ?? Default;
  if (value === undefined) throw new ValueProblem('it has no default, and no value was given');
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new ValueProblem(`its value is ${JSON.stringify(value)}, and no text`);
  }
  const text = String(value);
  if (Array.isArray(AllowedValues) && !AllowedValues.map(String).includes(text)) {
    throw new ValueProblem(`"${text}" is not one of its allowed values`);
  }
  if (typeof AllowedPattern === 'string' && !new RegExp(`^(?:${AllowedPattern})$`).test(text)) {
    throw new ValueProblem(`"${text}" does not match its allowed pattern`);
  }
  switch (Type) {
    case 'String':
    case 'Number':
    // The parameter store is not part of this AWS. CDK names the version of its bootstrapping there.
    case 'AWS::SSM::Parameter::Value<String>':
      return text;
    case 'CommaDelimitedList':
    case 'List<Number>':
      return text.split(',').map((item) => item.trim());
    default:
      throw new ValueProblem(`the parameter type ${String(Type)} is not supported here`);
  }
}

const resourceMembers = new Set([
  'Condition',
  'DeletionPolicy',
  'DependsOn',
  'Metadata',
  'Properties',
  'Type',
  'UpdateReplacePolicy',
]);

function readResource(logicalId: string, resource: Readonly<Record<string, unknown>>): TemplateResource {
  refuseOthers(resource, resourceMembers, unsupported);
  const { Type, Properties = {}, Condition, DependsOn = [], DeletionPolicy, UpdateReplacePolicy } = resource;
  const typeName = String(Type);
  const type = Object.hasOwn(resourceTypes, typeName) ? resourceTypes[typeName] : undefined;
  if (!type) throw new ValueProblem(`the resource type ${typeName} is not supported here`);
  const properties = readProperty(Properties, type.properties, '') as Readonly<Record<string, unknown>>;
  const missing = type.required?.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) throw new ValueProblem(`${typeName} requires the property ${missing}`);
  readPolicy('UpdateReplacePolicy', UpdateReplacePolicy);
  return {
    logicalId,
    typeName,
    type,
    properties,
    condition: readOptionalText('Condition', Condition),
    dependsOn: Array.isArray(DependsOn) ? DependsOn.map(String) : [String(DependsOn)],
    references: listReferences(properties),
    deletionPolicy: readPolicy('DeletionPolicy', DeletionPolicy),
  };
}

/** Nothing is ever replaced here, so only the policy for deletion is acted on. */
function readPolicy(name: string, policy: unknown): 'Delete' | 'Retain' {
  if (policy === undefined || policy === 'Delete') return 'Delete';
  if (policy === 'Retain' || policy === 'RetainExceptOnCreate') return 'Retain';
  throw new ValueProblem(`the ${name} ${JSON.stringify(policy)} is not supported here`);
}

const outputMembers = new Set(['Condition', 'Description', 'Export', 'Value']);

function readOutput(output: Readonly<Record<string, unknown>>): TemplateOutput {
  refuseOthers(output, outputMembers, unsupported);
  const { Value, Export, Condition, Description } = output;
  if (Value === undefined) throw new ValueProblem('it has no value');
  if (Export !== undefined && !(isObject(Export) && Export['Name'] !== undefined)) {
    throw new ValueProblem('an export is a name');
  }
  return {
    value: Value,
    description: readOptionalText('Description', Description),
    exportName: isObject(Export) ? Export['Name'] : undefined,
    condition: readOptionalText('Condition', Condition),
  };
}

function readOptionalText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw new ValueProblem(`${name} expects a text`);
}

function unsupported(name: string): ValueProblem {
  return new ValueProblem(`${name} is not supported here`);
}

/** Refuses what refers to something that the template does not have. */
function checkReferences(template: Template, refuse: Refuse): void {
  const { conditions, resources, outputs } = template;
  for (const [name, condition] of conditions) {
    within(refuse, `condition ${name}`, () => {
      for (const used of listConditions(condition)) checkCondition(template, used);
      for (const reference of listReferences(condition)) {
        if (reference.kind === 'ref' && resources.has(reference.name)) {
          throw new ValueProblem(`a condition cannot refer to the resource ${reference.name}`);
        }
        checkReference(template, reference);
      }
    });
  }
  for (const { logicalId, references, dependsOn, condition } of resources.values()) {
    within(refuse, `resource ${logicalId}`, () => {
      if (condition !== undefined) checkCondition(template, condition);
      for (const reference of references) checkReference(template, reference);
      for (const name of dependsOn) {
        if (!resources.has(name))
          throw new ValueProblem(`it depends on ${name}, which is not in the template`);
      }
    });
  }
  for (const [name, { value, exportName, condition }] of outputs) {
    within(refuse, `output ${name}`, () => {
      if (condition !== undefined) checkCondition(template, condition);
      for (const reference of listReferences([value, exportName])) checkReference(template, reference);
    });
  }
}

function checkCondition({ conditions }: Template, name: string): void {
  if (!conditions.has(name)) throw new ValueProblem(`the condition ${name} is not in the template`);
}

function checkReference(template: Template, reference: Reference): void {
  const { parameters, resources } = template;
  switch (reference.kind) {
    case 'condition':
      return checkCondition(template, reference.name);
    case 'ref': {
      const { name } = reference;
      const isKnown =
        parameters.has(name) || resources.has(name) || (pseudoParameters as readonly string[]).includes(name);
      if (!isKnown) throw new ValueProblem(`${name} is neither a parameter nor a resource`);
      return;
    }
    case 'attribute': {
      const { resource, name } = reference;
      const found = resources.get(resource);
      if (!found) throw new ValueProblem(`the resource ${resource} is not in the template`);
      if (!found.type.attributes?.includes(name)) {
        throw new ValueProblem(`the attribute ${name} of ${found.typeName} is not supported here`);
      }
      return;
    }
    case 'import':
      if (isFunctionCall(reference.name)) return;
      if (typeof reference.name !== 'string') throw new ValueProblem('Fn::ImportValue expects a name');
      return;
    default:
      return reference satisfies never;
  }
}
