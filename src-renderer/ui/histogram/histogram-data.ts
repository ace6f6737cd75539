import type { StatusName } from '../status/status-names.ts';
import type { CountScale } from './histogram-scale.ts';

/** How a part of a bar is filled, so that it reads without its colour. */
export type BarFill = 'right' | 'corrected' | 'unusable' | 'unknown';

export interface HistogramSeries {
  readonly id: string;
  readonly title: string;
  readonly fill: BarFill;
}

export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  /** By series id. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface HistogramHandle {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** As its chip shows it. */
  readonly text: string;
  /** How far it may go. */
  readonly least: number;
  readonly most: number;
  /** Read out after a move: "0.50, 4.3 % fail". */
  readonly valueText: string;
}

/** What becomes of what lies between two handles. */
export interface HistogramZone {
  readonly status: StatusName;
  /** "0.50 to 0.88" */
  readonly range: string;
  /** "37.3 %"; undefined while nobody knows. */
  readonly share?: string | undefined;
}

export interface HistogramDrawing {
  readonly label: string;
  readonly axisFrom: number;
  readonly scale: CountScale;
  readonly bins: readonly HistogramBin[];
  /** The lowest first. */
  readonly series: readonly HistogramSeries[];
}

export function totalOf({ counts }: HistogramBin, series: readonly HistogramSeries[]): number {
  return series.reduce((sum, { id }) => sum + (counts[id] ?? 0), 0);
}

export function highestOf(bins: readonly HistogramBin[], series: readonly HistogramSeries[]): number {
  return bins.reduce((most, bin) => Math.max(most, totalOf(bin, series)), 0);
}

/** "0.84 to 0.86: 120 right as read, 30 corrected" */
export function binWords(bin: HistogramBin, series: readonly HistogramSeries[]): string {
  const parts = series.flatMap(({ id, title }) => {
    const count = bin.counts[id] ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${title}`];
  });
  return `${rangeWords(bin)}: ${parts.length === 0 ? 'none' : parts.join(', ')}`;
}

export function rangeWords({ from, to }: Pick<HistogramBin, 'from' | 'to'>): string {
  return `${from.toFixed(2)} to ${to.toFixed(2)}`;
}
