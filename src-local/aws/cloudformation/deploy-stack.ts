import { isDeepStrictEqual } from 'node:util';
import { AwsError } from '../protocol/aws-error.ts';
import { readProperty } from './property-shapes.ts';
import {
  omit,
  type CallService,
  type Identity,
  type Place,
  type Properties,
  type Wanted,
} from './resource-type.ts';
import { resourceTypes } from './resource-types.ts';
import { sortByDependencies, formatStackId, openScope, type StackScope } from './stack-scope.ts';
import { nameResource, type ResourceRecord, type StackRecord, type StackStore } from './stacks.ts';
import { DeploymentStopped, TemplateRefused, ValueProblem } from './template-errors.ts';
import { resolveValue } from './template-functions.ts';
import type { Template, TemplateResource } from './template.ts';

export interface DeploymentParts {
  readonly place: Place;
  readonly records: StackStore;
  readonly now: () => number;
  readonly call: CallService;
  readonly withoutServices: ReadonlySet<string>;
  /** The exports of the stacks so far, by name. */
  readonly exports: Map<string, string>;
}

/**
 * Makes what the template of a stack says. Returns the resources that have left it: those wait until all stacks are
 * made, as another stack may have taken one over.
 */
export async function deployStack(
  parts: DeploymentParts,
  template: Template,
  hash: string,
): Promise<readonly ResourceRecord[]> {
  const { records, place, now } = parts;
  const { stack, description } = template;
  const before = records.stacks.get(stack);
  const begun: StackRecord = {
    name: stack,
    id: formatStackId(place, stack),
    status: 'DEPLOYING',
    ...(description !== undefined && { description }),
    hash,
    outputs: before?.outputs ?? [],
    createdAt: before?.createdAt ?? now(),
    updatedAt: now(),
  };
  records.stacks.set(stack, begun);
  return recordStop(parts, stack, async () => {
    const made = new Map<string, Identity>();
    const scope = openScope(template, place, made, (name) => findExport(parts, name));
    for (const resource of orderResources(template, scope)) {
      made.set(resource.logicalId, await deployResource(parts, stack, resource, scope));
    }
    const outputs = resolveOutputs(template, scope);
    for (const { exportName, value } of outputs) {
      if (exportName !== undefined) parts.exports.set(exportName, value);
    }
    const left = [...records.resources.values()].filter(
      (resource) => resource.stack === stack && !made.has(resource.logicalId),
    );
    const status = left.length === 0 ? 'DEPLOYED' : 'DEPLOYING';
    records.stacks.set(stack, { ...begun, status, outputs, updatedAt: now() });
    return left;
  });
}

/** Runs a part of a deployment. If that fails, the stack says so and why. */
async function recordStop<T>(
  { records: { stacks }, now }: DeploymentParts,
  name: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const stack = stacks.get(name);
    if (stack) stacks.set(name, { ...stack, status: 'STOPPED', reason, updatedAt: now() });
    throw error;
  }
}

function findExport({ exports }: DeploymentParts, name: string): string {
  const value = exports.get(name);
  if (value === undefined) throw new ValueProblem(`no stack exports ${name}`);
  return value;
}

/** Lists the resources whose conditions hold, each after those that it needs. */
function orderResources(template: Template, scope: StackScope): readonly TemplateResource[] {
  const { stack, resources } = template;
  const there = new Map([...resources].filter(([, { condition }]) => scope.holds(condition)));
  const needs = new Map(
    [...there].map(([name, { dependsOn, references }]) => [
      name,
      [...dependsOn, ...references.flatMap(toLogicalId)],
    ]),
  );
  const sorted = sortByDependencies(needs);
  if ('order' in sorted) return sorted.order.flatMap((name) => there.get(name) ?? []);
  const [first = ''] = sorted.cycle;
  const problem = `resources need each other: ${sorted.cycle.join(' → ')}`;
  throw new TemplateRefused(stack, `resource ${first}`, problem);
}

function toLogicalId(reference: TemplateResource['references'][number]): readonly string[] {
  if (reference.kind === 'ref') return [reference.name];
  return reference.kind === 'attribute' ? [reference.resource] : [];
}

async function deployResource(
  parts: DeploymentParts,
  stack: string,
  resource: TemplateResource,
  scope: StackScope,
): Promise<Identity> {
  const { logicalId, typeName, deletionPolicy } = resource;
  const { resources } = parts.records;
  const key = nameResource(stack, logicalId);
  const before = resources.get(key);
  try {
    const properties = readProperty(
      resolveValue(resource.properties, scope),
      resource.type.properties,
      '',
    ) as Properties;
    const engine = findEngine(parts, typeName);
    const isSame = before !== undefined && isDeepStrictEqual(before.properties, properties);
    const isMade = engine !== undefined;
    if (before && isSame && before.type === typeName && before.isMade === isMade) {
      if (before.deletionPolicy !== deletionPolicy) resources.set(key, { ...before, deletionPolicy });
      return before;
    }
    if (before) refuseReplacement(before, resource, properties);
    const wanted: Wanted = { ...parts.place, stack, logicalId, properties };
    let identity = resource.type.identify(wanted, before && { ...pickIdentity(before) });
    if (before?.isMade) {
      const { kept = [] } = resource.type;
      const isActedOn = !isDeepStrictEqual(omit(before.properties, kept), omit(properties, kept));
      if (isActedOn) {
        identity =
          (await engine?.change(parts.call, { ...wanted, ...identity }, before.properties)) ?? identity;
      }
    } else identity = (await engine?.make(parts.call, { ...wanted, ...identity })) ?? identity;
    resources.set(key, {
      ...pickIdentity(identity),
      stack,
      logicalId,
      type: typeName,
      properties,
      order: before?.order ?? nextOrder(resources.values()),
      deletionPolicy,
      isMade,
    });
    return identity;
  } catch (error) {
    throw describeStop(error, stack, `${logicalId} (${typeName})`, before ? 'changed' : 'made');
  }
}

function findEngine({ withoutServices }: DeploymentParts, typeName: string) {
  const engine = resourceTypes[typeName]?.engine;
  return engine && !withoutServices.has(engine.service) ? engine : undefined;
}

function pickIdentity({ physicalId, attributes }: Identity): Identity {
  return { physicalId, attributes };
}

function nextOrder(resources: Iterable<ResourceRecord>): number {
  let last = 0;
  for (const { order } of resources) last = Math.max(last, order);
  return last + 1;
}

function refuseReplacement(before: ResourceRecord, resource: TemplateResource, properties: Properties): void {
  const { typeName, type } = resource;
  if (before.type !== typeName) {
    throw new ValueProblem(`it is a ${before.type}, and would have to be replaced by another type`);
  }
  const fixed = type.fixed?.find((name) => !isDeepStrictEqual(before.properties[name], properties[name]));
  if (fixed === undefined) return;
  throw new ValueProblem(
    `the property ${fixed} cannot change: CloudFormation would replace the resource. Give it another logical id`,
  );
}

/**
 * Deletes these resources, the latest first, unless their policy is Retain. A resource that a stack has under another
 * logical id, or that another stack has, is only forgotten.
 */
export async function removeResources(
  parts: DeploymentParts,
  left: readonly ResourceRecord[],
): Promise<void> {
  const { resources } = parts.records;
  for (const resource of left.toSorted((one, other) => other.order - one.order)) {
    const { stack, logicalId, type, physicalId, deletionPolicy, isMade } = resource;
    const isOwnedByOther = [...resources.values()].some(
      (other) => other.type === type && other.physicalId === physicalId && !left.includes(other),
    );
    if (isMade && deletionPolicy === 'Delete' && !isOwnedByOther) {
      await recordStop(parts, stack, async () => {
        try {
          await findEngine(parts, type)?.remove(parts.call, { ...parts.place, ...resource });
        } catch (error) {
          throw describeStop(error, stack, `${logicalId} (${type})`, 'deleted');
        }
      });
    }
    resources.delete(nameResource(stack, logicalId));
  }
}

function describeStop(error: unknown, stack: string, resource: string, act: string): unknown {
  if (error instanceof TemplateRefused || error instanceof DeploymentStopped) return error;
  if (error instanceof ValueProblem) {
    return new DeploymentStopped(stack, resource, `not ${act}: ${error.message}`);
  }
  const answer =
    error instanceof AwsError
      ? `AWS answered ${error.name}: ${error.message}`
      : error instanceof Error
        ? error.message
        : String(error);
  return new DeploymentStopped(stack, resource, `not ${act}: ${answer}`, error);
}

function resolveOutputs(template: Template, scope: StackScope): StackRecord['outputs'] {
  return [...template.outputs].flatMap(([name, { value, description, exportName, condition }]) => {
    if (!scope.holds(condition)) return [];
    const resolved = resolveValue(value, scope);
    return {
      name,
      value: Array.isArray(resolved) ? resolved.join(',') : String(resolved),
      ...(description !== undefined && { description }),
      ...(exportName !== undefined && { exportName: String(resolveValue(exportName, scope)) }),
    };
  });
}
