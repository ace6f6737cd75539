import type { ReviewDocument, ReviewField } from '../../contract/review-document.ts';
import type { Finding } from '../../contract/review-rules.ts';
import { editAt, isDecided, toCellPlace, type Edits, type Place } from './draft-rules.ts';
import { normalisedValue } from './normalised-value.ts';
import { buildSubject, checkDocument, rankWeight } from './rules.ts';

/** Returns the checks that fail with the edits so far. */
export function findFailures(document: ReviewDocument, edits: Edits): readonly Finding[] {
  return checkDocument(buildSubject(document, edits), document.weights ?? {}, document.knowledge);
}

/** A value that can be chosen for a field. */
export interface Option {
  /** The readers that found it. Two that differ only in notation found the same. */
  readonly readers: readonly ReviewField['readings'][number]['reader'][];
  readonly value: string;
  readonly confidence: number | null;
}

export interface Choice {
  readonly options: readonly Option[];
  /** The value that Enter takes; null where none of them passes, so that a person has to choose or type. */
  readonly chosen: string | null;
  /** The failed checks that speak against each option, in the order of the options. */
  readonly against: readonly (readonly Finding[])[];
}

/**
 * Chooses the reading of a field that the rules speak for, whatever the score is. Where several fields are disputed,
 * their readings are tried together: a total may fit only with one of the taxes.
 */
export function chooseReading(document: ReviewDocument, edits: Edits, place: Place): Choice {
  const field = document.fields.find(({ name }) => name === place);
  const options = field === undefined ? [] : listOptions(field);
  const read = field?.value ?? null;
  if (field === undefined || toCellPlace(place) !== undefined) return { options, chosen: read, against: [] };
  // A value that all readers agree on is held up only by a stop.
  const least = rankWeight(options.length > 1 ? 'warn' : 'stop');
  const values = options.length > 0 ? options.map(({ value }) => value) : [read ?? ''];
  const others = listDisputed(document, edits)
    .filter((other) => other.name !== place)
    .slice(0, mostTriedTogether);
  const tried = values.map((value) => {
    const best = tryTogether(others, { ...edits, [place]: { kind: 'value', value } }, (now) =>
      findFailures(document, now),
    );
    const against = best.filter(
      ({ places, weight }) => places.includes(place) && rankWeight(weight) >= least,
    );
    return { value, cost: weighFindings(best), against };
  });
  const against = tried.map((one) => one.against);
  const lightest = Math.min(...tried.map(({ cost }) => cost));
  const passing = tried.filter(({ cost, against: found }) => cost === lightest && found.length === 0);
  if (passing.length === 0) return { options, chosen: null, against };
  // Among readings that pass alike, the pipeline's own stays.
  const isSame = (value: string): boolean =>
    read !== null && normalise(field, value) === normalise(field, read);
  const chosen = passing.find(({ value }) => isSame(value)) ?? passing[0];
  return { options, chosen: chosen?.value ?? null, against };
}

/** With these and the field itself, 16 combinations of two readings are checked. */
const mostTriedTogether = 3;

function normalise({ type }: ReviewField, value: string): string {
  return normalisedValue(type, value);
}

/** Lists each value that a reader found once. Textract's comes first, so that 1 and 2 mean the same in each field. */
export function listOptions(field: ReviewField): readonly Option[] {
  const options: { readers: Option['readers'][number][]; value: string; confidence: number | null }[] = [];
  for (const { reader, value, confidence } of field.readings.toSorted(
    (a, b) => ranks[a.reader] - ranks[b.reader],
  )) {
    const same = options.find((option) => normalise(field, option.value) === normalise(field, value));
    if (same === undefined) {
      options.push({ readers: [reader], value, confidence });
      continue;
    }
    same.readers.push(reader);
    same.confidence = Math.max(same.confidence ?? 0, confidence ?? 0);
    // The stored notation stays, so that accepting it corrects nothing.
    if (value === field.value) same.value = value;
  }
  return options;
}

const ranks = { textract: 0, bedrock: 1 } as const;

/** The undecided fields of which the readers found different values. */
function listDisputed({ fields }: ReviewDocument, edits: Edits): readonly ReviewField[] {
  return fields.filter((field) => !isDecided(editAt(edits, field.name)) && listOptions(field).length > 1);
}

/** Returns what the best combination of the other disputed readings still fails. */
function tryTogether(
  [field, ...rest]: readonly ReviewField[],
  edits: Edits,
  check: (edits: Edits) => readonly Finding[],
): readonly Finding[] {
  if (field === undefined) return check(edits);
  const results = listOptions(field).map(({ value }) =>
    tryTogether(rest, { ...edits, [field.name]: { kind: 'value', value } }, check),
  );
  return results.toSorted((a, b) => weighFindings(a) - weighFindings(b))[0] ?? [];
}

/** A heavier finding counts more than any number of lighter ones. */
function weighFindings(findings: readonly Finding[]): number {
  return findings.reduce((sum, { weight }) => sum + 100 ** rankWeight(weight), 0);
}
