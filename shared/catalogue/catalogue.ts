import { downloads } from './systems/downloads-system.ts';
import { extraction } from './systems/extraction-system.ts';
import { funds } from './systems/funds-system.ts';
import { hr } from './systems/hr-system.ts';
import type { PatternDeclaration, SystemDeclaration } from './declaration.ts';
import type { TemplateParams } from './keys/key-template.ts';

/** The systems that Sluice has built in. A team's own systems come from a file. */
export const catalogue = { extraction, downloads, funds, hr } as const satisfies Record<
  string,
  SystemDeclaration
>;

type Catalogue = typeof catalogue;
type PatternsOf<S extends keyof Catalogue> = Catalogue[S]['patterns'];

/** A pattern's full name, such as "extraction.documentsByStatus". */
export type PatternName = {
  [S in keyof Catalogue]: `${S}.${keyof PatternsOf<S> & string}`;
}[keyof Catalogue];

type PatternOf<N extends PatternName> = N extends `${infer S extends keyof Catalogue}.${infer P}`
  ? P extends keyof PatternsOf<S>
    ? PatternsOf<S>[P]
    : never
  : never;

type SortTemplates<Sort> = Sort extends { readonly between: readonly [infer A, infer B] }
  ? (A | B) & string
  : Sort[keyof Sort] & string;

type OneSetOfParams<P> = P extends { readonly partition: infer K extends string }
  ? TemplateParams<K> &
      (P extends { readonly sort: infer Sort } ? ParamsOfEach<SortTemplates<Sort>> : unknown)
  : never;

/** A union of templates needs the parameters of every member, not just those of one. */
type ParamsOfEach<T extends string> = (T extends string ? (of: TemplateParams<T>) => void : never) extends (
  of: infer All,
) => void
  ? All
  : never;

/** The parameters a pattern must be asked with, or a list of them if it asks for many items by key. */
export type ParamsOf<N extends PatternName> =
  PatternOf<N> extends infer P extends PatternDeclaration
    ? P extends { readonly each: true }
      ? readonly OneSetOfParams<P>[]
      : OneSetOfParams<P>
    : never;
