import { describe, expect, it } from 'vitest';
import { heldMessages } from '#main/dead-letters/held-messages.ts';
import { aMessage } from './a-fake-queue.ts';

const minute = 60_000;
const mark = { first: 'first', times: 2 };
const marked = {
  'sluice.redriveOf': { type: 'String', value: 'first' },
  'sluice.redrives': { type: 'Number', value: '2' },
};

describe('a redriven message that appears in its dead-letter queue again', () => {
  it('is recognised by the id that it was sent with, or else by its mark', () => {
    const held = heldMessages();
    held.see('local', 'dead', [aMessage('new')], 20 * minute);
    const system = { SentTimestamp: String(10 * minute) };
    held.see('local', 'dead', [aMessage('another', { attributes: marked, system })], 30 * minute);
    const sent = { newId: 'new', mark: null, sentAt: 10 * minute };
    expect(held.seenBackAt('local', 'dead', sent)).toBe(20 * minute);
    expect(held.seenBackAt('local', 'dead', { ...sent, newId: 'lost', mark })).toBe(30 * minute);
    expect(held.seenBackAt('local', 'dead', { ...sent, newId: null })).toBeNull();
    expect(held.seenBackAt('local', 'elsewhere', sent)).toBeNull();
    expect(held.seenBackAt('staging', 'dead', sent)).toBeNull();
  });

  it('is not an earlier copy with the same mark, nor one that was sent back less often', () => {
    const held = heldMessages();
    const system = { SentTimestamp: String(5 * minute) };
    held.see('local', 'dead', [aMessage('earlier', { attributes: marked, system })], 30 * minute);
    expect(held.seenBackAt('local', 'dead', { newId: null, mark, sentAt: 10 * minute })).toBeNull();
    expect(held.hasSeenMark('local', 'dead', mark)).toBe(true);
    expect(held.hasSeenMark('local', 'dead', { ...mark, times: 3 })).toBe(false);
    expect(held.hasSeenMark('local', 'dead', null)).toBe(false);
    expect(
      held.seenBackAt('local', 'dead', { newId: null, mark: { ...mark, times: 3 }, sentAt: 5 * minute }),
    ).toBeNull();
  });

  it('is forgotten with its world, and after a long time', () => {
    const held = heldMessages();
    const sent = { newId: 'm0', mark: null, sentAt: 0 };
    held.see('local', 'dead', [aMessage('m0')], 1);
    held.forget('local');
    expect(held.seenBackAt('local', 'dead', sent)).toBeNull();
    held.see('local', 'dead', [aMessage('m0')], 1);
    held.see(
      'local',
      'dead',
      Array.from({ length: 100_000 }, (_, at) => aMessage(`later-${at}`)),
      2,
    );
    expect(held.seenBackAt('local', 'dead', sent)).toBeNull();
  });
});
