import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { ReaderError, type ReaderJob } from '../../pipelines/extraction/readers.ts';
import type { PipelineClients } from '../../pipelines/parts.ts';
import { schemaOf } from './fields-of.ts';
import { recipeFrom } from './recipe-text.ts';
import { sheetKinds, subjects, type SheetRecipe } from './sheet.ts';

type S3 = PipelineClients['s3'];

/** What a file was drawn from. One that somebody has brought along gets a recipe by its bytes, always the same. */
export async function recipeAt(s3: S3, job: ReaderJob): Promise<SheetRecipe> {
  const at = { Bucket: job.bucket, Key: job.key };
  const { Metadata } = await s3.send(new HeadObjectCommand(at));
  const recipe = recipeFrom(Metadata?.['sheet'] ?? '');
  if (recipe) return recipe;
  const { Body } = await s3.send(new GetObjectCommand(at));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  return recipeByBytes(bytes, job);
}

const magic = '%PDF-';

function recipeByBytes(bytes: Uint8Array, job: Pick<ReaderJob, 'key' | 'schema'>): SheetRecipe {
  const beginning = Buffer.from(bytes.subarray(0, magic.length)).toString('latin1');
  if (beginning !== magic) {
    throw new ReaderError(
      'BadDocumentException',
      `The file is no PDF: ${bytes.length} bytes that begin with "${printed(beginning)}".`,
    );
  }
  const hash = createHash('sha256').update(bytes).digest();
  const [, tenantId = 'somebody'] = job.key.split('/');
  return {
    ...closestTo(job.schema),
    layout: hash.readUInt8(0) % 3,
    recipient: tenantId,
    seed: hash.toString('hex', 1, 9),
    pages: 1 + (hash.readUInt8(10) % 2),
    isScanned: false,
    // One in eight.
    ...(hash.readUInt8(11) < 32 && { defect: 'unsure' }),
  };
}

type Paper = Pick<SheetRecipe, 'kind' | 'about'>;

const papers: readonly Paper[] = [
  ...sheetKinds.map((kind) => ({ kind })),
  ...subjects.slice(subjects.indexOf('customs')).map((about) => ({ kind: 'form', about }) as const),
];

/** The kind of document that has most of what is asked for. */
function closestTo(schema: ReaderJob['schema']): Paper {
  const names = Object.keys(schema);
  const ranked = papers.map((paper) => {
    const known = schemaOf(paper.kind, paper.about);
    return { paper, found: names.filter((name) => Object.hasOwn(known, name)).length };
  });
  return ranked.toSorted((a, b) => b.found - a.found)[0]?.paper ?? { kind: 'invoice' };
}

function printed(text: string): string {
  return text.replaceAll(/[^ -~]/g, '.');
}
