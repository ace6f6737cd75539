import type { World } from '../../world/world.ts';
import { deployStack, removeResources, type DeploymentParts } from './deploy-stack.ts';
import { hashText } from './resource-type.ts';
import { sortByDependencies, resolveExportNames, resolveImports } from './stack-scope.ts';
import { openStackStore, type ResourceRecord, type StackRecord } from './stacks.ts';
import { TemplateRefused, ValueProblem } from './template-errors.ts';
import { readTemplate, type StackTemplate, type Template } from './template.ts';

export interface DeployOptions {
  /** Resources of these services are only kept with their stacks. */
  readonly withoutServices?: readonly string[];
}

type DeployWorld = Pick<World, 'account' | 'region' | 'endpoint' | 'clock' | 'store' | 'call'>;

/**
 * Makes the stacks of an account what the templates say, with the operations that clients use, too. Templates are
 * checked whole before anything is made. What exists and is as wanted stays untouched, so that the same templates
 * change nothing; a resource that left its template is deleted unless that says Retain. If a resource cannot be made,
 * those before it stay, and the next deployment goes on from there. Returns the names of the stacks that were deployed.
 */
export async function deployStacks(
  world: DeployWorld,
  templates: readonly StackTemplate[],
  { withoutServices = [] }: DeployOptions = {},
): Promise<readonly string[]> {
  const { account, region, endpoint } = world;
  const place = { account, region, endpoint };
  const records = openStackStore(world);
  const read = orderStacks(templates.map(readTemplate), place);
  const hashes = new Map(
    read.map((template) => [template.stack, hashStack(template, place, withoutServices)]),
  );
  const isAsWanted = ({ name, status, hash }: StackRecord) =>
    status === 'DEPLOYED' && hashes.get(name) === hash;
  if ([...records.stacks.values()].filter(isAsWanted).length === Math.max(read.length, records.stacks.size)) {
    return [];
  }

  const parts: DeploymentParts = {
    place,
    records,
    now: () => world.clock.now(),
    call: (service, operation, input) => world.call(service, operation, input),
    withoutServices: new Set(withoutServices),
    exports: new Map(),
  };
  const left: ResourceRecord[] = [];
  for (const template of read) {
    left.push(...(await deployStack(parts, template, hashes.get(template.stack) ?? '')));
  }
  const isWithoutTemplate = ({ stack }: ResourceRecord) => !hashes.has(stack);
  await removeResources(parts, [...left, ...[...records.resources.values()].filter(isWithoutTemplate)]);
  for (const stack of records.stacks.values()) {
    if (!hashes.has(stack.name)) records.stacks.delete(stack.name);
    else if (stack.status === 'DEPLOYING') records.stacks.set(stack.name, { ...stack, status: 'DEPLOYED' });
  }
  return read.map(({ stack }) => stack);
}

type Place = DeploymentParts['place'];

/** The endpoint is another each time that a port is chosen, and is no reason to deploy again. */
function hashStack(
  { hash }: Template,
  { account, region }: Place,
  withoutServices: readonly string[],
): string {
  return hashText(JSON.stringify([hash, account, region, withoutServices]));
}

/** A stack comes after those whose exports it imports. */
function orderStacks(templates: readonly Template[], place: Place): readonly Template[] {
  const byName = new Map(templates.map((template) => [template.stack, template]));
  const twice = templates.find((template) => byName.get(template.stack) !== template);
  if (twice) throw new TemplateRefused(twice.stack, 'top level', 'there are two templates of this name');
  const exporters = new Map<string, string>();
  for (const template of templates) {
    for (const [output, name] of withinTemplate(template, () => resolveExportNames(template, place))) {
      const other = exporters.get(name);
      if (other !== undefined) {
        throw new TemplateRefused(template.stack, `output ${output}`, `${other} exports ${name}, too`);
      }
      exporters.set(name, template.stack);
    }
  }
  const needs = new Map(
    templates.map((template) => {
      const imports = withinTemplate(template, () => [...resolveImports(template, place)]);
      const stacks = imports.map((name) => {
        const exporter = exporters.get(name);
        if (exporter === undefined) {
          throw new TemplateRefused(template.stack, 'imports', `no template exports ${name}`);
        }
        return exporter;
      });
      return [template.stack, stacks] as const;
    }),
  );
  const sorted = sortByDependencies(needs);
  if ('order' in sorted) return sorted.order.flatMap((name) => byName.get(name) ?? []);
  const [first = ''] = sorted.cycle;
  throw new TemplateRefused(first, 'imports', `stacks import each other: ${sorted.cycle.join(' → ')}`);
}

function withinTemplate<T>({ stack }: Template, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueProblem) throw new TemplateRefused(stack, 'exports and imports', error.message);
    throw error;
  }
}
