import { hashText, type Identity, type Place } from './resource-type.ts';
import { ValueProblem } from './template-errors.ts';
import { evaluateCondition, noValue, resolveValue, type Scope } from './template-functions.ts';
import type { Template } from './template.ts';

export interface StackScope extends Scope {
  /** Whether the resource or output with this condition is there. */
  readonly holds: (condition: string | undefined) => boolean;
}

/** Answers what the functions of a template ask for: its parameters, its conditions, and the resources made so far. */
export function openScope(
  template: Template,
  place: Place,
  made: ReadonlyMap<string, Identity>,
  imported: Scope['imported'],
): StackScope {
  const { stack, parameters, conditions } = template;
  const pseudo = new Map<string, unknown>([
    ['AWS::AccountId', place.account],
    ['AWS::NoValue', noValue],
    ['AWS::NotificationARNs', []],
    ['AWS::Partition', 'aws'],
    ['AWS::Region', place.region],
    ['AWS::StackId', formatStackId(place, stack)],
    ['AWS::StackName', stack],
    ['AWS::URLSuffix', 'amazonaws.com'],
  ]);
  const decided = new Map<string, boolean>();
  const deciding = new Set<string>();

  const scope: StackScope = {
    imported,
    ref(name) {
      if (pseudo.has(name)) return pseudo.get(name);
      if (parameters.has(name)) return parameters.get(name);
      return findMade(name).physicalId;
    },
    attribute(resource, name) {
      const value = findMade(resource).attributes[name];
      if (value === undefined) throw new ValueProblem(`${resource} has no attribute ${name}`);
      return value;
    },
    condition(name) {
      const known = decided.get(name);
      if (known !== undefined) return known;
      if (deciding.has(name)) throw new ValueProblem(`the condition ${name} depends on itself`);
      deciding.add(name);
      const value = evaluateCondition(conditions.get(name), scope);
      deciding.delete(name);
      decided.set(name, value);
      return value;
    },
    holds: (condition) => condition === undefined || scope.condition(condition),
  };

  function findMade(name: string): Identity {
    const identity = made.get(name);
    if (!identity) throw new ValueProblem(`${name} is not made, because of its condition`);
    return identity;
  }

  return scope;
}

/** Returns the names that the stack exports its outputs by. They follow from parameters alone, never from a resource. */
export function resolveExportNames(template: Template, place: Place): ReadonlyMap<string, string> {
  const scope = openScope(template, place, new Map(), () => {
    throw new ValueProblem('the name of an export cannot be imported');
  });
  const names = new Map<string, string>();
  for (const [output, { exportName, condition }] of template.outputs) {
    if (exportName === undefined || !scope.holds(condition)) continue;
    names.set(output, String(resolveValue(exportName, scope)));
  }
  return names;
}

/** Returns the names of all exports that the stack imports, in any branch. */
export function resolveImports(template: Template, place: Place): ReadonlySet<string> {
  const scope = openScope(template, place, new Map(), () => {
    throw new ValueProblem('the name of an export cannot be imported');
  });
  const names = new Set<string>();
  for (const { references, condition } of template.resources.values()) {
    if (!scope.holds(condition)) continue;
    for (const reference of references) {
      if (reference.kind === 'import') names.add(String(resolveValue(reference.name, scope)));
    }
  }
  return names;
}

/** A stack keeps its id for life. It follows from the name, so that no dice are needed. */
export function formatStackId({ account, region }: Place, stack: string): string {
  const hex = hashText(`${account}/${region}/${stack}`);
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  return `arn:aws:cloudformation:${region}:${account}:stack/${stack}/${uuid.join('-')}`;
}

/**
 * Returns the keys so that each comes after those that it depends on, and otherwise in the given order. With a cycle it
 * returns one of the cycles instead, its first key again at the end.
 */
export function sortByDependencies(
  dependencies: ReadonlyMap<string, Iterable<string>>,
): { readonly order: readonly string[] } | { readonly cycle: readonly string[] } {
  const order: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];

  function visit(key: string): readonly string[] | undefined {
    if (done.has(key)) return undefined;
    const earlier = path.indexOf(key);
    if (earlier !== -1) return [...path.slice(earlier), key];
    path.push(key);
    for (const other of dependencies.get(key) ?? []) {
      if (!dependencies.has(other)) continue;
      const cycle = visit(other);
      if (cycle) return cycle;
    }
    path.pop();
    done.add(key);
    order.push(key);
    return undefined;
  }

  for (const key of dependencies.keys()) {
    const cycle = visit(key);
    if (cycle) return { cycle };
  }
  return { order };
}
