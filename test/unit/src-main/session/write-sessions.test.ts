import { describe, expect, it } from 'vitest';
import { openWriteSessions } from '#main/session/write-sessions.ts';
import { aMachineClock } from '#test/builders/a-machine-clock.ts';

const minute = 60_000;

function sessions() {
  const clock = aMachineClock();
  const writes = openWriteSessions(clock);
  const told: string[] = [];
  writes.onChange((id) => told.push(`${id} ${writes.of(id) === null ? 'locked' : 'open'}`));
  return { clock, writes, told };
}

describe('an unlocked time', () => {
  it('belongs to one connection, with its reason, and ends automatically', () => {
    const { clock, writes, told } = sessions();
    expect(writes.of('prod')).toBeNull();
    writes.begin('prod', 15, 'INC-1');
    expect(writes.of('prod')).toEqual({
      until: '2026-11-20T14:40:00.000Z',
      reason: 'INC-1',
    });
    expect(writes.of('other')).toBeNull();
    clock.pass(15 * minute - 1);
    expect(writes.of('prod')).not.toBeNull();
    clock.pass(1);
    expect(writes.of('prod')).toBeNull();
    expect(told).toEqual(['prod open', 'prod locked']);
  });

  it('ends at once when it is locked, and is pushed once', () => {
    const { clock, writes, told } = sessions();
    writes.begin('prod', 15, 'INC-1');
    writes.end();
    writes.end();
    clock.pass(60 * minute);
    expect(told).toEqual(['prod open', 'prod locked']);
    expect(clock.timers()).toBe(0);
  });

  it('is over after a sleep, even without a timer', () => {
    const { clock, writes, told } = sessions();
    writes.begin('prod', 15, 'INC-1');
    clock.pass(5 * minute);
    clock.sleep(8 * 60 * minute);
    expect(writes.of('prod')).toBeNull();
    expect(told).toEqual(['prod open', 'prod locked']);
    clock.pass(60 * minute);
    expect(told).toHaveLength(2);
  });

  it('does not last longer because the clock was set back', () => {
    const { clock, writes } = sessions();
    writes.begin('prod', 15, 'INC-1');
    clock.pass(10 * minute);
    clock.setBack(5 * minute);
    expect(writes.of('prod')).not.toBeNull();
    clock.pass(5 * minute);
    expect(writes.of('prod')).toBeNull();
    writes.begin('prod', 15, 'INC-1');
    clock.setBack(24 * 60 * minute);
    expect(writes.of('prod')).toBeNull();
  });

  it('restarted while it is open counts from then, with the new reason', () => {
    const { clock, writes, told } = sessions();
    writes.begin('prod', 15, 'INC-1');
    clock.pass(10 * minute);
    writes.begin('prod', 30, 'INC-2');
    clock.pass(29 * minute);
    expect(writes.of('prod')).toMatchObject({ reason: 'INC-2', until: '2026-11-20T15:05:00.000Z' });
    clock.pass(minute);
    expect(told).toEqual(['prod open', 'prod open', 'prod locked']);
  });

  it('of another connection takes its place', () => {
    const { writes, told } = sessions();
    writes.begin('prod', 15, 'INC-1');
    writes.begin('other', 15, 'INC-2');
    expect(told).toEqual(['prod open', 'prod locked', 'other open']);
  });
});
