import type { IncomingMessage } from 'node:http';
import { inputLimitBytes } from '../contract/measure-input.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: Record<string, unknown> }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json' };

// Room for the envelope around an input that is itself at its limit.
const limit = inputLimitBytes + 4_096;
// An answer sent while the sender still writes would be lost in a reset, so a moderate excess is
// read and dropped; beyond this the connection is cut.
const drainLimit = 64 * 1_048_576;

export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else if (bytes > drainLimit) {
      request.destroy();
      break;
    }
  }
  if (bytes > limit) return { kind: 'too-large' };
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { kind: 'json', value: value as Record<string, unknown> } : { kind: 'not-json' };
  } catch {
    return { kind: 'not-json' };
  }
}
