/**
 * The shape of a request, in the terms of AWS's API models. A shape finds everything that is wrong with a
 * value; members that no shape names are refused, never ignored.
 */
export interface Shape<T> {
  check(value: unknown, at: string, problems: Problem[]): void;
  readonly required?: boolean;
  /** This member only carries the type. */
  readonly as?: T;
}

export interface Problem {
  readonly kind: 'missing' | 'unknown' | 'type' | 'constraint';
  /** The path as in AWS's messages: `keySchema.1.member.attributeName`. */
  readonly at: string;
  /** The message in AWS's words, without the `1 validation error detected:` before it. */
  readonly message: string;
}

export type Infer<S> = S extends Shape<infer T> ? T : never;

export interface Required<T> extends Shape<T> {
  readonly required: true;
}

export function required<T>(shape: Shape<T>): Required<T> {
  return { ...shape, required: true };
}

export function string<const V extends string = string>(
  limits: { min?: number; max?: number; pattern?: RegExp; oneOf?: readonly V[] } = {},
): Shape<V> {
  const { min, max, pattern, oneOf } = limits;
  return shape<V>('String', isString, (value, at, problems) => {
    const fails = (constraint: string): void => {
      problems.push(constraintProblem(at, `'${value}'`, constraint));
    };
    if (oneOf && !oneOf.some((one) => one === value)) {
      fails(`Member must satisfy enum value set: [${oneOf.join(', ')}]`);
    }
    if (min !== undefined && value.length < min) {
      fails(`Member must have length greater than or equal to ${min}`);
    }
    if (max !== undefined && value.length > max) {
      fails(`Member must have length less than or equal to ${max}`);
    }
    if (pattern && !pattern.test(value)) {
      fails(`Member must satisfy regular expression pattern: ${pattern.source}`);
    }
  });
}

export function integer({ min, max }: { min?: number; max?: number } = {}): Shape<number> {
  return shape('Integer', isInteger, (value, at, problems) => {
    if (min !== undefined && value < min) {
      const constraint = `Member must have value greater than or equal to ${min}`;
      problems.push(constraintProblem(at, `'${value}'`, constraint));
    }
    if (max !== undefined && value > max) {
      const constraint = `Member must have value less than or equal to ${max}`;
      problems.push(constraintProblem(at, `'${value}'`, constraint));
    }
  });
}

export function number(): Shape<number> {
  return shape('Double', isNumber);
}

/** Seconds since 1970, as AWS JSON writes a time; some clients send text. */
export function timestamp(): Shape<number | string> {
  return shape('Timestamp', (value): value is number | string => isNumber(value) || isString(value));
}

export function boolean(): Shape<boolean> {
  return shape('Boolean', (value) => typeof value === 'boolean');
}

/** Bytes as base64 text. */
export function blob(): Shape<string> {
  return shape('Blob', (value): value is string => isString(value) && /^[A-Za-z0-9+/]*={0,2}$/.test(value));
}

/** The engine itself checks this value. */
export function anything(): Shape<unknown> {
  return { check: () => {} };
}

export function list<T>(member: Shape<T>, { min, max }: { min?: number; max?: number } = {}): Shape<T[]> {
  return shape(
    'List',
    (value): value is T[] => Array.isArray(value),
    (value, at, problems) => {
      checkSize(value.length, { min, max }, at, problems);
      value.forEach((item, index) => member.check(item, `${at}.${index + 1}.member`, problems));
    },
  );
}

export function map<T>(
  member: Shape<T>,
  { min, max }: { min?: number; max?: number } = {},
): Shape<Record<string, T>> {
  return shape('Map', isRecord<T>, (value, at, problems) => {
    const entries = Object.entries(value);
    checkSize(entries.length, { min, max }, at, problems);
    for (const [key, item] of entries) member.check(item, `${at}.${key}.member`, problems);
  });
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type RequiredNames<F> = { [K in keyof F]: F[K] extends { required: true } ? K : never }[keyof F];
type Structure<F> = { [K in RequiredNames<F>]: Infer<F[K]> } & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: Infer<F[K]>;
};

/** Members left out or null are absent. A member that is not named here is a problem. */
export function structure<F extends Fields>(fields: F): Shape<Structure<F>> {
  const names = Object.keys(fields);
  return shape(
    'Structure',
    isRecord<never> as (value: unknown) => value is Structure<F>,
    (value, at, problems) => {
      const members = value as Record<string, unknown>;
      for (const name of Object.keys(members)) {
        if (members[name] === null) delete members[name];
        else if (!Object.hasOwn(fields, name)) {
          const message = `Parameter '${pathTo(at, name)}' is unknown or not supported`;
          problems.push({ kind: 'unknown', at: pathTo(at, name), message });
        }
      }
      for (const name of names) {
        const field = fields[name];
        if (!field) continue;
        if (Object.hasOwn(members, name)) field.check(members[name], pathTo(at, name), problems);
        else if (field.required) {
          const path = pathTo(at, name);
          const message = `Value null at '${path}' failed to satisfy constraint: Member must not be null`;
          problems.push({ kind: 'missing', at: path, message });
        }
      }
    },
  );
}

function shape<T>(
  type: string,
  is: (value: unknown) => value is T,
  more?: (value: T, at: string, problems: Problem[]) => void,
): Shape<T>;
function shape<T>(
  type: string,
  is: (value: unknown) => boolean,
  more?: (value: T, at: string, problems: Problem[]) => void,
): Shape<T>;
function shape<T>(
  type: string,
  is: (value: unknown) => boolean,
  more: (value: T, at: string, problems: Problem[]) => void = () => {},
): Shape<T> {
  return {
    check(value, at, problems) {
      if (is(value)) more(value as T, at, problems);
      else
        problems.push({ kind: 'type', at, message: `${describeType(value)} cannot be converted to ${type}` });
    },
  };
}

function checkSize(
  size: number,
  { min, max }: { min: number | undefined; max: number | undefined },
  at: string,
  problems: Problem[],
): void {
  if (min !== undefined && size < min) {
    const constraint = `Member must have length greater than or equal to ${min}`;
    problems.push(constraintProblem(at, 'of the given size', constraint));
  }
  if (max !== undefined && size > max) {
    const constraint = `Member must have length less than or equal to ${max}`;
    problems.push(constraintProblem(at, 'of the given size', constraint));
  }
}

function constraintProblem(at: string, value: string, constraint: string): Problem {
  const message = `Value ${value} at '${at}' failed to satisfy constraint: ${constraint}`;
  return { kind: 'constraint', at, message };
}

/** AWS's messages spell members with a small first letter. */
function pathTo(at: string, name: string): string {
  const member = name.charAt(0).toLowerCase() + name.slice(1);
  return at === '' ? member : `${at}.${member}`;
}

function describeType(value: unknown): string {
  if (value === null) return 'NULL_VALUE';
  if (Array.isArray(value)) return 'START_ARRAY';
  if (typeof value === 'object') return 'START_OBJECT';
  return `${(typeof value).toUpperCase()}_VALUE`;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isRecord<T>(value: unknown): value is Record<string, T> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
