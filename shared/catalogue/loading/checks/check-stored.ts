import { canonicalExact, isKept } from '../../../domain/exact-number.ts';
import type { AttributeValue, Attributes } from '../../items/attribute-value.ts';
import type { Complaint } from './complaint.ts';

/** That DynamoDB takes each value of an item. */
export function checkStored(attributes: Attributes, path: Complaint['path']): readonly Complaint[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const message = storedProblem(value);
    return message === undefined ? [] : [{ path: [...path, name], message }];
  });
}

function storedProblem(value: AttributeValue): string | undefined {
  if ('N' in value) return isKept(value.N) ? undefined : notKept;
  if ('NS' in value) return value.NS.every(isKept) ? setProblem(value.NS.map(canonicalExact)) : notKept;
  if ('SS' in value) return setProblem(value.SS);
  if ('BS' in value) return setProblem(value.BS);
  if ('B' in value) return base64.test(value.B) ? undefined : 'is not Base64, in which binary is written';
  if ('L' in value) return firstProblem(value.L);
  return 'M' in value ? firstProblem(Object.values(value.M)) : undefined;
}

const notKept = 'has a number that DynamoDB does not keep; expected up to 38 digits, from 1E-130 to 9.9E+125';
const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

function setProblem(values: readonly string[]): string | undefined {
  if (values.length === 0) return 'is an empty set, which DynamoDB does not keep; expected none at all';
  return new Set(values).size < values.length ? 'has a set with a value twice; expected it once' : undefined;
}

function firstProblem(values: readonly AttributeValue[]): string | undefined {
  return values.map(storedProblem).find((problem) => problem !== undefined);
}
