import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok, refused, type Failure, type Result } from '#shared/contract/result.ts';
import type {
  AskedPattern,
  CatalogueReader,
  PageRead,
  ReadOptions,
  StoredItem,
} from '#main/aws/dynamodb/reading.ts';

export interface ReaderUnderTest {
  readonly reader: CatalogueReader;
  /** Lists the reader's calls in order. */
  readonly asked: {
    readonly pattern: string;
    readonly params: AskedPattern['params'];
    readonly options: ReadOptions;
  }[];
  readonly readAgain: { readonly key: Attributes; readonly attributes: readonly string[] | undefined }[];
  /** Holds the tables as they are now. A test may change them without the reader's knowledge. */
  readonly pages: StoredItem[][];
}

export const aReceipt = {
  pattern: 'A pattern',
  index: 'base table',
  pages: 1,
  items: 1,
  rru: 0.5,
  bytes: 120,
  ms: 4,
  asOf: '2026-11-20T14:42:00.000Z',
};

/** Answers any question with its pages, one after the other. It masks nothing, like the real reader. */
export function aReader(pages: StoredItem[][], fails?: Failure): ReaderUnderTest {
  const asked: ReaderUnderTest['asked'] = [];
  const readAgain: ReaderUnderTest['readAgain'] = [];
  const reader: CatalogueReader = {
    run: (name, _params, options = {}) => Promise.resolve(page(name, [], options)),
    ask: ({ pattern, params }, options = {}) => Promise.resolve(page(pattern, params, options)),
    readAgain: ({ table, key }, attributes) => {
      readAgain.push({ key, attributes });
      if (fails !== undefined) return Promise.resolve({ ok: false, failure: fails });
      const item = pages.flat().find((one) => one.table === table && same(one.key, key));
      return Promise.resolve(
        ok({ item: item === undefined ? null : only(item, attributes), receipt: aReceipt }),
      );
    },
    changed() {
      // This reader has no index that lags.
    },
  };
  return { reader, asked, readAgain, pages };

  function page(pattern: string, params: AskedPattern['params'], options: ReadOptions): Result<PageRead> {
    asked.push({ pattern, params, options });
    if (fails !== undefined) return { ok: false, failure: fails };
    const number = options.cursor === undefined ? 0 : Number(options.cursor.replace('cursor-', ''));
    const items = pages[number];
    if (items === undefined) return refused({ code: 'cursor-refused', message: 'Begin again.' });
    return ok({
      items,
      cursor: number + 1 < pages.length ? `cursor-${number + 1}` : null,
      asked: { operation: 'Query', table: 'main-staging', index: null, conditions: [] },
      throttled: 0,
      receipt: aReceipt,
    });
  }
}

export function aStoredItem(change: Partial<StoredItem> & Pick<StoredItem, 'attributes'>): StoredItem {
  return {
    table: 'main',
    key: {},
    entity: null,
    bytes: 120,
    catchingUp: false,
    expired: false,
    ...change,
  };
}

function only(item: StoredItem, names: readonly string[] | undefined): StoredItem {
  if (names === undefined) return item;
  const attributes = Object.entries(item.attributes).filter(([name]) => names.includes(name));
  return { ...item, attributes: Object.fromEntries(attributes) };
}

function same(a: Attributes, b: Attributes): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
