import type { DocumentRow, Usage } from '#shared/contract/triage/documents.ts';
import { stage } from '#shared/contract/triage/words.ts';
import { documentStatuses } from '#shared/domain/document-status.ts';
import type { StoredItem } from '../../aws/reading.ts';
import type { AttributeReading } from './read-attributes.ts';
import { readRow, type RowReading } from './row-reading.ts';

/** Whatever the item is like; what it lacks is null and told in `problems`. No extracted values. */
export function documentRow(item: StoredItem): DocumentRow {
  return documentOf(readRow(item, 'Document'));
}

export function documentOf({ read, id, asRead }: RowReading): DocumentRow {
  return {
    tenantId: id('tenantId'),
    batchId: id('batchId'),
    documentId: id('documentId'),
    status: read.oneOf('status', documentStatuses),
    statusSince: read.time('statusSince', 'optional'),
    fileName: read.text('fileName'),
    run: read.count('run'),
    receivedAt: read.time('receivedAt', 'optional'),
    score: read.number('score', 'optional'),
    stage: read.oneOf('stage', stage.options, 'optional'),
    error: errorOf(read.map('error', 'optional')),
    usage: usageOf(read.map('usage', 'optional')),
    claimedBy: read.text('claimedBy', 'optional'),
    claimExpiresAt: read.time('claimExpiresAt', 'optional'),
    reviewedBy: read.text('reviewedBy', 'optional'),
    ...asRead(),
  };
}

function errorOf(error: AttributeReading | null): DocumentRow['error'] {
  return (
    error && {
      stage: error.oneOf('stage', stage.options),
      code: error.text('code'),
      message: error.text('message'),
    }
  );
}

function usageOf(usage: AttributeReading | null): Usage | null {
  const textract = usage?.map('textract', 'optional') ?? null;
  return (
    usage && {
      textract: textract && { pages: unitsIn(textract, 'pages'), ms: unitsIn(textract, 'ms') },
      gapFill: modelOf(usage.map('gapFill', 'optional')),
      verify: modelOf(usage.map('verify', 'optional')),
    }
  );
}

function modelOf(model: AttributeReading | null): Usage['gapFill'] {
  return (
    model && {
      model: nameIn(model, 'model'),
      inputTokens: unitsIn(model, 'inputTokens'),
      outputTokens: unitsIn(model, 'outputTokens'),
      ms: unitsIn(model, 'ms'),
    }
  );
}

/** It is kept with every sum of what documents consumed. */
const longestName = 100;

function nameIn(of: AttributeReading, name: string): string | null {
  const text = of.text(name);
  if (text === null || text.length <= longestName) return text;
  of.note(name, `expected a name, found ${text.length} characters`);
  return null;
}

/** No document consumes less than nothing, or as much as this: neither is a figure that anything could be priced by. */
const mostUnits = 1_000_000_000;

function unitsIn(of: AttributeReading, name: string): number | null {
  const units = of.count(name);
  if (units === null || (units >= 0 && units <= mostUnits)) return units;
  of.note(name, `expected a number from 0 to ${mostUnits}, found ${units}`);
  return null;
}
