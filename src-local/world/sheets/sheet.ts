import type { Box } from '#pipelines/extraction/readers.ts';
import { hashText, throwDie } from '../randomness.ts';

export const sheetKinds = ['invoice', 'delivery note', 'form'] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** The defects decide how a document ends (product, "The embedded world"). */
export const defects = [
  /** Cut off half-way: nothing can open it, ever. */
  'corrupt',
  /** The reader was asked too fast in run 1; it goes well in the next. */
  'throttled',
  /** The model did not answer in time in run 1. */
  'timeout',
  'unsupported language',
  /** A table that does not fit the workflow's schema. */
  'schema mismatch',
  /** Bedrock's guardrail stopped the answer. */
  'guardrail',
  /** The model says something instead of giving values. */
  'refused',
  /** The model's answer is cut off. */
  'truncated',
  /** Its score is below any usual confidence threshold, because it is so faint. */
  'illegible',
  /** One or two fields are hard to read, so that it goes to review. */
  'unsure',
  /** The same, and both readers misread when it is due and are rather sure of it. */
  'misread due date',
] as const;
export type Defect = (typeof defects)[number];

/** A document's subject decides who writes it, which lines it has, and which questions a form asks. */
export const subjects = [
  'freight',
  'fuel',
  'repairs',
  'building',
  'food',
  'milk',
  'supplies',
  // Forms from here on.
  'customs',
  'return',
  'claim',
  'damage',
  'inspection',
] as const;
export type Subject = (typeof subjects)[number];

/** Enough to draw a document again, the same to the byte. It travels with the file as `x-amz-meta-sheet`. */
export interface SheetRecipe {
  readonly kind: SheetKind;
  /** 0, 1 or 2: each kind has three. */
  readonly layout: number;
  /** The tenant's name. */
  readonly recipient: string;
  readonly seed: string;
  readonly pages: number;
  readonly isScanned: boolean;
  readonly defect?: Defect;
  /** If left out, it follows from the kind and the recipient. */
  readonly about?: Subject;
  /** The day it was written, as "2026-11-12"; if left out, some day of that autumn. */
  readonly dated?: string;
}

export interface SheetField {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'money' | 'number';
  /** The value as it is printed, and so as it is read. */
  readonly value: string;
  readonly page: number;
  readonly box: Box;
  /** 0 ≤ n ≤ 1: how well it can be read. */
  readonly legibility: number;
  /** The value that a reader finds where the field is hard to read. */
  readonly misread?: string;
}

export interface SheetLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
  readonly page: number;
  readonly box: Box;
  /** The amount that a reader finds where it is hard to read. */
  readonly misread?: string;
}

/** The printed values of a document, and their places. */
export interface Sheet {
  readonly recipe: SheetRecipe;
  readonly title: string;
  readonly fields: readonly SheetField[];
  readonly lines: readonly SheetLine[];
}

/** The same for the file of its words. */
export function computeWordsSize({ pages }: SheetRecipe): number {
  return 1_000 + 24_000 * pages;
}

/** Computes the size in bytes without drawing it; the drawn file is padded to that size. */
export function computeSheetSize(recipe: SheetRecipe): number {
  // Dust and dropouts take more bytes than print.
  const page = recipe.defect === 'illegible' ? 27_000 : recipe.isScanned ? 9_000 : 3_500;
  const spread = Math.floor(throwDie(hashText(recipe.seed), 70) * 4_096);
  return 4_000 + page * recipe.pages + spread;
}
