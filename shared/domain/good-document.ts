/** How far a good document is looked for, to compare a failed one with. */
export const goodDocumentSearch = {
  /** The first page is small, because a batch usually has good documents at its beginning. */
  firstPage: 25,
  nextPage: 75,
  /** So many of the newest batches of the workflow are asked, one page of documents each. */
  batches: 4,
  batchesPage: 50,
  /** No page is read after so many units. */
  mostUnits: 60,
  /** So many documents are offered. */
  offered: 12,
} as const;

/** The document itself, and the first page of its batch at 3 KB a document. */
export const usualUnitsOfGoodSearch = 11;

/** The last page may go over the limit by its own price. */
export const mostUnitsOfGoodSearch = goodDocumentSearch.mostUnits + 30;

/** Workflows name the field of the supplier in their own words. */
const supplierNames: ReadonlySet<string> = new Set([
  'supplier',
  'suppliername',
  'vendor',
  'vendorname',
  'carrier',
  'seller',
  'issuer',
  'merchant',
]);

export function isSupplierField(name: string): boolean {
  return supplierNames.has(name.replaceAll(/[\s_-]/g, '').toLowerCase());
}

/** Returns the name of a supplier as it is compared: readers differ in case, spaces and points. Null if nothing is left. */
export function normaliseSupplier(value: string): string | null {
  const letters = value
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? null : letters;
}
