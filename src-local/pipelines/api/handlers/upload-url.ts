import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PipelineParts } from '../../parts.ts';

export const uploadMinutes = 15;

/** Where a file may be put, by anybody who knows the address, until it runs out. */
export function uploadUrl(parts: PipelineParts, key: string, at: number): Promise<string> {
  const command = new PutObjectCommand({ Bucket: parts.names.extraction.documentsBucket, Key: key });
  // The client would sign the checksum of the body that it has, an empty one, and S3 refuse any other.
  command.middlewareStack.add(
    (next) => (step) => {
      const { headers } = step.request as { readonly headers: Record<string, string> };
      for (const name of Object.keys(headers))
        if (/^x-amz-(?:sdk-)?checksum-/i.test(name)) delete headers[name];
      return next(step);
    },
    { step: 'finalizeRequest', priority: 'high', name: 'withoutChecksum' },
  );
  return getSignedUrl(parts.clients.s3, command, {
    expiresIn: uploadMinutes * 60,
    signingDate: new Date(at),
  });
}
