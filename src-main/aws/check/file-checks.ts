import { HeadBucketCommand, type HeadBucketCommandInput, type S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { bucketArn, isPlainName } from '#shared/catalogue/iam/arns.ts';
import { literal } from '#shared/catalogue/iam/policy-statements.ts';
import { statusOf } from '../aws-trouble.ts';
import { fileLook } from '../open-document-files.ts';
import type { Asked } from './asking.ts';
import type { CheckScope } from './check-scope.ts';
import {
  compared,
  leftOut,
  notWorking,
  type Difference,
  type Outcome,
  type PlannedCheck,
  type Telling,
} from './planned-check.ts';

/** Whether the bucket is there, in this region and of this account; and whether files in it may be read: by one that is not there. */
export function fileChecks(scope: CheckScope): readonly PlannedCheck[] {
  const Bucket = scope.names.extraction.documentsBucket;
  if (Bucket === '' || !isPlainName(Bucket)) {
    const not =
      'The connection neither names its bucket nor has a stage to call it by: page images are not shown.';
    return [leftOut({ id: 'files', area: 'files', title: 'Bucket of documents' }, not)];
  }
  const { s3 } = scope.clients;
  const { region, accountId: ExpectedBucketOwner } = scope.place;
  const arn = bucketArn(scope.place, Bucket);
  const file: Telling = {
    action: 's3:GetObject',
    place: `the files of ${Bucket}`,
    works: 'A file that cannot be there was asked for, and S3 said so.',
    without: 'Page images and long results are not shown.',
    missing: `There is no bucket ${Bucket}, or it is not of this account.`,
  };
  return [
    ...(scope.tenant === null
      ? [
          {
            id: 'files:HeadBucket',
            area: 'files',
            title: `Bucket ${Bucket}`,
            action: 's3:ListBucket',
            resource: arn,
            async run(ask) {
              const asked = await ask('S3', (signal) =>
                regionOf(s3, { Bucket, ExpectedBucketOwner }, signal),
              );
              return asked.ok ? ofBucket(asked.value, region) : noBucket(asked, Bucket);
            },
          } satisfies PlannedCheck,
        ]
      : []),
    // What customers upload, and what the readers write beside it.
    ...['documents', 'results'].map((kind): PlannedCheck => {
      const folder = [kind, ...(scope.tenant === null ? [] : [scope.tenant])].join('/');
      const Key = `${folder}/SLUICE-CHECK`;
      return {
        id: `files:GetObject:${kind}`,
        area: 'files',
        title: `Files of ${Bucket}, ${folder}`,
        action: 's3:GetObject',
        resource: [arn, kind, ...(scope.tenant === null ? [] : [literal(scope.tenant)]), '*'].join('/'),
        async run(ask) {
          const asked = await ask('S3', async (abortSignal) => {
            const { Body } = await s3.send(fileLook({ Bucket, Key, ExpectedBucketOwner }), { abortSignal });
            // A file of this name is somebody's joke; what is in it is not read.
            (Body as { destroy?: () => void } | undefined)?.destroy?.();
          });
          return ofFile(asked, file);
        },
      };
    }),
  ];
}

/** Also where S3 refuses to answer here for a bucket of another region: a HEAD says so in its headers alone. */
async function regionOf(
  client: S3Client,
  input: HeadBucketCommandInput,
  abortSignal: AbortSignal,
): Promise<string | undefined> {
  try {
    return (await client.send(new HeadBucketCommand(input), { abortSignal })).BucketRegion;
  } catch (error) {
    const status = error instanceof Error ? statusOf(error) : undefined;
    const region = status === 301 || status === 400 ? regionIn(error) : undefined;
    if (region === undefined) throw error;
    return region;
  }
}

function regionIn(error: unknown): string | undefined {
  const told = answerSchema.safeParse(error);
  return told.success ? told.data.$response.headers['x-amz-bucket-region'] : undefined;
}

const answerSchema = z.object({
  $response: z.object({ headers: z.object({ 'x-amz-bucket-region': z.string() }) }),
});

function ofBucket(found: string | undefined, region: string): Outcome {
  const works = 'It is there, and of this account.';
  return compared(works, found === undefined || found === region ? [] : [elsewhere(found, region)]);
}

function noBucket(asked: Extract<Asked<unknown>, { ok: false }>, bucket: string): Outcome {
  return notWorking(asked, {
    action: 's3:ListBucket',
    place: `the bucket ${bucket}`,
    works: '',
    lack: 'Whether the bucket is in this region is not known; the rest works.',
    without:
      asked.refusal.state === 'denied'
        ? 'S3 says the same of a bucket of another account. Files may be read all the same; one that is not there reads as denied.'
        : 'Page images and long results are not shown.',
    missing: `There is no bucket ${bucket}.`,
  });
}

function elsewhere(found: string, region: string): Difference {
  return {
    where: 'region of the bucket',
    expected: region,
    found,
    means: 'S3 answers no request for its files here: page images and long results are not shown.',
    matters: true,
  };
}

/** To whom the list is denied, S3 says so instead of that the file is not there: to ask for it was allowed. */
function ofFile(asked: Asked<unknown>, telling: Telling): Outcome {
  if (asked.ok || asked.refusal.name === 'NoSuchKey') return { state: 'works', told: telling.works };
  if (asked.refusal.denial?.action === 's3:ListBucket') {
    return {
      state: 'works',
      told: 'Files may be asked for; that one is not there is not told to this sign-in.',
    };
  }
  return notWorking(asked, telling);
}
