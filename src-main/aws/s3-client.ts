import { S3Client } from '@aws-sdk/client-s3';
import { ForbiddenCommand, whereTargetsAre } from './allowed-targets.ts';
import { sandboxConfig, type SandboxAws } from './sandbox-config.ts';

/** The SDK's own client over the embedded AWS, for GetObject alone. */
export function sandboxS3Client(sandbox: SandboxAws): S3Client {
  const client = new S3Client({ ...sandboxConfig(sandbox), forcePathStyle: true });
  client.middlewareStack.add(onlyGetObject, { ...whereTargetsAre, name: 'onlyGetObject' });
  return client;
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
