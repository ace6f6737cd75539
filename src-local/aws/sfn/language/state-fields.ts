import {
  isAnything,
  isInteger,
  isNumber,
  isPathOrNull,
  isPathToText,
  isReferencePath,
  isResultPath,
  isTemplate,
  isText,
  isTimestamp,
  isTrue,
  type FieldCheck,
} from './field-checks.ts';
import { isItemReader, isLabel, isResultWriter } from './map-fields.ts';
import type { State } from './state.ts';

type FieldChecks = Readonly<Record<string, FieldCheck>>;

const common: FieldChecks = { Type: isText, Comment: isText, QueryLanguage: isAnything };
const inAndOut: FieldChecks = { InputPath: isPathOrNull, OutputPath: isPathOrNull };
const onward: FieldChecks = { Next: isText, End: isTrue };
const result: FieldChecks = { ResultPath: isResultPath };
/** These are read as a whole, not field by field. */
const errorHandling: FieldChecks = { Retry: isAnything, Catch: isAnything };

/** Which fields a state of each type has: https://docs.aws.amazon.com/step-functions/latest/dg/statemachine-structure.html */
export const stateFields: ReadonlyMap<string, FieldChecks> = new Map<State['Type'], FieldChecks>([
  ['Pass', { ...common, ...inAndOut, ...result, ...onward, Result: isAnything, Parameters: isTemplate }],
  [
    'Task',
    {
      ...common,
      ...inAndOut,
      ...result,
      ...onward,
      ...errorHandling,
      Resource: isText,
      Parameters: isTemplate,
      ResultSelector: isTemplate,
      TimeoutSeconds: isInteger(1),
      TimeoutSecondsPath: isReferencePath,
      HeartbeatSeconds: isInteger(1),
      HeartbeatSecondsPath: isReferencePath,
    },
  ],
  ['Choice', { ...common, ...inAndOut, Choices: isAnything, Default: isText }],
  [
    'Wait',
    {
      ...common,
      ...inAndOut,
      ...onward,
      Seconds: isInteger(0),
      SecondsPath: isReferencePath,
      Timestamp: isTimestamp,
      TimestampPath: isReferencePath,
    },
  ],
  ['Succeed', { ...common, ...inAndOut }],
  ['Fail', { ...common, Error: isText, Cause: isText, ErrorPath: isPathToText, CausePath: isPathToText }],
  [
    'Parallel',
    {
      ...common,
      ...inAndOut,
      ...result,
      ...onward,
      ...errorHandling,
      Branches: isAnything,
      Parameters: isTemplate,
      ResultSelector: isTemplate,
    },
  ],
  [
    'Map',
    {
      ...common,
      ...inAndOut,
      ...result,
      ...onward,
      ...errorHandling,
      ItemProcessor: isAnything,
      Iterator: isAnything,
      ItemReader: isItemReader,
      Label: isLabel,
      ResultWriter: isResultWriter,
      ItemsPath: isReferencePath,
      ItemSelector: isTemplate,
      Parameters: isTemplate,
      ResultSelector: isTemplate,
      MaxConcurrency: isInteger(0),
      MaxConcurrencyPath: isReferencePath,
      ToleratedFailureCount: isInteger(0),
      ToleratedFailureCountPath: isReferencePath,
      ToleratedFailurePercentage: isNumber(0, 100),
      ToleratedFailurePercentagePath: isReferencePath,
    },
  ],
]);

/** A state may have at most one field of each group, and where it says so must have exactly one. */
export const exclusiveFields: ReadonlyMap<
  string,
  readonly { readonly oneOf: readonly string[]; readonly required?: true }[]
> = new Map([
  ['Pass', [{ oneOf: ['Next', 'End'], required: true }]],
  [
    'Task',
    [
      { oneOf: ['Next', 'End'], required: true },
      { oneOf: ['Resource'], required: true },
      { oneOf: ['TimeoutSeconds', 'TimeoutSecondsPath'] },
      { oneOf: ['HeartbeatSeconds', 'HeartbeatSecondsPath'] },
    ],
  ],
  ['Choice', [{ oneOf: ['Choices'], required: true }]],
  [
    'Wait',
    [
      { oneOf: ['Next', 'End'], required: true },
      { oneOf: ['Seconds', 'SecondsPath', 'Timestamp', 'TimestampPath'], required: true },
    ],
  ],
  ['Fail', [{ oneOf: ['Error', 'ErrorPath'] }, { oneOf: ['Cause', 'CausePath'] }]],
  [
    'Parallel',
    [
      { oneOf: ['Next', 'End'], required: true },
      { oneOf: ['Branches'], required: true },
    ],
  ],
  [
    'Map',
    [
      { oneOf: ['Next', 'End'], required: true },
      { oneOf: ['ItemProcessor', 'Iterator'], required: true },
      { oneOf: ['ItemSelector', 'Parameters'] },
      { oneOf: ['MaxConcurrency', 'MaxConcurrencyPath'] },
      { oneOf: ['ToleratedFailureCount', 'ToleratedFailureCountPath'] },
      { oneOf: ['ToleratedFailurePercentage', 'ToleratedFailurePercentagePath'] },
    ],
  ],
]);

/** AWS runs these fields; Pocket AWS refuses them. */
export const notRunHere: ReadonlySet<string> = new Set([
  'Arguments',
  'Assign',
  'Credentials',
  'ItemBatcher',
  'Items',
  'Output',
]);
