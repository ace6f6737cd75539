import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { shownText, listTexts } from './shown-text.ts';

/** These attributes never leave the main process, whatever else of an item quotes them. */
export const secretAttributes = ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'] as const;

/** A shorter text would be found in ordinary words. */
const shortestSecret = 8;
/** A text that quotes a key may have cut it to this length. */
const quotedPart = 16;

/**
 * Cleans everything that is shown of an item, because an error, a reason or an odd status may quote one of its
 * secrets.
 */
export function keepingBack(attributes: Attributes): <T>(told: T) => T {
  const secrets = secretAttributes.flatMap((name) => {
    const value = findDeclared(attributes, name);
    const texts = value === undefined ? [] : listTexts(value).filter((text) => text.length >= shortestSecret);
    // The beginning of an address is no secret, and queries are removed from every address; but an error message
    // may quote the signature values alone.
    return name === 'PresignedURL'
      ? [...texts, ...texts.flatMap(signedWith).flatMap(cutShortOrNot)]
      : texts.flatMap(cutShortOrNot);
  });
  const forms = [...new Set(secrets.flatMap((secret) => [secret, encoded(secret), inJson(secret)]))];
  const clean = (text: string): string =>
    forms.some((form) => text.includes(form)) ? hidden : shownText(withoutQuery(text));
  return <T>(told: T): T => everyText(told, clean) as T;
}

function cutShortOrNot(secret: string): readonly string[] {
  return [secret, secret.slice(0, quotedPart)];
}

/** Finds the values with which S3, CloudFront and others sign an address, both as written and decoded. */
function signedWith(address: string): readonly string[] {
  const values = [...address.matchAll(signing)].map(([, value = '']) => value);
  return values.flatMap((value) => [value, decoded(value)]).filter((text) => text.length >= shortestSecret);
}

const signing =
  /(?:[?&]|%3f|%26)(?:x-amz-(?:signature|security-token|credential)|signature|awsaccesskeyid|sig|token)(?:=|%3d)([^&#\s"'<>]+)/gi;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A value that cannot be decoded was never encoded.
    return value;
  }
}

const hidden = '(a secret of the download)';

/**
 * The query is removed from every address, because a truncated one may no longer be recognised as signed and still
 * contain its signer.
 */
function withoutQuery(text: string): string {
  return text.replaceAll(/(https?:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]+/gi, '$1?…');
}

function encoded(secret: string): string {
  return encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

function everyText(told: unknown, clean: (text: string) => string): unknown {
  if (typeof told === 'string') return clean(told);
  if (Array.isArray(told)) return told.map((one) => everyText(one, clean));
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(Object.entries(told).map(([name, one]) => [name, everyText(one, clean)]));
}
