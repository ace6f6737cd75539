import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { compareItems } from '#shared/catalogue/items/compare-items.ts';
import type { Attributes, AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import {
  payloadParts,
  type EventDetail,
  type EventPayload,
  type PayloadComparison,
  type PayloadPart,
} from '#shared/contract/executions.ts';
import { exactFigure, isObject, readExactJson, type Json } from '#shared/domain/dead-letters/exact-json.ts';
import { maskedBody } from '#shared/domain/dead-letters/masked-body.ts';
import { isSigned } from '#shared/domain/dead-letters/why-masked.ts';
import { getEventDetails, slimEvent, type OpenedEvent } from '../../aws/executions.ts';

/** A longer text is cut, because few read further. AWS itself takes up to 262,144 bytes. */
const longestShown = 64_000;
const mostMasked = 2_000;

/** Returns the part of an event that may leave the main process: its payloads masked, with their sizes. */
export function shownEvent({ event, before }: OpenedEvent): EventDetail {
  const details = getEventDetails(event);
  const scheduled = [event, ...before].map(getEventDetails);
  const { resource, resourceType } = details;
  return {
    event: slimEvent(event),
    payloads: payloadParts.flatMap((part) => {
      const text = details[part];
      return typeof text === 'string' ? [shownPayload(part, text, isTruncated(details, part))] : [];
    }),
    calls:
      typeof resource === 'string'
        ? [resourceType, resource].filter((one) => typeof one === 'string').join(' ')
        : null,
    functionName: scheduled.map(readFunctionName).find((name) => name !== null) ?? null,
    requestId: readRequestId(details['output']),
  };
}

/** Masks a payload as a dead letter is masked, and also what the catalogue says is private or secret. */
export function shownPayload(part: PayloadPart, payload: string, truncated = false): EventPayload {
  const { isJson, text, masked } = maskedBody(payload, whyPrivate);
  return {
    part,
    isJson,
    text: text.slice(0, longestShown),
    masked: masked.slice(0, mostMasked).map((one) => ({ ...one })),
    maskedCount: masked.length,
    bytes: Buffer.byteLength(payload),
    leftOut: Math.max(0, text.length - longestShown),
    isTruncated: truncated,
  };
}

/** The names of the items of the pipelines: a state may be given a whole document with what was read from it. */
const privateNames: ReadonlyMap<string, string> = new Map(
  Object.values(extraction.entities).flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, { secret, private: hidden }]) => {
      const why = secret ?? hidden;
      return why === undefined ? [] : [[name, why] as const];
    }),
  ),
);

function whyPrivate(name: string): string | null {
  return privateNames.get(name) ?? null;
}

function isTruncated(details: Readonly<Record<string, unknown>>, part: PayloadPart): boolean {
  const about = details[`${part}Details`];
  return typeof about === 'object' && about !== null && 'truncated' in about && about.truncated === true;
}

/** A task of Lambda names its function in its parameters, an older one as its resource. */
function readFunctionName(details: Readonly<Record<string, unknown>>): string | null {
  const { parameters, resource } = details;
  const json = typeof parameters === 'string' ? readExactJson(parameters) : undefined;
  const named = isObject(json) ? json['FunctionName'] : undefined;
  const written = typeof named === 'string' ? named : resource;
  if (typeof written !== 'string') return null;
  const arn = /^(?:arn:[\w-]+:lambda:)?(?:[a-z0-9-]+:)?(?:\d{12}:)?function:([\w-]{1,140})(?::[\w$-]+)?$/;
  const [, name] = arn.exec(written) ?? (typeof named === 'string' ? plainName.exec(written) : null) ?? [];
  return name ?? null;
}

const plainName = /^([\w-]{1,140})(?::[\w$-]+)?$/;

/** The answer of Lambda's own integration has the id of the request that its log lines begin with. */
function readRequestId(output: unknown): string | null {
  const json = typeof output === 'string' ? readExactJson(output) : undefined;
  const metadata = isObject(json) ? json['SdkResponseMetadata'] : undefined;
  const id = isObject(metadata) ? metadata['RequestId'] : undefined;
  return typeof id === 'string' && /^[\w-]{8,64}$/.test(id) ? id : null;
}

const mostRows = 500;
const longestValue = 2_000;

/** Compares two payloads whole, whatever is cut on screen. Null: this event has no such part. */
export function comparePayloads(
  left: OpenedEvent,
  leftPart: PayloadPart,
  right: OpenedEvent,
  rightPart: PayloadPart,
): PayloadComparison | null {
  const [a, b] = [
    readPayload(getEventDetails(left.event)[leftPart]),
    readPayload(getEventDetails(right.event)[rightPart]),
  ];
  if (a === null || b === null) return null;
  const compared = compareItems(a, b);
  const different = compared.filter(({ comparison }) => comparison !== 'same');
  const masked = different.filter(({ comparison }) => comparison === 'masked').length;
  return {
    rows: different.slice(0, mostRows).map((row) => ({
      name: row.name,
      comparison: row.comparison === 'same' ? 'changed' : row.comparison,
      left: writeValue(row.left),
      right: writeValue(row.right),
    })),
    same: compared.length - different.length,
    different: different.length - masked,
    masked,
  };
}

/** A payload that is no object is compared as one value. */
function readPayload(payload: unknown): Attributes | null {
  if (typeof payload !== 'string') return null;
  const { isJson, text } = maskedBody(payload, whyPrivate);
  const json = isJson ? readExactJson(text) : undefined;
  if (isObject(json)) return toAttributes(json);
  return { value: toAttribute(json ?? text) };
}

function toAttributes(json: { readonly [key: string]: Json }): Attributes {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, toAttribute(value)]));
}

function toAttribute(value: Json): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'boolean') return { BOOL: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'string') {
    const figure = exactFigure(value);
    if (figure !== undefined) return { N: figure };
    const [, what] = /^‹masked: (.*)›$/.exec(value) ?? [];
    return what === undefined || isSigned(value) ? { S: value } : { MASKED: { what, revealable: false } };
  }
  if (Array.isArray(value)) return { L: (value as readonly Json[]).map(toAttribute) };
  return isObject(value) ? { M: toAttributes(value) } : { NULL: true };
}

function writeValue(value: AttributeValue | null): string | null {
  if (value === null) return null;
  const text = 'MASKED' in value ? `masked, ${value.MASKED.what}` : JSON.stringify(toPlain(value));
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function toPlain(value: AttributeValue): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('BOOL' in value) return value.BOOL;
  if ('MASKED' in value) return `masked, ${value.MASKED.what}`;
  if ('L' in value) return value.L.map(toPlain);
  if ('M' in value) {
    return Object.fromEntries(Object.entries(value.M).map(([name, one]) => [name, toPlain(one)]));
  }
  return null;
}
