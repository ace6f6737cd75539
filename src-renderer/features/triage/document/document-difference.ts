import type { Field, ModelUsage, OpenDocument, Usage } from '#shared/contract/triage.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { documentCost } from '#shared/pricing/document-cost.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';

export const comparedSections = ['outcome', 'stages', 'fields', 'checks'] as const;
export type ComparedSection = (typeof comparedSections)[number];

/** One fact of two documents. */
export interface ComparedRow {
  readonly name: string;
  readonly mine: string;
  readonly good: string;
  readonly differs: boolean;
  /** By how much, as in "4.2 times as long". Empty where there is no measure. */
  readonly difference: string;
  /** True for a field, whose values may be shown. */
  readonly isField: boolean;
}

/** Compares a document with a good one, section by section. In each, what differs comes first. */
export function compareDocuments(
  mine: OpenDocument,
  good: OpenDocument,
): Readonly<Record<ComparedSection, readonly ComparedRow[]>> {
  return {
    outcome: differingFirst(compareOutcome(mine, good)),
    stages: differingFirst(compareStages(mine, good)),
    fields: differingFirst(compareFields(mine.fields, good.fields)),
    checks: differingFirst(compareChecks(mine.checks, good.checks)),
  };
}

function differingFirst(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}

function compareOutcome(mine: OpenDocument, good: OpenDocument): readonly ComparedRow[] {
  return [
    texts('Status', mine.status ?? mine.otherStatus, good.status ?? good.otherStatus),
    texts('Stage', describeStage(mine), describeStage(good)),
    numbers('Score', mine.score, good.score, { write: twoPlaces, from: { difference: 0.05 } }),
    numbers('Pages', pages(mine), pages(good), { write: grouped, from: { difference: 1 } }),
    numbers('Fields', mine.fields.length, good.fields.length, { write: grouped, from: { difference: 1 } }),
    numbers('Line items', mine.lineItems, good.lineItems, { write: grouped, from: { ratio: 2 } }),
    numbers('Run', mine.run, good.run, { write: grouped, from: { difference: 1 } }),
  ].filter(isTold);
}

function pages({ usage }: OpenDocument): number | null {
  return usage?.textract?.pages ?? null;
}

/** "failed in gap-fill": the stage alone does not say whether it was left again. */
function describeStage({ status, stage, error }: OpenDocument): string | null {
  const reached = error?.stage ?? stage;
  if (reached === null) return null;
  return status === 'FAILED' ? `failed in ${reached}` : reached;
}

function compareStages(mine: OpenDocument, good: OpenDocument): readonly ComparedRow[] {
  const [a, b] = [mine.usage, good.usage];
  const stage = (name: string, read: (usage: Usage) => { readonly ms: number | null } | null) =>
    numbers(`${name}, time`, readMs(a, read), readMs(b, read), {
      write: seconds,
      from: { ratio: 2 },
      of: 'long',
    });
  const tokens = (name: string, which: 'inputTokens' | 'outputTokens', of: 'gapFill' | 'verify') =>
    numbers(name, readTokens(a?.[of], which), readTokens(b?.[of], which), {
      write: grouped,
      from: { ratio: 1.5 },
      of: 'many',
    });
  return [
    stage('Textract', (usage) => usage.textract),
    stage('Gap-fill', (usage) => usage.gapFill),
    texts('Gap-fill, model', a?.gapFill?.model ?? null, b?.gapFill?.model ?? null),
    tokens('Gap-fill, tokens in', 'inputTokens', 'gapFill'),
    tokens('Gap-fill, tokens out', 'outputTokens', 'gapFill'),
    stage('Verify', (usage) => usage.verify),
    texts('Verify, model', a?.verify?.model ?? null, b?.verify?.model ?? null),
    tokens('Verify, tokens in', 'inputTokens', 'verify'),
    tokens('Verify, tokens out', 'outputTokens', 'verify'),
    numbers('Cost', priceUsage(a), priceUsage(b), {
      write: (usd) => moneyText(String(usd), { places: 4, tiny: 'sign' }),
      from: { ratio: 1.5 },
      of: 'much',
    }),
  ]
    .filter(isTold)
    .map((row) => ({ ...row, mine: recorded(row.mine), good: recorded(row.good) }));
}

/** A document that failed may have no record of its stages, which does not mean that it cost nothing. */
function recorded(text: string): string {
  return text === none ? 'not recorded' : text;
}

function readMs(
  usage: Usage | null,
  read: (usage: Usage) => { readonly ms: number | null } | null,
): number | null {
  return usage === null ? null : (read(usage)?.ms ?? null);
}

function readTokens(
  model: ModelUsage | null | undefined,
  which: 'inputTokens' | 'outputTokens',
): number | null {
  return model?.[which] ?? null;
}

function priceUsage(usage: Usage | null): number | null {
  const book = getBookInUse();
  return usage === null ? null : Number(documentCost(usage, book).total);
}

/** A field differs by who read it, by its confidence, or because one document lacks it. */
function compareFields(mine: readonly Field[], good: readonly Field[]): readonly ComparedRow[] {
  const others = new Map(good.map((field) => [field.name, field]));
  const names = [...new Set([...mine.map(({ name }) => name), ...good.map(({ name }) => name)])];
  return names.map((name) => {
    const [a, b] = [mine.find((field) => field.name === name), others.get(name)];
    const confidence = numbers(name, a?.confidence ?? null, b?.confidence ?? null, {
      write: twoPlaces,
      from: { difference: 0.05 },
    });
    const isOther =
      a === undefined ||
      b === undefined ||
      a.readBy !== b.readBy ||
      a.absent !== b.absent ||
      a.flags.join() !== b.flags.join();
    return {
      name,
      mine: describeField(a),
      good: describeField(b),
      differs: isOther || confidence.differs,
      difference: confidence.difference,
      isField: true,
    };
  });
}

function describeField(field: Field | undefined): string {
  if (field === undefined) return 'not read';
  const { readBy, confidence, flags, absent } = field;
  if (absent === true) return `${notOnDocument}, ${readBy ?? 'reader unknown'}`;
  const parts = [readBy ?? 'reader unknown', confidence === null ? 'no score' : twoPlaces(confidence)];
  return [...parts, ...flags].join(', ');
}

const notOnDocument = 'not on the document';

function compareChecks(mine: OpenDocument['checks'], good: OpenDocument['checks']): readonly ComparedRow[] {
  const names = [...new Set([...mine, ...good].map(({ name }) => name))];
  return names.map((name) => texts(name, describeCheck(mine, name), describeCheck(good, name)));
}

function describeCheck(checks: OpenDocument['checks'], wanted: string): string {
  const check = checks.find(({ name }) => name === wanted);
  if (check === undefined) return 'not checked';
  return check.passed ? 'passed' : 'failed';
}

const none = 'none';

function isTold({ mine, good }: ComparedRow): boolean {
  return mine !== none || good !== none;
}

function texts(name: string, mine: string | null, good: string | null): ComparedRow {
  return {
    name,
    mine: mine ?? none,
    good: good ?? none,
    differs: mine !== good,
    difference: '',
    isField: false,
  };
}

interface Measure {
  readonly write: (value: number) => string;
  /** Two numbers are never quite the same, so only so much counts as a difference. */
  readonly from: { readonly difference: number } | { readonly ratio: number };
  /** "4.2 times as long" */
  readonly of?: 'long' | 'many' | 'much';
}

function numbers(name: string, mine: number | null, good: number | null, measure: Measure): ComparedRow {
  const row = texts(
    name,
    mine === null ? null : measure.write(mine),
    good === null ? null : measure.write(good),
  );
  if (mine === null || good === null) return { ...row, differs: mine !== good };
  const { from, of = 'many' } = measure;
  if ('difference' in from) {
    const by = mine - good;
    const differs = Math.abs(by) >= from.difference - 1e-9;
    return { ...row, differs, difference: differs ? signed(by, measure.write) : '' };
  }
  const ratio = good === 0 ? (mine === 0 ? 1 : Number.POSITIVE_INFINITY) : mine / good;
  const differs = ratio >= from.ratio || ratio <= 1 / from.ratio;
  return { ...row, differs, difference: differs ? describeRatio(ratio, of) : '' };
}

function signed(by: number, write: (value: number) => string): string {
  return `${by > 0 ? '+' : '−'}${write(Math.abs(by))}`;
}

function describeRatio(ratio: number, of: NonNullable<Measure['of']>): string {
  if (!Number.isFinite(ratio) || ratio === 0) return '';
  return `${ratio >= 10 ? grouped(Math.round(ratio)) : ratio.toFixed(ratio < 1 ? 2 : 1)} times as ${of}`;
}

function twoPlaces(value: number): string {
  return value.toFixed(2);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
