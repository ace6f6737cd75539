import { operationOf } from '../../protocol/operation.ts';
import { integer, string } from '../../protocol/shapes.ts';
import type { Engine } from '../engine.ts';

export const operation = operationOf<Engine>();

/** AWS JSON writes times as seconds. */
export function seconds(milliseconds: number): number {
  return milliseconds / 1_000;
}

export const arn = string({ min: 1, max: 256 });
export const name = string({ min: 1, max: 80 });
export const maxResults = integer({ min: 0, max: 1_000 });
export const pageToken = string({ min: 1, max: 1_024 });
/** KMS keys are not part of this world: there is nothing to leave out but the data itself. */
export const includedData = string({ oneOf: ['ALL_DATA', 'METADATA_ONLY'] });
