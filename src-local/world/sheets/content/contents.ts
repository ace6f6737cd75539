import type { SheetRecipe, Subject } from '../sheet.ts';
import type { Country } from './countries.ts';
import type { Language, Say } from './languages.ts';

/** What is settled before anything is written. */
export interface Sitting {
  readonly recipe: SheetRecipe;
  readonly about: Subject;
  readonly lineCount: number;
  /** When it is written, in days since 1970. */
  readonly day: number;
  /** Where it is not English. */
  readonly language?: Language;
  readonly say: Say;
}

/** A label and what stands beside it; with a name, it is a field. */
export interface Entry {
  readonly name?: string;
  readonly label: string;
  readonly value: string;
}

export interface PrintedLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
}

/** All the text of a document, before it has a place. */
export interface Contents {
  /** Of each field, by its name. */
  readonly labels: Readonly<Record<string, string>>;
  readonly title: string;
  /** By which the further pages name it. */
  readonly number: string;
  /** Whose paper it is; `name` where that is a field. */
  readonly issuer: {
    readonly name?: string;
    readonly text: string;
    readonly address: string;
    readonly mark: number;
    readonly ink: number;
  };
  /** To whom; the first line is a field. Forms have none. */
  readonly party?: { readonly heading: string; readonly name: string; readonly lines: readonly string[] };
  readonly block: readonly Entry[];
  readonly columns: readonly [string, string, string, string];
  readonly lines: readonly PrintedLine[];
  readonly sums: readonly Entry[];
  readonly foot: { readonly heading: string; readonly entries: readonly Entry[] };
  readonly note: string;
  readonly stamp?: { readonly word: string; readonly day: string };
  /** Whose hand it was signed with. */
  readonly signature?: string;
  readonly words: { readonly page: string; readonly continued: string };
  /** How its amounts are written, so that they can be added up. */
  readonly places: number;
  readonly separators: Country['separators'];
  readonly taxPerMille?: number;
}

/** What differs between the kinds. The rest is made of it. */
export interface Draft {
  readonly title: string;
  readonly number: string;
  /** By the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  /** Where a label says more than usual: "VAT 20 %", in its language. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly columns: Contents['columns'];
  readonly lines: readonly PrintedLine[];
  readonly issuer: Contents['issuer'];
  readonly foot: { readonly heading: string; readonly entries: readonly Entry[] };
  readonly note: string;
  readonly signature?: string;
  readonly places: number;
  readonly separators: Country['separators'];
  readonly taxPerMille?: number;
}
