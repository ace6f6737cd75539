import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { normalisedValue } from '#shared/domain/review/normalised-value.ts';

/** What a person who has looked at a document has left in it. */
export type Finding =
  /** Of quality: what should have been read instead, by place. It changes no value. */
  | { readonly by: 'check'; readonly found: Attributes }
  /** Approved: what it has changed stands in the document, and here as it was read. */
  | { readonly by: 'review'; readonly fields: Attributes; readonly lines: Attributes }
  | { readonly by: 'rejection' };

/** Null where nobody has looked, or may still take it back. */
export function findingOf(attributes: Attributes, now: number): Finding | null {
  const status = keyText(attributes, 'status');
  if (status === 'SUCCEEDED' && keyText(attributes, 'checkedBy') !== undefined) {
    return { by: 'check', found: mapIn(attributes, 'found') };
  }
  if (keyText(attributes, 'reviewedBy') === undefined) return null;
  const isHeld = Date.parse(keyText(attributes, 'holdUntil') ?? '') > now;
  if (isHeld) return null;
  const decision = keyText(attributes, 'decision');
  if (status === 'REJECTED' && decision === 'reject') return { by: 'rejection' };
  if (status !== 'SUCCEEDED' || decision !== 'approve') return null;
  const undo = mapIn(attributes, 'undo');
  return { by: 'review', fields: mapIn(undo, 'fields'), lines: mapIn(undo, 'lines') };
}

/** Whether a person's value says what was read, however it is written. Nothing is what nobody can read. */
export function saysTheSame(type: string | null, read: string, instead: string): boolean {
  if (read === '' || instead === '') return read === instead;
  return normalisedValue(type, instead) === normalisedValue(type, read);
}

export function mapIn(attributes: Attributes, name: string): Attributes {
  return mapOf(findDeclared(attributes, name));
}

export function mapOf(value: AttributeValue | undefined): Attributes {
  return value !== undefined && 'M' in value ? value.M : {};
}
