import { S3Client } from '@aws-sdk/client-s3';
import { ForbiddenCommand, whereTargetsAre } from './allowed-targets.ts';
import type { AwsPlace } from './aws-place.ts';
import { clientConfig } from './client-config.ts';
import { withRenewal } from './with-renewal.ts';

/** The SDK's own client of one AWS, for GetObject alone. */
export function s3Client(place: AwsPlace): S3Client {
  const client = new S3Client({ ...clientConfig(place, 's3'), forcePathStyle: hasOneAddress(place) });
  client.middlewareStack.add(onlyGetObject, { ...whereTargetsAre, name: 'onlyGetObject' });
  return withRenewal(client, place);
}

/** S3 has no header that says what is asked: it goes by the method, and by what stands in the query. */
function onlyGetObject<Args extends { readonly request: unknown }, Output>(next: (args: Args) => Output) {
  return (args: Args): Output => {
    if (isGetObject(args.request)) return next(args);
    throw new ForbiddenCommand('The console reads S3 by GetObject; another request was not sent.');
  };
}

function isGetObject(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  const { method, query } = request as { readonly method?: unknown; readonly query?: object };
  const asked = Object.entries(query ?? {});
  return method === 'GET' && asked.length === 1 && asked[0]?.join('=') === 'x-id=GetObject';
}

/** Buckets have host names of their own in AWS; where one address stands for all, they are in the path. */
export function hasOneAddress({ account }: AwsPlace): boolean {
  return account?.endpoints.s3 !== undefined || account === undefined;
}
