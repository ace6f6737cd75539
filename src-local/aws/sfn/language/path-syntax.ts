/** A path taken apart. https://docs.aws.amazon.com/step-functions/latest/dg/amazon-states-language-paths.html */
export interface JsonPath {
  readonly text: string;
  /** `$` the state's data, `$$` the context object, `@` the item that a filter looks at. */
  readonly root: '$' | '$$' | '@';
  readonly tokens: readonly PathToken[];
  /** Can only ever point to one value; the others give a list. */
  readonly isDefinite: boolean;
  /** Names and indexes alone: what ResultPath and its like may hold. */
  readonly isReference: boolean;
}

export type PathToken =
  | { readonly kind: 'property'; readonly names: readonly string[] }
  | { readonly kind: 'index'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'filter'; readonly test: PathFilter }
  /** `..`: the token behind it, at every depth. */
  | { readonly kind: 'descent' }
  | { readonly kind: 'length' };

export type PathFilter =
  | { readonly kind: 'and' | 'or'; readonly left: PathFilter; readonly right: PathFilter }
  | { readonly kind: 'not'; readonly of: PathFilter }
  | { readonly kind: 'exists'; readonly path: JsonPath }
  | {
      readonly kind: 'compare';
      readonly operator: FilterOperator;
      readonly left: FilterOperand;
      readonly right: FilterOperand;
    };

export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type FilterOperand = { readonly literal: unknown } | { readonly path: JsonPath };
