import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import { shownText, listTexts } from './shown-text.ts';

/** What never leaves main, whatever else of an item quotes it. */
export const secretAttributes = ['PresignedURL', 'EncryptedAESKey', 'EncodedAESIV'] as const;

/** Shorter ones would be found in any word. */
const shortestSecret = 8;
/** What quotes a key may have cut it short. */
const quotedPart = 16;

/** Goes over all that is to be told of an item: an error, a reason or an odd status may quote one of its secrets. */
export function keepingBack(attributes: Attributes): <T>(told: T) => T {
  const secrets = secretAttributes.flatMap((name) => {
    const value = findDeclared(attributes, name);
    const texts = value === undefined ? [] : listTexts(value).filter((text) => text.length >= shortestSecret);
    // Of an address the beginning is no secret, and what follows is taken out of any; but whoever refuses it may quote
    // what it is signed with by itself.
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

/** As S3, CloudFront and others sign an address; each value as it stands there, and decoded. */
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
    // What is no encoding at all was never encoded.
    return value;
  }
}

const hidden = '(a secret of the download)';

/** An address that was cut short may have lost what it would be known by, and still say who signed it. */
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
