import { runtimeError, StateError } from './errors.ts';
import { callIntrinsic, type Tools } from './intrinsics.ts';
import { findPath } from './reference-path.ts';

/**
 * Parameters, ItemSelector and ResultSelector filled in. AWS's table of errors promises
 * States.ParameterPathFailure for a path without a value; what executions report is States.Runtime.
 * https://docs.aws.amazon.com/step-functions/latest/dg/input-output-inputpath-params.html
 */
export function fillTemplate(template: unknown, data: unknown, context: unknown, tools: Tools): unknown {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, data, context, tools));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([field, value]: [string, unknown]) =>
      field.endsWith('.$') && typeof value === 'string'
        ? [field.slice(0, -2), valueOf(field, value, data, context, tools)]
        : [field, fillTemplate(value, data, context, tools)],
    ),
  );
}

function valueOf(field: string, text: string, data: unknown, context: unknown, tools: Tools): unknown {
  if (!text.startsWith('$')) return callIntrinsic(text, data, context, tools);
  const value = findPath(text, data, context);
  if (value !== undefined) return value;
  const input = JSON.stringify(text.startsWith('$$') ? context : data);
  throw new StateError(
    runtimeError,
    `The JSONPath '${text}' specified for the field '${field}' could not be found in the input '${input}'`,
  );
}
