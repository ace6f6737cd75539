import { isObject, readJson, type Json } from './read-json.ts';

export interface MaskedValue {
  /** ".source.url", ".Records[0].token": where it stands. "" for a body that is no JSON. */
  readonly path: string;
  readonly why: string;
  readonly characters: number;
}

export interface MaskedBody {
  readonly isJson: boolean;
  /** Pretty where it is JSON; a masked value is "‹masked: why, n characters›" in it. */
  readonly text: string;
  readonly masked: readonly MaskedValue[];
}

/** What a person may see of a body before they ask for more: its structure, its ids, and nothing that opens a door. */
export function maskedBody(body: string): MaskedBody {
  const json = readJson(body);
  if (json === undefined || typeof json !== 'object' || json === null) return maskedText(body);
  const masked: MaskedValue[] = [];
  const shown = maskedJson(json, '', '', masked);
  return { isJson: true, text: JSON.stringify(shown, null, 2), masked };
}

/** A value at a path that `maskedBody` has given; undefined where there is none. */
export function valueAtPath(body: string, path: string): string | undefined {
  const json = readJson(body);
  if (path === '') return body;
  if (json === undefined) return undefined;
  let found: Json | undefined = json;
  for (const part of path.match(/\.(?:[^.[\]\\]|\\.)*|\[\d+\]/g) ?? []) {
    if (part.startsWith('[')) found = Array.isArray(found) ? (found as readonly Json[])[Number(part.slice(1, -1))] : undefined;
    else {
      const key = part.slice(1).replaceAll(/\\(.)/g, '$1');
      found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
    }
  }
  if (found === undefined) return undefined;
  return typeof found === 'string' ? found : JSON.stringify(found);
}

/** Of an attribute's value, or of any text by its name. */
export function whyMasked(name: string, value: string): string | null {
  if (secretNames.test(name)) return 'secret';
  if (extracted.test(name)) return 'extracted value';
  if (/[?&](?:x-amz-signature|signature|sig|token|x-amz-security-token)=/i.test(value)) return 'pre-signed URL';
  if (/^(?:eyJ[\w-]{8,}\.){1,2}[\w.-]+$/.test(value)) return 'token';
  if (/^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@.]{2,}$/.test(value)) return 'e-mail';
  if (/^(?:AKIA|ASIA)[A-Z0-9]{16}$/.test(value)) return 'access key';
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value.replaceAll(' ', ''))) return 'account number';
  if (value.length > longestOpaque && /^[\w+/=-]+$/.test(value)) return 'opaque text';
  return null;
}

const secretNames =
  /(?:password|passwd|secret|token|credential|api_?key|authorization|presigned_?url|aes_?(?:key|iv)|encoded_?aesiv|private_?key)$/i;
const extracted = /^(?:value|corrected_?value|extracted(?:_?(?:value|fields?|data|text))?|raw_?text)$/i;
/** Nobody reads a text of that length without a blank; those who need it reveal it. */
const longestOpaque = 200;

function maskedJson(json: Json, name: string, path: string, masked: MaskedValue[]): Json {
  if (typeof json === 'string' || typeof json === 'number') {
    const value = String(json);
    const why = whyMasked(name, value);
    if (why === null) return json;
    masked.push({ path, why, characters: value.length });
    return maskWords(why, value.length);
  }
  if (Array.isArray(json)) {
    return (json as readonly Json[]).map((one, at) => maskedJson(one, name, `${path}[${at}]`, masked));
  }
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      maskedJson(value, key, `${path}.${key.replaceAll(/[.[\]\\]/g, String.raw`\$&`)}`, masked),
    ]),
  );
}

function maskedText(body: string): MaskedBody {
  const why = whyMasked('', body.trim());
  if (why === null) return { isJson: false, text: body, masked: [] };
  const { length } = body;
  return {
    isJson: false,
    text: maskWords(why, length),
    masked: [{ path: '', why, characters: length }],
  };
}

function maskWords(why: string, characters: number): string {
  return `‹masked: ${why}, ${characters} characters›`;
}
