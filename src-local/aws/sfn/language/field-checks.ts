import type { DefinitionProblems } from './definition-problems.ts';
import { StateError } from './errors.ts';
import { intrinsics } from './intrinsics.ts';
import { isRecord } from './json-values.ts';
import { parseIntrinsic, type IntrinsicCall } from './parse-intrinsic.ts';
import { parsePath, type JsonPath } from './parse-path.ts';

/** Finds what is wrong with the value of one field. */
export type FieldCheck = (value: unknown, at: string, problems: DefinitionProblems) => void;

export const isText: FieldCheck = (value, at, problems) => {
  if (typeof value !== 'string') problems.schema('Expected value of type String', at);
};

export const isAnything: FieldCheck = () => {};

export const isTrue: FieldCheck = (value, at, problems) => {
  if (value !== true) problems.schema("The field 'End' must be true when it is there", at);
};

export function isInteger(least: number, most = 99_999_999): FieldCheck {
  return (value, at, problems) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return;
    problems.schema(`Expected an integer between ${least} and ${most}`, at);
  };
}

export function isNumber(least: number, most = Number.MAX_VALUE): FieldCheck {
  return (value, at, problems) => {
    if (typeof value === 'number' && value >= least && value <= most) return;
    problems.schema(`Expected a number of at least ${least}`, at);
  };
}

export const isTimestamp: FieldCheck = (value, at, problems) => {
  if (typeof value !== 'string' || !parseInstant(value))
    problems.schema('Value is not a valid timestamp', at);
};

/** InputPath and OutputPath: any path, or null. */
export const isPathOrNull: FieldCheck = (value, at, problems) => {
  if (value !== null) isPath(value, at, problems);
};

const isPath: FieldCheck = (value, at, problems) => {
  if (!tryParsePath(value)) problems.schema('Value is not a valid JSONPath', at);
};

export const isReferencePath: FieldCheck = (value, at, problems) => {
  if (!tryParsePath(value)?.isReference) problems.schema('Value is not a Reference Path', at);
};

/** ResultPath: a place in the state's own data, or null. */
export const isResultPath: FieldCheck = (value, at, problems) => {
  const path = tryParsePath(value);
  if (value !== null && (!path?.isReference || path.root !== '$')) {
    problems.schema('Value is not a Reference Path', at);
  }
};

/** ErrorPath and CausePath: a reference path or a function that gives text. */
export const isPathToText: FieldCheck = (value, at, problems) => {
  if (typeof value === 'string' && value.startsWith('States.')) checkIntrinsic(value, at, problems);
  else isReferencePath(value, at, problems);
};

/** Parameters and its like: https://docs.aws.amazon.com/step-functions/latest/dg/input-output-inputpath-params.html */
export const isTemplate: FieldCheck = (value, at, problems) => checkTemplate(value, at, problems, 0);

/** Deeper than any real definition, and well before a walk that calls itself runs out of stack. */
const deepest = 200;

function checkTemplate(value: unknown, at: string, problems: DefinitionProblems, depth: number): void {
  if (depth > deepest) return problems.schema(`Nested more than ${deepest} deep`, at);
  if (Array.isArray(value)) {
    value.forEach((item, index) => checkTemplate(item, `${at}[${index}]`, problems, depth + 1));
  }
  if (!isRecord(value)) return undefined;
  const names = new Set<string>();
  for (const [field, member] of Object.entries(value)) {
    const place = `${at}/${field}`;
    const name = field.endsWith('.$') ? field.slice(0, -2) : field;
    if (names.has(name)) problems.schema(`The field '${name}' is there twice, once with '.$'`, at);
    names.add(name);
    if (name === field) checkTemplate(member, place, problems, depth + 1);
    else checkDynamic(field, member, place, problems);
  }
  return undefined;
}

function checkDynamic(field: string, value: unknown, at: string, problems: DefinitionProblems): void {
  if (typeof value === 'string' && value.startsWith('States.')) checkIntrinsic(value, at, problems);
  else if (!tryParsePath(value)) {
    const wanted = 'must be a valid JSONPath or a valid intrinsic function call';
    problems.schema(`The value for the field '${field}' ${wanted}`, at);
  }
}

function checkIntrinsic(text: string, at: string, problems: DefinitionProblems): void {
  const call = quietly(() => parseIntrinsic(text));
  if (!call || !isKnown(call)) problems.schema(`'${text}' is not a valid intrinsic function call`, at);
}

function isKnown(call: IntrinsicCall): boolean {
  return (
    intrinsics.has(call.name) &&
    call.arguments.every((argument) => argument.kind !== 'call' || isKnown(argument.call))
  );
}

function tryParsePath(value: unknown): JsonPath | undefined {
  return typeof value === 'string' ? quietly(() => parsePath(value)) : undefined;
}

function quietly<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

/** A moment; the digits behind the second kept as text, for they may be finer than a number holds. */
interface Instant {
  readonly seconds: number;
  readonly fraction: string;
}

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses RFC 3339 with a capital T and a capital Z, as the States Language requires. Returns undefined for
 * anything else.
 */
export function parseInstant(text: string): Instant | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const isReal =
    month >= 1 && month <= 12 && day >= 1 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined;
  const [offsetHours, offsetMinutes] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (found[8] === '-' ? -1 : 1) * (offsetHours * 3_600 + offsetMinutes * 60);
  return { seconds: time / 1_000 - offset, fraction: (found[7] ?? '').replace(/0+$/, '') };
}

export function compareInstants(one: Instant, other: Instant): number {
  if (one.seconds !== other.seconds) return one.seconds - other.seconds;
  return one.fraction === other.fraction ? 0 : one.fraction < other.fraction ? -1 : 1;
}
