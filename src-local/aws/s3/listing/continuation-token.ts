import { invalidArgument } from '../protocol/refusals.ts';
import type { PageEnd } from './list-page.ts';

/** Where the next page begins, in a form that says nothing to a client. */
export function tokenOf(end: PageEnd): string {
  return Buffer.from('key' in end ? `k${end.key}` : `g${end.group}`).toString('base64');
}

export function readToken(token: string): { last: string; shownGroup: string | undefined } {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const kind = text.charAt(0);
  const isOurs = (kind === 'k' || kind === 'g') && Buffer.from(text).toString('base64') === token;
  if (!isOurs) {
    const message = 'The continuation token provided is incorrect';
    throw invalidArgument(message, 'continuation-token', token);
  }
  const last = text.slice(1);
  return { last, shownGroup: kind === 'g' ? last : undefined };
}
