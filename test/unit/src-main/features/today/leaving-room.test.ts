import { describe, expect, it } from 'vitest';
import { atOnce } from '#main/features/today/batches-by-status.ts';
import { mostBeside } from '#main/features/today/leaving-room.ts';
import { aDirectoryOf, aTodayWorld, context } from './a-today-world.ts';

describe('what comes after the first paint', () => {
  it('leaves half of a connection’s room, however many parts ask at once', async () => {
    const { handlers, inFlight } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? aDirectoryOf(12) : []),
    });
    const asked = { tenantId: null };
    await Promise.all([
      handlers['today.groups'](asked, context),
      handlers['today.review'](asked, context),
      handlers['today.review'](asked, context),
    ]);
    expect(inFlight.most).toBe(mostBeside);
  });

  it('holds up the first paint by nothing', async () => {
    const { handlers, inFlight } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? aDirectoryOf(12) : []),
    });
    const asked = { tenantId: null };
    await Promise.all([handlers['today.batches'](asked, context), handlers['today.review'](asked, context)]);
    expect(inFlight.most).toBe(atOnce + mostBeside);
  });
});
