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
}

export interface ReadLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
  readonly confidence: number;
  readonly page: number;
  readonly box: Box;
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
}

export interface PagesRead {
  readonly fields: Readonly<Record<string, ReadField>>;
  readonly lineItems: readonly ReadLine[];
  /** The fields of the schema that were not found. */
  readonly missing: readonly string[];
  readonly usage: TextractUsage;
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

/** The services that read a document: Textract and Bedrock when deployed, a simulation in the sandbox. */
export interface Readers {
  textract(job: ReaderJob): Promise<PagesRead>;
  gapFill(job: ReaderJob, read: PagesRead): Promise<GapsFilled>;
  verify(job: ReaderJob, read: PagesRead, filled: GapsFilled): Promise<Verified>;
}

const readerErrors = [
  'BadDocumentException',
  'UnsupportedLanguage',
  'SchemaMismatch',
  'GuardrailIntervened',
  'ThrottlingException',
  'ModelTimeoutException',
] as const;
export type ReaderErrorCode = (typeof readerErrors)[number];

/** Its name is the error's code, as AWS's clients do it, so that the state machine can tell them apart. */
export class ReaderError extends Error {
  override readonly name: ReaderErrorCode;

  constructor(code: ReaderErrorCode, message: string) {
    super(message);
    this.name = code;
  }
}
