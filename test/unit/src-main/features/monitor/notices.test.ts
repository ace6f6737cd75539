import { describe, expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { openNoticeboard } from '#main/features/monitor/notices.ts';
import type { Refusal } from '#shared/contract/result.ts';
import { anAlarm, aWatchedCloud, firing, hour, iso, minute, start, watching } from './a-watched-cloud.ts';

const unreachable: Refusal = { code: 'aws-unreachable', message: 'No network.', service: 'CloudWatch' };
describe('an alarm', () => {
  it('that fired before the first look is not reported', async () => {
    const { cloud, watch, advance } = aWatchedCloud();
    cloud.alarms = [anAlarm(firing(start - minute))];
    const { last } = watch();
    await advance(hour);
    expect(last().alarms).toMatchObject([{ state: 'ALARM' }]);
    expect(last().notices).toEqual([]);
  });

  it('that fires is reported once, with the time and where to go', async () => {
    const { cloud, page, advance, shown } = await watching();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(3 * hour);
    expect(page.last().notices).toEqual([
      {
        number: 1,
        kind: 'alarm',
        at: iso(start + 20_000),
        title: 'Alarm: executions-failed',
        says: 'A batch’s execution has failed.',
        place: { desk: 'triage', status: 'FAILED' },
        onDesktop: true,
      },
    ]);
    expect(shown).toHaveLength(1);
  });

  it('that recovered in between is reported again, and so is one that flapped between two looks', async () => {
    const { cloud, told, advance } = await watching();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    cloud.alarms = [anAlarm({ since: iso(start + 80_000) })];
    await advance(minute);
    cloud.alarms = [anAlarm(firing(start + 150_000))];
    await advance(minute);
    expect(told()).toHaveLength(2);
    cloud.alarms = [anAlarm(firing(start + 210_000))];
    await advance(minute);
    expect(told()).toHaveLength(3);
    await advance(hour);
    expect(told()).toHaveLength(3);
  });

  it('that is new, and fires, is reported', async () => {
    const { cloud, told, advance } = await watching();
    cloud.alarms = [anAlarm(), anAlarm({ name: 'another', ...firing(start + 20_000) })];
    await advance(minute);
    expect(told()).toEqual(['Alarm: another']);
  });

  it('that fires for days, and enters a list that was cut before it, is not reported', async () => {
    const { cloud, told, advance } = await watching();
    cloud.alarms = [anAlarm(), anAlarm({ name: 'of-last-week', ...firing(start - 7 * 24 * hour) })];
    await advance(minute);
    expect(told()).toEqual([]);
  });

  it('that fired while AWS could not be reached is reported when it is back', async () => {
    const { cloud, told, advance } = await watching();
    cloud.failure = unreachable;
    await advance(2 * hour);
    expect(told()).toEqual([]);
    cloud.alarms = [anAlarm(firing(start + hour))];
    cloud.failure = null;
    await advance(minute);
    expect(told()).toEqual(['Alarm: executions-failed']);
  });

  it('that fired while the console was hidden is reported when it is visible again', async () => {
    const { cloud, page, watch, advance } = await watching();
    page.leave();
    cloud.alarms = [anAlarm(firing(start + hour))];
    await advance(5 * hour);
    const { last } = watch();
    await advance(0);
    expect(last().notices).toMatchObject([{ at: iso(start + hour) }]);
  });

  it('is not reported for another connection, person or world: each starts over', async () => {
    for (const change of [
      { sandboxResets: 1 },
      { who: { id: 'admin', name: 'Ines', role: 'admin', tenants: '*' } },
      { connection: { ...aConnection, id: 'other' } },
    ] as const) {
      const { cloud, page, be, advance, shown } = await watching();
      cloud.alarms = [anAlarm(firing(start + 20_000))];
      await advance(minute);
      expect(page.last().notices).toHaveLength(1);
      be(change);
      expect(page.last()).toMatchObject({ notices: [], alarms: null, poller: { looks: 0 } });
      await advance(hour);
      expect(page.last().notices).toEqual([]);
      expect(page.last().alarms).toHaveLength(1);
      cloud.alarms = [anAlarm(firing(start + 2 * hour))];
      await advance(minute);
      // The numbers continue, so that a page that knows the first notice does not mistake this one for it.
      expect(page.last().notices).toMatchObject([{ number: 2 }]);
      expect(shown).toHaveLength(2);
    }
  });

  it('of a look that another world has overtaken is not reported', async () => {
    const { cloud, page, be, advance } = await watching();
    let answer = (): void => undefined;
    cloud.gate = new Promise((resolve) => (answer = resolve));
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    be({ sandboxResets: 1 });
    answer();
    await advance(minute);
    expect(page.last().notices).toEqual([]);
    expect(page.last().alarms).toHaveLength(1);
  });
});

const aConnection = {
  id: 'local',
  name: 'Local sandbox',
  kind: 'sandbox',
  environment: 'sandbox',
  region: 'local',
  accountId: null,
  readOnly: false,
  unlockable: false,
  editAndRedrive: true,
  deployment: 'sandbox',
} as const;

describe('a notice', () => {
  it('is not shown on the desktop if that is switched off, and is still listed', async () => {
    const { cloud, page, prefer, advance, shown } = await watching();
    prefer({ notices: 'off' });
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    expect(shown).toEqual([]);
    expect(page.last().notices).toMatchObject([{ onDesktop: false }]);
  });

  it('is shown on the page if the host has no desktop', async () => {
    const { cloud, page, advance } = await watching({ isOnDesktop: false });
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    expect(page.last().notices).toMatchObject([{ onDesktop: false }]);
  });

  it('leads, when clicked, to its place, in the existing page', async () => {
    const { cloud, opened, advance, shown } = await watching();
    const { seen } = opened();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    shown[0]?.click();
    expect(seen).toEqual([
      { opened: null },
      { opened: { number: 1, at: iso(start + minute), place: { desk: 'triage', status: 'FAILED' } } },
    ]);
  });

  it('leads, when clicked without a window, the one that opens for it, and no later one', async () => {
    const { cloud, opened, advance, shown } = await watching();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    shown[0]?.click();
    await advance(5_000);
    expect(opened().seen).toMatchObject([{ opened: { number: 1 } }]);
    expect(opened().seen).toEqual([{ opened: null }]);
  });

  it('that was clicked too long ago leads nowhere', async () => {
    const { cloud, opened, advance, shown } = await watching();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    shown[0]?.click();
    await advance(hour);
    expect(opened().seen).toEqual([{ opened: null }]);
  });

  it('is one of fifty, and in a storm the desktop gets four', async () => {
    const { cloud, page, advance, shown } = await watching();
    cloud.alarms = Array.from({ length: 70 }, (_, place) =>
      anAlarm({ name: `alarm-${place}`, ...firing(start + place * 100) }),
    );
    await advance(minute);
    const { notices } = page.last();
    expect(notices).toHaveLength(50);
    expect(notices.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at + 21));
    expect(shown).toHaveLength(4);
  });
});

describe('a person without access to notices', () => {
  const limited = { id: 'support-northwind', name: 'Nia', role: 'support', tenants: ['northwind'] } as const;

  it('gets that answer, and AWS is not called', async () => {
    const { be, watch, charts, advance, looks, asked } = aWatchedCloud();
    be({ who: { ...limited, tenants: [...limited.tenants] } });
    const { last } = watch();
    charts('1h', ['queues']);
    await advance(3 * hour);
    expect([looks, asked]).toEqual([[], []]);
    expect(last()).toMatchObject({
      alarms: null,
      deadLetters: null,
      notices: [],
      failure: null,
      poller: { state: 'off', nextAt: null, budget: { metrics: 0, calls: 0 } },
    });
    expect(last().poller.why).toContain('only northwind');
  });

  it('sees nothing that was shown to the previous person', async () => {
    const { cloud, page, be, advance, opened, shown } = await watching();
    cloud.alarms = [anAlarm(firing(start + 20_000))];
    await advance(minute);
    shown[0]?.click();
    be({ who: { ...limited, tenants: [...limited.tenants] } });
    await advance(0);
    expect(page.last()).toMatchObject({ alarms: null, notices: [], poller: { state: 'off' } });
    expect(opened().seen).toEqual([{ opened: null }]);
  });

  it('causes no call on a connection without an API, until they request one', async () => {
    const { watch, advance, look, errors } = aWatchedCloud({
      change: { doors: () => refusingDoors('Staging') },
    });
    const { last } = watch();
    await advance(hour);
    expect(last().poller).toMatchObject({ state: 'off', looks: 1 });
    expect(last().poller.why).toContain('Staging');
    await look();
    expect(last().poller).toMatchObject({ state: 'off', looks: 2 });
    expect(errors).toEqual([]);
  });
});

const happening = {
  kind: 'alarm',
  at: iso(start),
  title: 'Alarm: a',
  says: 'It fires.',
  place: { desk: 'review' },
} as const;

it('a notice of another world leads nowhere, however long it stays on the desktop', () => {
  const clicks: (() => void)[] = [];
  const clicked: number[] = [];
  const board = openNoticeboard({
    notify: (_notice, click) => clicks.push(click) > 0,
    isOn: () => true,
    clicked: ({ number }) => void clicked.push(number),
  });
  board.tell([happening, happening]);
  board.clear();
  board.tell([happening]);
  for (const click of clicks) click();
  expect(clicked).toEqual([3]);
});
