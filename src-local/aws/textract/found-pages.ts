/** Left, top, width and height, as shares of the page. */
export type FoundBox = readonly [number, number, number, number];

/** A line of text. Values, labels and cells refer to lines by their index. */
export interface FoundLine {
  readonly text: string;
  readonly page: number;
  readonly box: FoundBox;
  /** The box of each word between its spaces. */
  readonly words: readonly FoundBox[];
}

/** A value with a name: `type` is one of AnalyzeExpense, `label` the line that names it on the page. */
export interface FoundValue {
  readonly type: string;
  readonly label?: number;
  readonly value: number;
  /** 0 ≤ n ≤ 1 */
  readonly confidence: number;
}

/** A row of a table, with its description, quantity, price of one, and amount. */
export interface FoundRow {
  readonly cells: readonly number[];
  readonly page: number;
  readonly box: FoundBox;
  readonly confidence: number;
}

export interface FoundPages {
  readonly pages: number;
  readonly lines: readonly FoundLine[];
  readonly values: readonly FoundValue[];
  readonly rows: readonly FoundRow[];
  /** The headings of the table on each page that has one. */
  readonly headings: readonly (readonly number[])[];
}

/** A file as S3 has it. */
export interface StoredFile {
  readonly bucket: string;
  readonly key: string;
  readonly metadata: Readonly<Record<string, string>>;
  bytes(): Promise<Uint8Array>;
}

/** `ms` is the time that it takes, until the answer or until the failure. */
export type FileReading = { readonly ms: number; readonly requestId?: string } & (
  | { readonly found: FoundPages }
  | { readonly code: 'BadDocumentException' | 'ThrottlingException'; readonly message: string }
);

/** Finds what stands in a file. No letter is recognised here: the world knows what it has drawn. */
export type ReadFile = (file: StoredFile) => Promise<FileReading>;
