import { refused, type Refusal, type Result } from '#shared/contract/result.ts';
import { failureOf, type Trouble } from './aws-trouble.ts';

interface Place {
  readonly bucket: string;
  readonly key: string;
}

export function fileFailure(trouble: Trouble, attempts: number, { bucket, key }: Place): Refusal {
  if (trouble.name === 'InvalidObjectState') return inArchive(trouble.name);
  return failureOf(trouble, attempts, {
    service: 'S3',
    action: 's3:GetObject',
    place: `the file "${key}"`,
    resource: `${bucket}/${key}`,
    advice: "Compare the connection's region, account and bucket with those of the pipelines.",
    missing: {
      code: 'not-found',
      message:
        trouble.name === 'NoSuchBucket'
          ? `There is no bucket "${bucket}" on this connection. Nothing was read. Check the connection's region, account and names.`
          : `The file "${key}" is not in S3 any more, or never arrived. Nothing was read. What was read from it is in the document all the same.`,
      what: trouble.name === 'NoSuchBucket' ? bucket : key,
    },
  });
}

/** Three days after a file arrived it is moved there (domain, section 5). */
function inArchive(name: string): Refusal {
  return {
    code: 'aws-refused',
    message:
      'The file was moved to the archive (Glacier), which gives nothing back at once. Nothing was read. Somebody who may has to restore it in S3 first.',
    service: 'S3',
    name,
  };
}

export function fileTooLarge(bytes: number, limitBytes: number): Result<never> {
  return refused({
    code: 'file-too-large',
    message: `The file has ${megabytes(bytes)}; the console opens files of up to ${megabytes(limitBytes)}. It was not read.`,
    bytes,
    limitBytes,
  });
}

export function otherBucket(bucket: string, own: string): Result<never> {
  return refused({
    code: 'read-denied',
    message: `The document says its results lie in the bucket "${bucket}", and the console reads from "${own}" alone. Nothing was read.`,
    action: 's3:GetObject',
    resource: bucket,
  });
}

/** Rounded up: what is over the limit must not read as if it were not. */
function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / 1_048_576) * 10) / 10} MB`;
}
