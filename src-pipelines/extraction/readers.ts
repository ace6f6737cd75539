import type { StoredWord } from '#shared/domain/review/stored-words.ts';

/** Left, top, width and height, as shares of the page. */
export type Box = readonly [number, number, number, number];

export interface Reading {
  readonly value: string;
  readonly confidence: number;
}

const fieldFlags = ['below threshold', 'readers disagree', 'check failed'] as const;

/** A field as the document item holds it. */
export interface ReadField extends Reading {
  readonly readBy: 'textract' | 'gap-fill' | 'reviewer';
  readonly page: number;
  readonly box: Box;
  /** Each reader's value, where more than one has read the field. */
  readonly readings?: { readonly textract?: Reading; readonly bedrock?: Reading };
  readonly flags?: readonly (typeof fieldFlags)[number][];
  /** A reviewer has decided that the document does not have it. Its value is empty. */
  readonly absent?: true;
  /** The reviewer's value in the notation that others compare, where it differs from what was written. */
  readonly normalised?: string;
}

export interface ReadLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
  readonly confidence: number;
  readonly page: number;
  readonly box: Box;
  /** By column, as in a field. */
  readonly normalised?: Readonly<Record<string, string>>;
}

/** A rule the values have to keep: "Line items add up to the subtotal". */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

export interface TextractUsage {
  readonly pages: number;
  readonly ms: number;
  /** Their pages have different prices. Missing in items from before it was recorded. */
  readonly analysis?: 'expense' | 'tablesAndForms';
}
export interface ModelUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

export interface ReaderJob {
  readonly bucket: string;
  readonly key: string;
  readonly documentId: string;
  /** The batch's run, from 1: a document that was throttled may succeed in the next run. */
  readonly run: number;
  /** The fields to read, by name. */
  readonly schema: Readonly<Record<string, string>>;
  /** The number of earlier attempts at this stage in this run. */
  readonly retryCount: number;
  readonly reviewThreshold: number;
  sleep(ms: number): Promise<void>;
  /** Aborts when the stage's result is no longer wanted. */
  readonly signal: AbortSignal;
}

/** A line of text as it stands on its page. */
export interface TextLine {
  readonly text: string;
  readonly page: number;
  readonly box: Box;
}

export interface PagesRead {
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly lineItems: readonly ReadLine[];
  /** The fields of the schema that were not found. */
  readonly missing: readonly string[];
  /** All the text, for the readers after this one. */
  readonly text: readonly TextLine[];
  readonly usage: TextractUsage;
}
/** The result with the single words, which no later reader needs. */
export interface PagesWithWords extends PagesRead {
  readonly words: readonly StoredWord[];
}
export interface GapsFilled {
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly usage: ModelUsage;
}
export interface Verified {
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly checks: readonly Check[];
  readonly score: number;
  readonly usage: ModelUsage;
}

export const stages = ['textract', 'gap-fill', 'verify'] as const;
export type Stage = (typeof stages)[number];

/** The services that read a document: Textract first, then a model on Bedrock. */
export interface Readers {
  textract(job: ReaderJob): Promise<PagesWithWords>;
  gapFill(job: ReaderJob, read: PagesRead): Promise<GapsFilled>;
  verify(job: ReaderJob, read: PagesRead, filled: GapsFilled): Promise<Verified>;
}

/** These failures of a document have a name of their own. Each says whether a second attempt can change it. */
export const isRetried = {
  /** Textract cannot open the file, or reads no such files. */
  BadDocumentException: false,
  UnsupportedLanguage: false,
  /** The document, or the model's answer, does not fit the workflow's schema. */
  SchemaMismatch: false,
  GuardrailIntervened: false,
  /** The model gave no values, or its provider's filter kept them back. */
  ModelRefused: false,
  /** The answer was longer than it may be. */
  AnswerTruncated: false,
  ThrottlingException: true,
  ModelTimeoutException: true,
  /** Textract was still at work when the function had to give up. */
  TextractTimeout: true,
} as const;
export type ReaderErrorCode = keyof typeof isRetried;

/** Its name is the error's code, as AWS's clients do it, so that the state machine can tell them apart. */
export class ReaderError extends Error {
  override readonly name: ReaderErrorCode;

  constructor(code: ReaderErrorCode, message: string) {
    super(message);
    this.name = code;
  }
}
