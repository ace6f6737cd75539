import { ValueProblem } from './template-errors.ts';

/** Answers what a template's functions ask for. */
export interface Scope {
  /** Returns the value of a parameter, a pseudo parameter or a resource. */
  readonly ref: (name: string) => unknown;
  readonly attribute: (resource: string, name: string) => unknown;
  readonly condition: (name: string) => boolean;
  readonly imported: (exportName: string) => unknown;
}

/** Something that a value needs before it can be resolved. */
export type Reference =
  | { readonly kind: 'ref'; readonly name: string }
  | { readonly kind: 'attribute'; readonly resource: string; readonly name: string }
  | { readonly kind: 'condition'; readonly name: string }
  | { readonly kind: 'import'; readonly name: unknown };

/** A property with this value is left out. */
export const noValue = Symbol('AWS::NoValue');

/** Returns the value with each function replaced by its result. Properties without a value are left out. */
export function resolveValue(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => resolveValue(one, scope)).filter((one) => one !== noValue);
  }
  if (!isObject(value)) return value;
  const call = readFunction(value);
  if (call) return functions[call.name](call.argument, scope);
  const entries = Object.entries(value).map(([key, one]) => [key, resolveValue(one, scope)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== noValue));
}

/** Returns whether a condition holds: a function that compares, or `{ Condition: name }`. */
export function evaluateCondition(value: unknown, scope: Scope): boolean {
  if (isObject(value) && typeof value['Condition'] === 'string' && Object.keys(value).length === 1) {
    return scope.condition(value['Condition']);
  }
  const call = readFunction(value);
  switch (call?.name) {
    case 'Fn::Equals': {
      const [one, other] = readList(call.argument, 'Fn::Equals', 2).map((item) => resolveValue(item, scope));
      return String(one) === String(other);
    }
    case 'Fn::And':
      return readOperands(call.argument, 'Fn::And').every((one) => evaluateCondition(one, scope));
    case 'Fn::Or':
      return readOperands(call.argument, 'Fn::Or').some((one) => evaluateCondition(one, scope));
    case 'Fn::Not': {
      const [negated] = readList(call.argument, 'Fn::Not', 1);
      return !evaluateCondition(negated, scope);
    }
    default:
      throw new ValueProblem(`${JSON.stringify(value)} is not a condition`);
  }
}

/** Lists everything that a value refers to, in all branches. A function that is not supported is refused. */
export function listReferences(value: unknown): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isObject(value)) return [];
  const call = readFunction(value);
  if (!call) return Object.values(value).flatMap(listReferences);
  const { name, argument } = call;
  switch (name) {
    case 'Ref':
      return [{ kind: 'ref', name: readText(argument, 'Ref') }];
    case 'Fn::GetAtt': {
      const [resource, attribute] = readAttributeName(argument);
      return [{ kind: 'attribute', resource, name: attribute }];
    }
    case 'Fn::ImportValue':
      return [{ kind: 'import', name: argument }, ...listReferences(argument)];
    case 'Fn::If': {
      const [condition, ...branches] = readList(argument, 'Fn::If', 3);
      return [
        { kind: 'condition', name: readText(condition, 'Fn::If') },
        ...branches.flatMap(listReferences),
      ];
    }
    case 'Fn::Sub': {
      const { text, values } = readSub(argument);
      const own = listHoles(text).filter((hole) => !Object.hasOwn(values, hole));
      return [...own.map(toReference), ...listReferences(values)];
    }
    default:
      return listReferences(argument);
  }
}

/** Lists the names of the conditions in a condition. */
export function listConditions(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listConditions);
  if (!isObject(value)) return [];
  const { Condition, ...others } = value;
  const own = typeof Condition === 'string' ? [Condition] : [];
  return [...own, ...Object.values(others).flatMap(listConditions)];
}

/** Returns the branches of a value that a condition chooses from, or undefined for all other values. */
export function readBranches(value: unknown): readonly unknown[] | undefined {
  const call = readFunction(value);
  return call?.name === 'Fn::If' ? readList(call.argument, 'Fn::If', 3).slice(1) : undefined;
}

type FunctionName = keyof typeof functions;

const functions = {
  Ref: (argument: unknown, scope: Scope) => scope.ref(readText(argument, 'Ref')),
  'Fn::GetAtt': (argument: unknown, scope: Scope) => scope.attribute(...readAttributeName(argument)),
  'Fn::ImportValue': (argument: unknown, scope: Scope) =>
    scope.imported(readText(resolveValue(argument, scope), 'Fn::ImportValue')),
  'Fn::If'(argument: unknown, scope: Scope) {
    const [condition, then, otherwise] = readList(argument, 'Fn::If', 3);
    return resolveValue(scope.condition(readText(condition, 'Fn::If')) ? then : otherwise, scope);
  },
  'Fn::Join'(argument: unknown, scope: Scope) {
    const [separator, list] = readList(argument, 'Fn::Join', 2);
    const items = readList(resolveValue(list, scope), 'Fn::Join');
    return items.map((item) => readScalar(item, 'Fn::Join')).join(readText(separator, 'Fn::Join'));
  },
  'Fn::Split'(argument: unknown, scope: Scope) {
    const [separator, text] = readList(argument, 'Fn::Split', 2);
    return readText(resolveValue(text, scope), 'Fn::Split').split(readText(separator, 'Fn::Split'));
  },
  'Fn::Select'(argument: unknown, scope: Scope) {
    const [place, list] = readList(argument, 'Fn::Select', 2).map((one) => resolveValue(one, scope));
    const items = readList(list, 'Fn::Select');
    const chosen = items[Number(place)];
    if (chosen !== undefined && /^\d+$/.test(String(place))) return chosen;
    throw new ValueProblem(`Fn::Select finds no item ${String(place)} in a list of ${items.length}`);
  },
  'Fn::Sub'(argument: unknown, scope: Scope) {
    const { text, values } = readSub(argument);
    return text.replace(hole, (whole, literal: string | undefined, name = '') => {
      if (literal !== undefined) return `\${${literal}}`;
      if (Object.hasOwn(values, name)) return readScalar(resolveValue(values[name], scope), whole);
      const reference = toReference(name);
      return readScalar(
        reference.kind === 'ref'
          ? scope.ref(reference.name)
          : scope.attribute(reference.resource, reference.name),
        whole,
      );
    });
  },
  'Fn::Equals': refuseAsValue('Fn::Equals'),
  'Fn::And': refuseAsValue('Fn::And'),
  'Fn::Or': refuseAsValue('Fn::Or'),
  'Fn::Not': refuseAsValue('Fn::Not'),
} satisfies Readonly<Record<string, (argument: unknown, scope: Scope) => unknown>>;

function refuseAsValue(name: string) {
  return (): never => {
    throw new ValueProblem(`${name} stands outside Conditions`);
  };
}

/** Returns the function that an object calls. A function has no neighbours, and an unknown one is refused. */
function readFunction(value: unknown): { name: FunctionName; argument: unknown } | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const name = keys.find((key) => key === 'Ref' || key.startsWith('Fn::'));
  if (name === undefined || (name === 'Ref' && keys.length > 1)) return undefined;
  if (!Object.hasOwn(functions, name)) throw new ValueProblem(`the function ${name} is not supported here`);
  if (keys.length > 1) throw new ValueProblem(`${name} stands beside other members`);
  return { name: name as FunctionName, argument: value[name] };
}

export function isFunctionCall(value: unknown): boolean {
  return readFunction(value) !== undefined;
}

/** `${!literal}`, `${Name}` or `${Resource.Attribute}`. */
const hole = /\$\{(?:!([^}]*)|\s*([^}!\s][^}\s]*)\s*)\}/g;

function listHoles(text: string): readonly string[] {
  return [...text.matchAll(hole)].flatMap(([, , name]) => name ?? []);
}

function toReference(name: string): Extract<Reference, { kind: 'ref' | 'attribute' }> {
  const dot = name.indexOf('.');
  return dot === -1
    ? { kind: 'ref', name }
    : { kind: 'attribute', resource: name.slice(0, dot), name: name.slice(dot + 1) };
}

function readSub(argument: unknown): { text: string; values: Readonly<Record<string, unknown>> } {
  if (typeof argument === 'string') return { text: argument, values: {} };
  const [text, values] = readList(argument, 'Fn::Sub', 2);
  if (!isObject(values)) throw new ValueProblem('Fn::Sub expects a text and its values');
  return { text: readText(text, 'Fn::Sub'), values };
}

function readAttributeName(argument: unknown): [resource: string, name: string] {
  if (typeof argument === 'string') {
    const dot = argument.indexOf('.');
    if (dot > 0) return [argument.slice(0, dot), argument.slice(dot + 1)];
  }
  const [resource, name] = readList(argument, 'Fn::GetAtt', 2);
  return [readText(resource, 'Fn::GetAtt'), readText(name, 'Fn::GetAtt')];
}

function readOperands(argument: unknown, name: string): readonly unknown[] {
  const operands = readList(argument, name);
  if (operands.length < 2 || operands.length > 10) {
    throw new ValueProblem(`${name} takes two to ten conditions, got ${operands.length}`);
  }
  return operands;
}

function readList(value: unknown, name: string, length?: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new ValueProblem(`${name} expects a list, got ${JSON.stringify(value)}`);
  if (length !== undefined && value.length !== length) {
    throw new ValueProblem(`${name} takes ${length} arguments, got ${value.length}`);
  }
  return value;
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new ValueProblem(`${name} expects a text, got ${JSON.stringify(value)}`);
}

function readScalar(value: unknown, name: string): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new ValueProblem(`${name} expects a text, got ${JSON.stringify(value)}`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
