import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { DocumentFiles } from '../../../aws/document-files.ts';
import type { ReadsSoFar } from '../../../reads/paid-reads.ts';
import { isObject, jsonAttributes } from '../../../rows/read-row.ts';
import { mapOf, textIn } from './read-values.ts';

/** Fields, lines and checks, wherever they lie. */
export interface StoredResults {
  readonly fields: AttributeValue | undefined;
  readonly lineItems: AttributeValue | undefined;
  readonly checks: AttributeValue | undefined;
  /** Why they could not be had, as a sentence. */
  readonly missing: string | null;
}

/** Ten times as much as an item holds. */
const mostBytes = 4 * 1_048_576;

/** In the item, or in S3 where they are too large for it. */
export async function storedResults(
  attributes: Attributes,
  files: DocumentFiles,
  { paid }: ReadsSoFar,
): Promise<StoredResults> {
  const place = findDeclared(attributes, 'resultsAt');
  if (place === undefined || 'NULL' in place) return resultsIn(attributes);
  const [bucket, key] = [textIn(mapOf(place), 'bucket'), textIn(mapOf(place), 'key')];
  if (bucket === null || key === null) return missing('The document does not say where in S3 they lie.');
  const read = paid(await files.read(key, mostBytes, bucket));
  if (!read.ok) return missing(read.failure.message);
  const json = parsed(read.value.bytes);
  if (!isObject(json) || Array.isArray(json)) return missing(`The file "${key}" is no JSON of results.`);
  return resultsIn(jsonAttributes(json));
}

function resultsIn(attributes: Attributes): StoredResults {
  return {
    fields: findDeclared(attributes, 'fields'),
    lineItems: findDeclared(attributes, 'lineItems'),
    checks: findDeclared(attributes, 'checks'),
    missing: null,
  };
}

function missing(why: string): StoredResults {
  return { fields: undefined, lineItems: undefined, checks: undefined, missing: why };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch {
    // Told by the caller, in words that quote nothing of it.
    return undefined;
  }
}
