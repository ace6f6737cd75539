/**
 * An attribute as DynamoDB writes it: the only form in which a number of 38 digits, a set and an empty
 * list stay what they are on the way to a page. Binary is Base64.
 */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: Attributes }
  | { readonly MASKED: Mask };

/** What main put in a value's place before it let the item out. */
export interface Mask {
  /** "an e-mail address", "a presigned address" */
  readonly what: string;
  /** "present, expires in 12 min" */
  readonly note?: string | undefined;
  /** False for a secret: nothing and nobody brings it out of main. */
  readonly revealable: boolean;
}

/**
 * Names are other people's data and may be `__proto__`: build it with Object.fromEntries, read it with
 * Object.entries or Object.hasOwn, and never assign to a name.
 */
export type Attributes = Readonly<Record<string, AttributeValue>>;
