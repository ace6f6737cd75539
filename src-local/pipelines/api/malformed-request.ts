import type { z } from 'zod';
import { ApiProblem } from './call.ts';

export interface WrongPlace {
  /** `body.documents.3.fileName`, `path.batchId`, `header.If-Match`. */
  readonly at: string;
  readonly problem: string;
}

export class MalformedRequest extends ApiProblem {
  readonly errors: readonly WrongPlace[];

  constructor(errors: readonly WrongPlace[]) {
    const [first] = errors;
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
    super('malformed-request', `${first?.at ?? 'body'}: ${first?.problem ?? ''}${more}. Nothing was done.`);
    // A body of a thousand documents may be wrong a thousand times over.
    this.errors = errors.slice(0, 100);
  }
}

export function wrongPlaces(under: string, { issues }: z.ZodError): WrongPlace[] {
  return issues.flatMap((issue): WrongPlace[] => {
    const at = [under, ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys') return [{ at: at.join('.'), problem: issue.message }];
    return issue.keys.map((key) => ({
      at: [...at, key].join('.').slice(0, 300),
      problem: 'is not known here',
    }));
  });
}
