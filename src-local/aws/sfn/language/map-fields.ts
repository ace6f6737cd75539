import type { DefinitionProblems } from './definition-problems.ts';
import { isInteger, isReferencePath, isTemplate, isText, type FieldCheck } from './field-checks.ts';
import { isRecord } from './json-values.ts';

/** The fields of a Map in distributed mode. https://docs.aws.amazon.com/step-functions/latest/dg/state-map-distributed.html */
export const distributedFields = ['ItemReader', 'Label', 'ResultWriter'];

/** "A string of at most 40 characters": spaces, wildcards, brackets, special and control characters are refused. */
export const isLabel: FieldCheck = (value, at, problems) => {
  if (typeof value !== 'string') return problems.schema('Expected value of type String', at);
  if (value === '') problems.schema('Label cannot be empty', at);
  if (value.length > 40) problems.schema('Label cannot exceed 40 characters', at);
  const [stranger] = /[\s?*<>{}[\]:;,\\|^~$#%&`"\p{Cc}]/u.exec(value) ?? [];
  if (stranger !== undefined) problems.schema(`Label contains invalid character: '${stranger}'`, at);
  return undefined;
};

const readers = ['arn:aws:states:::s3:getObject', 'arn:aws:states:::s3:listObjectsV2'];

export const isItemReader: FieldCheck = (value, at, problems) => {
  if (!isRecord(value)) return problems.schema('Expected value of type Object', at);
  checkFields(value, at, problems, {
    Resource: allows(readers),
    Parameters: isTemplate,
    ReaderConfig: isReaderConfig,
  });
  if (value['Resource'] === readers[0] && !isRecord(value['ReaderConfig'])) {
    problems.schema('These fields are required: [ReaderConfig]', at);
  }
  return undefined;
};

const isReaderConfig: FieldCheck = (value, at, problems) => {
  if (!isRecord(value)) return problems.schema('Expected value of type Object', at);
  checkFields(value, at, problems, {
    InputType: allows(['CSV', 'JSON', 'JSONL'], ['MANIFEST', 'PARQUET']),
    CSVHeaderLocation: allows(['FIRST_ROW', 'GIVEN']),
    CSVHeaders: isListOfText,
    CSVDelimiter: allows([...delimiters.keys()]),
    MaxItems: isInteger(0, mostItems),
    MaxItemsPath: isReferencePath,
  });
  const isGiven = value['CSVHeaderLocation'] === 'GIVEN';
  if (isGiven !== (value['CSVHeaders'] !== undefined)) {
    problems.schema('CSVHeaders must be there if and only if CSVHeaderLocation is GIVEN', at);
  }
  if (value['MaxItems'] !== undefined && value['MaxItemsPath'] !== undefined) {
    problems.schema('Only one of these fields may be there: [MaxItems, MaxItemsPath]', at);
  }
  return undefined;
};

/** "The Distributed Map state stops reading items beyond 100,000,000." */
export const mostItems = 100_000_000;

export const delimiters: ReadonlyMap<string, string> = new Map([
  ['COMMA', ','],
  ['PIPE', '|'],
  ['SEMICOLON', ';'],
  ['SPACE', ' '],
  ['TAB', '\t'],
]);

export const isResultWriter: FieldCheck = (value, at, problems) => {
  if (!isRecord(value)) return problems.schema('Expected value of type Object', at);
  checkFields(value, at, problems, {
    Resource: allows(['arn:aws:states:::s3:putObject']),
    Parameters: isTemplate,
    WriterConfig: isWriterConfig,
  });
  if (value['Parameters'] === undefined) {
    problems.unsupported("A ResultWriter without 'Resource' and 'Parameters'", at);
  }
  return undefined;
};

const isWriterConfig: FieldCheck = (value, at, problems) => {
  if (!isRecord(value)) return problems.schema('Expected value of type Object', at);
  checkFields(value, at, problems, {
    Transformation: allows(['COMPACT', 'NONE'], ['FLATTEN']),
    OutputType: allows(['JSON'], ['JSONL']),
  });
  return undefined;
};

const isListOfText: FieldCheck = (value, at, problems) => {
  if (!Array.isArray(value)) return problems.schema('Expected value of type Array', at);
  value.forEach((one, index) => isText(one, `${at}[${index}]`, problems));
  return undefined;
};

function allows(values: readonly string[], notHere: readonly string[] = []): FieldCheck {
  return (value, at, problems) => {
    if (typeof value === 'string' && values.includes(value)) return;
    if (typeof value === 'string' && notHere.includes(value)) problems.unsupported(value, at);
    else problems.schema(`Expected one of [${values.join(', ')}]`, at);
  };
}

/** AWS runs these fields; Pocket AWS refuses them. */
const notRunHere = new Set(['Arguments', 'Bucket', 'ItemsPointer', 'Transformation']);

function checkFields(
  value: Record<string, unknown>,
  at: string,
  problems: DefinitionProblems,
  checks: Readonly<Record<string, FieldCheck>>,
): void {
  for (const [field, member] of Object.entries(value)) {
    const check = Object.hasOwn(checks, field) ? checks[field] : undefined;
    if (check) check(member, `${at}/${field}`, problems);
    else if (notRunHere.has(field)) problems.unsupported(`The field '${field}'`, `${at}/${field}`);
    else problems.schema(`The field "${field}" is not supported by Step Functions`, at);
  }
}
