import { compareLayouts } from './layout-signature.ts';

/**
 * Counts of decided documents by day, in which a sudden change of corrections is looked for (decision 041). Documents are
 * counted, and not values, because the values of a document are not independent of each other.
 */

/** The source of a value as it was read. `none`: no reader found it. `person`: an earlier reviewer typed it. */
export const countedReaders = ['textract', 'bedrock', 'person', 'none'] as const;
export type CountedReader = (typeof countedReaders)[number];

/** A decision as it is counted. It is kept while the decision can be undone, so that exactly this is taken back. */
export interface CountedDecision {
  /** By UTC. */
  readonly day: string;
  readonly isApproved: boolean;
  /** The reader of each field that the document has; a rejected document has none, because its values were not judged. */
  readonly fields: Readonly<Record<string, CountedReader>>;
  /** The fields among them that the reviewer changed. */
  readonly corrected: readonly string[];
  /** A hash of the supplier; absent where the document names none. */
  readonly supplier?: string;
  /** Where its fields stand on the page; absent where the supplier has no figures of its own. */
  readonly layout?: string;
  /** The models that read it. */
  readonly models: readonly string[];
  /** The version of the workflow at the decision. */
  readonly version?: number;
  /** The seconds from the claim to the decision; absent where no claim says when it began. */
  readonly seconds?: number;
}

/** Numbers by name, as they are stored for a day: `field#total#read`. */
export type CorrectionFigures = Readonly<Record<string, number>>;

/** A day has at most this many suppliers of its own. All others are counted together. */
export const mostSuppliersOfDay = 40;
export const otherSuppliers = 'others';
/** Fields beyond these are counted only as part of the document. */
export const mostFieldsOfDay = 40;
/** A day has at most this many layouts, of all its suppliers. Further ones are not counted. */
export const mostLayoutsOfDay = 40;

/** A document is counted by each of these. `all` counts every approved document. */
export const seriesKinds = ['all', 'field', 'reader', 'supplier'] as const;
export type SeriesKind = (typeof seriesKinds)[number];

/** Returns the numbers that a decision adds to its day. */
export function countDecision(decision: CountedDecision): CorrectionFigures {
  const { isApproved, fields, supplier, layout, models, version, seconds } = decision;
  if (!isApproved) return { rejected: 1 };
  const figures: Record<string, number> = {};
  const names = Object.keys(fields).slice(0, mostFieldsOfDay);
  const corrected = new Set(decision.corrected);
  const isCorrected = corrected.size > 0;
  const count = (kind: SeriesKind, name: string, isOne: boolean): void => {
    figures[figureName(kind, name, 'read')] = 1;
    if (isOne) figures[figureName(kind, name, 'corrected')] = 1;
  };
  count('all', '', isCorrected);
  for (const name of names) count('field', name, corrected.has(name));
  for (const reader of countedReaders) {
    const own = Object.keys(fields).filter((name) => fields[name] === reader);
    if (own.length > 0) {
      count(
        'reader',
        reader,
        own.some((name) => corrected.has(name)),
      );
    }
  }
  if (supplier !== undefined) count('supplier', supplier, isCorrected);
  if (supplier !== undefined && layout !== undefined) figures[layoutFigure(supplier, layout)] = 1;
  for (const model of new Set(models)) figures[`model#${model}`] = 1;
  if (version !== undefined) figures[`version#${version}`] = 1;
  if (seconds !== undefined) {
    const kind = isCorrected ? 'corrected' : 'unchanged';
    figures[`timed#${kind}`] = 1;
    figures[`seconds#${kind}`] = seconds;
  }
  return figures;
}

function figureName(kind: SeriesKind, name: string, what: 'read' | 'corrected'): string {
  return kind === 'all' ? `all#${what}` : `${kind}#${name}#${what}`;
}

function layoutFigure(supplier: string, layout: string): string {
  return `layout#${supplier}#${layout}`;
}

/** The documents of a supplier that had a layout, on one day. */
export interface LayoutOfDay {
  readonly day: string;
  readonly supplier: string;
  readonly layout: string;
  readonly count: number;
}

export function listLayouts({ day, figures }: CountedDay): LayoutOfDay[] {
  return Object.entries(figures).flatMap(([name, count]) => {
    const [what, supplier = '', layout = ''] = name.split('#');
    return what === 'layout' && layout !== '' && count > 0 ? [{ day, supplier, layout, count }] : [];
  });
}

/**
 * Returns the name under which a day counts a layout of a supplier: that of the same layout if it has one, because no
 * two documents are placed quite equally. Undefined where the day has no room for another.
 */
export function joinLayout(figures: CorrectionFigures, supplier: string, layout: string): string | undefined {
  if (Object.hasOwn(figures, layoutFigure(supplier, layout))) return layout;
  const known = listLayouts({ day: '', figures });
  const same = known.find(
    (one) => one.supplier === supplier && compareLayouts(one.layout, layout) === 'same',
  );
  return same?.layout ?? (known.length < mostLayoutsOfDay ? layout : undefined);
}

/** Returns the numbers that take a decision back. */
export function negateFigures(figures: CorrectionFigures): CorrectionFigures {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, -figure]));
}

/** The documents of one day that had something, and those among them in which it was corrected. */
export interface DayOfSeries {
  readonly day: string;
  readonly read: number;
  readonly corrected: number;
}

export interface CorrectionSeries {
  readonly kind: SeriesKind;
  /** The field, the reader, or the hash of the supplier; empty for all documents. */
  readonly name: string;
  readonly days: readonly DayOfSeries[];
}

export interface CountedDay {
  readonly day: string;
  readonly figures: CorrectionFigures;
}

/** Sorts the figures of some days into series. A day on which a series has no document is left out of it. */
export function toSeries(days: readonly CountedDay[]): CorrectionSeries[] {
  const found = new Map<string, { kind: SeriesKind; name: string; days: DayOfSeries[] }>();
  for (const { day, figures } of days.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    for (const [written, figure] of Object.entries(figures)) {
      const of = parseReadName(written);
      if (of === undefined || figure <= 0) continue;
      const { kind, name } = of;
      const key = `${kind}#${name}`;
      const series = found.get(key) ?? { kind, name, days: [] };
      const corrected = figures[figureName(kind, name, 'corrected')] ?? 0;
      series.days.push({ day, read: figure, corrected: Math.min(figure, Math.max(0, corrected)) });
      found.set(key, series);
    }
  }
  return [...found.values()];
}

function parseReadName(written: string): Pick<CorrectionSeries, 'kind' | 'name'> | undefined {
  if (!written.endsWith('#read')) return undefined;
  const [kind = ''] = written.split('#', 1);
  const known = seriesKinds.find((one) => one === kind);
  if (known === undefined) return undefined;
  if (known === 'all') return written === 'all#read' ? { kind: known, name: '' } : undefined;
  const name = written.slice(kind.length + 1, -'#read'.length);
  return name === '' ? undefined : { kind: known, name };
}

/** Returns the first day, among these, on which each name of a kind was counted: models, or versions of the workflow. */
export function findFirstDays(
  days: readonly CountedDay[],
  kind: 'model' | 'version',
): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { day, figures } of days) {
    for (const [written, figure] of Object.entries(figures)) {
      if (!written.startsWith(`${kind}#`) || figure <= 0) continue;
      const name = written.slice(kind.length + 1);
      const known = first.get(name);
      if (known === undefined || day < known) first.set(name, day);
    }
  }
  return first;
}

export interface TimedDocuments {
  readonly seconds: number;
  readonly documents: number;
}

/** Sums how long reviewers looked at documents that they corrected, and at those that they left as they were. */
export function sumSeconds(
  days: readonly CountedDay[],
): Readonly<Record<'corrected' | 'unchanged', TimedDocuments>> {
  const sum = (name: string): number => days.reduce((all, { figures }) => all + (figures[name] ?? 0), 0);
  return {
    corrected: { seconds: sum('seconds#corrected'), documents: sum('timed#corrected') },
    unchanged: { seconds: sum('seconds#unchanged'), documents: sum('timed#unchanged') },
  };
}
