import { array, assert, asyncProperty, constantFrom, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aWatchedCloud,
  anAlarm,
  fileLetters,
  firing,
  hour,
  iso,
  letters,
  minute,
  buildDepthAlarm,
  start,
  watching,
} from './a-watched-cloud.ts';

describe('a dead-letter queue', () => {
  it('that leaves zero is reported once, however full it gets', async () => {
    const { cloud, page, advance } = await watching();
    cloud.depth = (at) => (at < start + 3 * minute ? 0 : Math.floor((at - start) / minute));
    await advance(2 * hour);
    expect(page.last().notices).toMatchObject([
      {
        kind: 'dead-letters',
        at: iso(start + 3 * minute),
        place: { desk: 'dead-letters', queue: letters },
        says: '3 messages in a queue that was empty.',
      },
    ]);
    expect(page.last().deadLetters).toMatchObject([{ queue: letters, depth: 119 }, {}, {}]);
  });

  it('that was not empty at the first look is not reported until it has been', async () => {
    const { cloud, watch, advance } = aWatchedCloud();
    cloud.depth = (at) => (at < start + hour || at >= start + 2 * hour ? 7 : 0);
    const { last } = watch();
    await advance(90 * minute);
    expect(last().notices).toEqual([]);
    await advance(hour);
    expect(last().notices).toHaveLength(1);
  });

  it('that left zero and is empty again between two looks is reported', async () => {
    const { cloud, page, prefer, advance } = await watching();
    prefer({ pollSeconds: 900 });
    cloud.depth = (at) => (at === start + 4 * minute ? 2 : 0);
    await advance(15 * minute);
    expect(page.last().deadLetters).toMatchObject([{ depth: 0 }, {}, {}]);
    expect(page.last().notices).toMatchObject([{ at: iso(start + 4 * minute) }]);
  });

  it('that was never used is reported by its first figure: a gap is neither a figure nor a message', async () => {
    const { cloud, watch, advance } = aWatchedCloud();
    cloud.depth = () => null;
    const { last } = watch();
    await advance(hour);
    expect(last().deadLetters?.[0]).toEqual({
      queue: letters,
      place: { desk: 'dead-letters', queue: letters },
      depth: null,
      oldestSeconds: null,
      at: null,
    });
    cloud.depth = (at) => (at < start + hour ? null : 1);
    await advance(5 * minute);
    expect(last().notices).toMatchObject([{ says: '1 message in a queue that was empty.' }]);
  });

  it('with gaps while it is full counts as full', async () => {
    const { cloud, page, advance } = await watching();
    cloud.depth = (at) => (at < start + minute ? 0 : (at / minute) % 3 === 0 ? null : 4);
    await advance(2 * hour);
    expect(page.last().notices).toHaveLength(1);
  });

  it('whose figures come late is reported once', async () => {
    const { cloud, page, advance, now } = await watching();
    // The figure of the minute in which the queue filled arrives after the later ones.
    cloud.depth = (at) => {
      if (at === start + 2 * minute) return now() < start + 8 * minute ? null : 5;
      return at > start + 2 * minute ? 5 : 0;
    };
    await advance(hour);
    expect(page.last().notices).toHaveLength(1);
  });

  it('that is being sampled is not empty: hidden messages count', async () => {
    const { cloud, watch, advance } = aWatchedCloud();
    const isSampled = (at: number): boolean => at >= start + 5 * minute && at < start + 20 * minute;
    cloud.depth = (at) => (isSampled(at) ? 0 : 9);
    cloud.hidden = (at) => (isSampled(at) ? 9 : null);
    // The alarm sees only visible messages.
    cloud.alarms = [buildDepthAlarm(letters, firing(start - hour))];
    const { last } = watch();
    await advance(10 * minute);
    expect(last().deadLetters).toMatchObject([{ depth: 9 }, {}, {}]);
    cloud.alarms = [buildDepthAlarm(letters, { since: iso(start + 6 * minute) })];
    await advance(10 * minute);
    cloud.alarms = [buildDepthAlarm(letters, firing(start + 21 * minute))];
    await advance(hour);
    expect(last().notices).toEqual([]);
  });

  it.each([
    ['its alarm first', 2, 5],
    ['its figures first', 5, 2],
    ['both at once', 3, 3],
  ])('and its alarm give one notice: %s', async (_name, alarmAfter, figuresAfter) => {
    const { cloud, page, advance, now } = await watching();
    const filled = start + minute;
    cloud.depth = (at) => {
      if (now() < start + figuresAfter * minute) return at < filled ? 0 : null;
      return at < filled ? 0 : 1;
    };
    await advance(alarmAfter * minute - 1);
    cloud.alarms = [anAlarm(), buildDepthAlarm(letters, firing(filled + minute))];
    await advance(3 * hour);
    expect(page.last().notices).toHaveLength(1);
    expect(page.last().notices[0]?.place).toEqual({ desk: 'dead-letters', queue: letters });
  });

  it('that fills again within ten minutes of its alarm is reported again', async () => {
    const { cloud, told, advance } = await watching();
    const full = new Map([[start + minute, 1]]);
    for (let at = 9; at < 60; at += 1) full.set(start + at * minute, 50);
    cloud.depth = (at) => full.get(at) ?? 0;
    cloud.alarms = [anAlarm(), buildDepthAlarm(letters, firing(start + 2 * minute - 1))];
    await advance(3 * minute);
    expect(told()).toHaveLength(1);
    cloud.alarms = [anAlarm(), buildDepthAlarm(letters, { since: iso(start + 4 * minute) })];
    await advance(7 * minute);
    expect(told()).toHaveLength(2);
    cloud.alarms = [anAlarm(), buildDepthAlarm(letters, firing(start + 11 * minute - 1))];
    await advance(hour);
    expect(told()).toHaveLength(2);
  });

  it('that fills again is reported again even if an alarm has by then reported its depth', async () => {
    const { cloud, told, advance } = await watching();
    const isFull = (at: number): boolean => at < start + 2 * hour || at >= start + 2 * hour + 5 * minute;
    cloud.depth = (at) => (at < start + minute || !isFull(at) ? 0 : 1_000);
    await advance(2 * hour);
    cloud.alarms = [
      buildDepthAlarm(letters, { name: 'too-full', onFirst: false, ...firing(start + 2 * hour) }),
    ];
    await advance(30 * minute);
    expect(told()).toEqual([`Dead letters in ${letters}`, 'Alarm: too-full', `Dead letters in ${letters}`]);
  });

  it('and an alarm on its depth hours later are two notices', async () => {
    const { cloud, page, advance } = await watching();
    cloud.depth = (at) => (at < start + minute ? 0 : 1_000);
    await advance(2 * hour);
    cloud.alarms = [
      buildDepthAlarm(letters, { name: 'too-full', onFirst: false, ...firing(start + 2 * hour) }),
    ];
    await advance(minute);
    expect(page.last().notices.map(({ kind }) => kind)).toEqual(['dead-letters', 'alarm']);
  });

  it('is reported each time it leaves zero, at any pace', async () => {
    const stretches = array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await assert(
      asyncProperty(stretches, constantFrom(60, 120, 300, 900), async (lengths, pollSeconds) => {
        const { cloud, page, prefer, advance } = await watching();
        prefer({ pollSeconds });
        // The queue is full and empty in turn.
        const minutes = lengths.flatMap((length, turn) =>
          Array.from({ length }, () => (turn % 2 === 0 ? 3 : 0)),
        );
        cloud.depth = (at) => (at < start ? 0 : (minutes[(at - start) / minute] ?? 0));
        await advance((minutes.length + 31) * minute);
        expect(page.last().notices).toHaveLength(Math.ceil(lengths.length / 2));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the dead-letter queue of downloads', () => {
  it('is watched like any other, and leads to its queue in Dead letters', async () => {
    const { cloud, page, advance } = await watching();
    const place = { desk: 'dead-letters', queue: fileLetters } as const;
    expect(page.last().deadLetters).toMatchObject([{}, {}, { queue: fileLetters, place, depth: 0 }]);
    cloud.elsewhere = (at, queue) => (queue === fileLetters && at >= start + minute ? 2 : 0);
    await advance(5 * minute);
    expect(page.last().deadLetters).toMatchObject([{}, {}, { depth: 2 }]);
    expect(page.last().notices).toMatchObject([
      { kind: 'dead-letters', title: `Dead letters in ${fileLetters}`, place },
    ]);
  });
});
