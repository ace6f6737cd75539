import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { ParamsOf, PatternName } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import type { Receipt, Result } from '#shared/contract/result.ts';
import type { Readings } from './readings.ts';

/** An item as it is stored: nothing is masked yet, so it stays in main. */
export interface StoredItem {
  /** The table's name in its declaration. */
  readonly table: string;
  /** The base table's key, by which it can be read again. */
  readonly key: Attributes;
  readonly entity: string | null;
  readonly attributes: Attributes;
  readonly bytes: number;
  readonly catchingUp: boolean;
  readonly expired: boolean;
}

export interface ReadOptions {
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
  readonly consistent?: boolean | undefined;
  /** Where the place to go on from is kept; else among those of everybody's open lists. */
  readonly places?: Readings | undefined;
}

export interface PageRead {
  readonly items: readonly StoredItem[];
  readonly cursor: string | null;
  readonly asked: Reading['asked'];
  readonly throttled: number;
  readonly receipt: Receipt;
  /** Of items asked for by their whole key: the places in `params` of those that are not there. */
  readonly absent?: readonly number[];
}

export interface AskedPattern {
  readonly system: SystemDeclaration;
  readonly pattern: string;
  readonly params: readonly Params[];
}

/** The only road to DynamoDB. It knows GetItem, Query and BatchGetItem, and no other word. */
export interface CatalogueReader {
  /** A pattern of the built-in catalogue, with the parameters that its templates ask for. */
  run<N extends PatternName>(name: N, params: ParamsOf<N>, options?: ReadOptions): Promise<Result<PageRead>>;
  /** A pattern of any system, a loaded one too; parameters are checked when the templates are filled. */
  ask(asked: AskedPattern, options?: ReadOptions): Promise<Result<PageRead>>;
  /** One item again by its base key, consistently; with a list only those attributes. */
  readAgain(
    item: Pick<StoredItem, 'table' | 'key'> & { readonly system: SystemDeclaration },
    attributes?: readonly string[],
  ): Promise<Result<{ readonly item: StoredItem | null; readonly receipt: Receipt }>>;
  /** After an action: lists show what these items are now, also where an index still says otherwise. */
  changed(system: SystemDeclaration, items: readonly Pick<StoredItem, 'table' | 'key'>[]): void;
}
