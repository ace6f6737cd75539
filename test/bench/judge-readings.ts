import { followBatch } from '#local/world/past/batch-course.ts';
import { planPast } from '#local/world/past/past-plan.ts';
import { nameOnSheet } from '#local/world/sheets/fields.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import type { Edit, ReviewDocument } from '#shared/contract/review-document.ts';
import { chooseReading, findFailures } from '#shared/domain/review/choose-reading.ts';
import {
  cellPlace,
  placesToDecide,
  toCellPlace,
  valueAt,
  type Edits,
  type Place,
} from '#shared/domain/review/draft-rules.ts';
import { cellType, normalisedValue } from '#shared/domain/review/normalised-value.ts';
import { listAgainstApproval, listStops, noKnowledge } from '#shared/domain/review/rules.ts';
import { aDocumentRead } from '#test/builders/a-review-document.ts';

/** A document that went to review in the sandbox, as its readers read it and as it is printed. */
export interface JudgedDocument {
  readonly document: ReviewDocument;
  readonly truth: ReadonlyMap<Place, string>;
}

/** Lists the documents of the sandbox's past that went to review, with the values that are printed on them. */
export function listReviewedDocuments(
  seed = 'sluice',
  anchor = Date.parse('2026-11-20T09:00:00Z'),
): readonly JudgedDocument[] {
  return planPast({ seed, anchor }).batches.flatMap((batch) =>
    followBatch(batch, anchor).documents.flatMap(({ planned, passages, receivedAt }): JudgedDocument[] => {
      if (passages.at(-1)?.outcome !== 'REVIEW_REQUIRED' || receivedAt === undefined) return [];
      const { schema, reviewThreshold } = batch.workflow;
      const customer = { names: [planned.recipe.recipient], vatNumbers: [] };
      const receivedOn = new Date(receivedAt).toISOString().slice(0, 10);
      return [
        {
          document: {
            ...aDocumentRead(planned.recipe, schema, reviewThreshold),
            weights: {},
            knowledge: { ...noKnowledge, customer, receivedOn },
          },
          truth: readPrinted(planned.recipe, schema),
        },
      ];
    }),
  );
}

function readPrinted(
  recipe: SheetRecipe,
  schema: Readonly<Record<string, string>>,
): ReadonlyMap<Place, string> {
  const sheet = makeSheet(recipe);
  const printed = new Map(sheet.fields.map(({ name, value }) => [name, value]));
  return new Map([
    ...Object.keys(schema).map((name) => [name, printed.get(nameOnSheet(recipe.kind, name)) ?? ''] as const),
    ...sheet.lines.map(({ amount }, line) => [cellPlace(line, 'amount'), amount] as const),
  ]);
}

export interface Judgement {
  readonly documents: number;
  /** Fields of which the two readers found different values. */
  readonly disputed: number;
  readonly wrongPreselected: number;
  /** Disputed fields for which nothing was preselected. */
  readonly notPreselected: number;
  /** Wrong values in documents that Enter on each field and one Ctrl+Enter approve. */
  readonly wrongApproved: number;
  readonly documentsApprovedWrong: number;
  /** The same with a second Ctrl+Enter against a warning. */
  readonly wrongApprovedTwice: number;
  /** The mean number of keys until a careful reviewer has approved, without the characters of typed values. */
  readonly keys: number;
}

/** Judges the desk before the rules, where the value with the better score was preselected and nothing was held up. */
export function judgeByScore(documents: readonly JudgedDocument[]): Judgement {
  return judge(documents, {
    choose: ({ document }, _, place) => valueAt(document, place),
    findHindrance: () => 'none',
  });
}

/** Judges the desk with the rules. */
export function judgeByRules(documents: readonly JudgedDocument[]): Judgement {
  return judge(documents, {
    choose: ({ document }, edits, place) =>
      toCellPlace(place) === undefined
        ? chooseReading(document, edits, place).chosen
        : valueAt(document, place),
    findHindrance: ({ document }, edits) => {
      const findings = findFailures(document, edits);
      if (listStops(findings).length > 0) return 'stop';
      return listAgainstApproval(findings).length > 0 ? 'warning' : 'none';
    },
  });
}

interface Desk {
  readonly choose: (judged: JudgedDocument, edits: Edits, place: Place) => string | null;
  readonly findHindrance: (judged: JudgedDocument, edits: Edits) => 'none' | 'warning' | 'stop';
}

function judge(documents: readonly JudgedDocument[], desk: Desk): Judgement {
  const sums = {
    disputed: 0,
    wrongPreselected: 0,
    notPreselected: 0,
    wrongApproved: 0,
    documentsApprovedWrong: 0,
    wrongApprovedTwice: 0,
    keys: 0,
  };
  for (const judged of documents) {
    const { document } = judged;
    const places = placesToDecide(document, 'review');
    const [entered, careful] = [new Map<Place, Edit>(), new Map<Place, Edit>()];
    let isOpen = false;
    for (const place of places) {
      const chosen = desk.choose(judged, Object.fromEntries(entered), place);
      if (isDisputed(document, place)) {
        sums.disputed += 1;
        if (chosen === null) sums.notPreselected += 1;
        else if (!isRight(judged, place, chosen)) sums.wrongPreselected += 1;
      }
      if (chosen === null) isOpen = true;
      else entered.set(place, { kind: 'value', value: chosen });
      sums.keys += countKeys(judged, place, desk.choose(judged, Object.fromEntries(careful), place));
      careful.set(place, { kind: 'value', value: judged.truth.get(place) ?? '' });
    }
    const wrong = countWrong(judged, Object.fromEntries(entered));
    const hindrance = desk.findHindrance(judged, Object.fromEntries(entered));
    // An undecided field takes the second Ctrl+Enter as a warning does.
    if (hindrance === 'none' && !isOpen) sums.wrongApproved += wrong;
    if (hindrance === 'none' && !isOpen && wrong > 0) sums.documentsApprovedWrong += 1;
    if (hindrance !== 'stop') sums.wrongApprovedTwice += wrong;
    sums.keys += { none: 1, warning: 2, stop: 3 }[desk.findHindrance(judged, makeRight(judged))];
  }
  return {
    documents: documents.length,
    ...sums,
    keys: Math.round((sums.keys / documents.length) * 100) / 100,
  };
}

function isDisputed(document: ReviewDocument, place: Place): boolean {
  const field = document.fields.find(({ name }) => name === place);
  return new Set(field?.readings.map(({ value }) => normalisedValue(field.type, value))).size > 1;
}

function findType({ document }: JudgedDocument, place: Place): string | null {
  const cell = toCellPlace(place);
  return cell === undefined
    ? (document.fields.find(({ name }) => name === place)?.type ?? null)
    : cellType(cell.column);
}

function isRight(judged: JudgedDocument, place: Place, value: string): boolean {
  const type = findType(judged, place);
  return normalisedValue(type, value) === normalisedValue(type, judged.truth.get(place) ?? '');
}

/** Enter, 1 or 2 decide a field with one key. Otherwise E begins the typing and Enter ends it. */
function countKeys(judged: JudgedDocument, place: Place, chosen: string | null): number {
  if (chosen !== null && isRight(judged, place, chosen)) return 1;
  const field = judged.document.fields.find(({ name }) => name === place);
  return field?.readings.some(({ value }) => isRight(judged, place, value)) === true ? 1 : 2;
}

function countWrong(judged: JudgedDocument, edits: Edits): number {
  return [...judged.truth.keys()].filter((place) => {
    const edit = edits[place];
    const value = edit?.kind === 'value' ? edit.value : (valueAt(judged.document, place) ?? '');
    return !isRight(judged, place, value);
  }).length;
}

/** Returns the edits with which every value is the printed one. */
function makeRight({ truth }: JudgedDocument): Edits {
  return Object.fromEntries([...truth].map(([place, value]) => [place, { kind: 'value', value } as const]));
}
