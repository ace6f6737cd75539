import { validationException } from '../../protocol/aws-error.ts';
import { substitutions, type Substitutions } from '../expressions/names-and-values.ts';

export interface NamesAndValues {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Parses all expressions of one request, so that what none of them uses can be refused. */
export function parsedExpressions<T>(
  { ExpressionAttributeNames: names, ExpressionAttributeValues: values }: NamesAndValues,
  expressions: readonly (string | undefined)[],
  parse: (substituted: Substitutions) => T,
): T {
  if (expressions.every((text) => text === undefined)) {
    if (names) throw unneeded('ExpressionAttributeNames');
    if (values) throw unneeded('ExpressionAttributeValues');
  }
  const substituted = substitutions({ names, values });
  const parsed = parse(substituted);
  substituted.finish();
  return parsed;
}

function unneeded(parameter: string): Error {
  return validationException(`${parameter} can only be specified when using expressions`);
}
