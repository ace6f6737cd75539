import { invalidParameterValue } from './sqs-errors.ts';

const mostResults = 1_000;

/** A page of sorted names. Without MaxResults there is no token, and what does not fit is left out. */
export function pageOf(
  names: readonly string[],
  token: string | undefined,
  maxResults: number | undefined,
): { page: readonly string[]; next?: string } {
  if (maxResults !== undefined && (maxResults < 1 || maxResults > mostResults)) {
    throw invalidParameterValue(
      'Value for parameter MaxResults is invalid. Reason: MaxResults must be an integer between 1 and 1000.',
    );
  }
  const after = token === undefined ? '' : nameIn(token);
  const rest = names.filter((name) => name > after);
  const page = rest.slice(0, maxResults ?? mostResults);
  const last = page.at(-1);
  if (maxResults === undefined || last === undefined || page.length === rest.length) return { page };
  return { page, next: Buffer.from(`after ${last}`).toString('base64') };
}

function nameIn(token: string): string {
  const [, name] = /^after (.+)$/.exec(Buffer.from(token, 'base64').toString('utf8')) ?? [];
  if (name === undefined) throw invalidParameterValue('Invalid or expired next token.');
  return name;
}
