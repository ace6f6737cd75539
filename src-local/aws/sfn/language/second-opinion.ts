import validate from 'asl-validator';
import { invalidDefinition } from './definition-problems.ts';
import type { Flow, StateMachineDefinition } from './state.ts';

/**
 * asl-validator, which others keep in step with the language. It costs a tenth of a second to load, and so is
 * asked only when a definition is new. Paths are not its business: it refuses some that AWS takes, such as a
 * filter with a decimal number.
 */
export function checkAgain(json: string, definition: StateMachineDefinition): void {
  // It takes every object called "States" for a flow, and writes into it.
  if ([...json.matchAll(/"States"\s*:/g)].length !== countFlows(definition)) return;
  const { isValid, errors } = validate(JSON.parse(json, relaxNumbers), {
    checkPaths: false,
    checkArn: false,
  });
  if (isValid) return;
  throw invalidDefinition(
    errors.map((error) => ({
      code: error['Error code'] ?? 'SCHEMA_VALIDATION_FAILED',
      message: error.Message ?? 'The definition is not valid',
      at: error.schemaError?.instancePath ?? '',
    })),
  );
}

/** It refuses a share that is no whole number, and MaxItems of 0, which stands for all items; AWS takes both. */
function relaxNumbers(field: string, value: unknown): unknown {
  if (field === 'ToleratedFailurePercentage' && typeof value === 'number') return Math.round(value);
  return field === 'MaxItems' && value === 0 ? undefined : value;
}

function countFlows(flow: Flow): number {
  let count = 1;
  for (const state of flow.States.values()) {
    if (state.Type === 'Map') count += countFlows(state.ItemProcessor);
    if (state.Type === 'Parallel') for (const branch of state.Branches) count += countFlows(branch);
  }
  return count;
}
