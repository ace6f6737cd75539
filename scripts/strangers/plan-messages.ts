import type { Dice } from './dice.ts';
import type { PlantedBatch, PlantedMessage } from './world.ts';

/** Plans dead letters as any producer may have written them; each has a mark that survives a redrive. */
export function planMessages(dice: Dice, batches: readonly PlantedBatch[]): PlantedMessage[] {
  const writesFailures = dice.chance(0.3);
  const codes = ['UnknownBatch', 'NotAPdf'] as const;
  return Array.from({ length: dice.chance(0.4) ? 0 : dice.between(1, 14) }, (_, at) => {
    const mark = `mark-${at}-${dice.hex(6)}`;
    const batch = batches[dice.between(0, Math.max(0, batches.length - 1))];
    const bodies: readonly [string, ...string[]] = [
      JSON.stringify({ mark, tenantId: batch?.tenantId ?? 't', batchId: batch?.batchId ?? 'b' }),
      JSON.stringify({ Records: [{ s3: { object: { key: `in/${mark}.pdf` } } }] }),
      `<job ref="${mark}"/>`,
      `${mark};2026;ü`,
      JSON.stringify([mark, 1, null]),
    ];
    return { mark, body: dice.of(bodies), failureCode: writesFailures ? dice.of(codes) : null };
  });
}
