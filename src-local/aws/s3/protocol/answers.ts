import type { WireResponse } from '../../protocol/wire.ts';
import { xmlDocument } from './xml-write.ts';

type Headers = Readonly<Record<string, string>>;

export function xmlAnswer(root: string, content: string, headers: Headers = {}): WireResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...headers },
    body: xmlDocument(root, content),
  };
}

export function emptyAnswer(status: number, headers: Headers = {}): WireResponse {
  return { status, headers, body: '' };
}

/** As in `Last-Modified`: whole seconds. */
export function httpDate(time: number): string {
  return new Date(time).toUTCString();
}

/** As in S3's XML: whole seconds, written with three noughts. */
export function isoDate(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}
