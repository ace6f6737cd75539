import { randomUUID } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DrivenClock } from '../tools.ts';
import { printed, describeRefusal, type FuzzedPair, type Session } from './fuzz-run.ts';
import { knownOfElasticmq } from './known-of-sqs.ts';
import { openSide, type Side } from './sqs-side.ts';
import { aStep, brief, type Kind, type Step } from './sqs-steps.ts';

const kinds: readonly Kind[] = ['standard', 'fifo', 'fifo-of-one-group'];

/** Time passes in one of this many sessions, because on the other side it passes in real time. */
const timedEvery = 25;

/**
 * Pairs two SQSs, each with the same new queues for every session. Time passes on our clock and in real time on theirs.
 */
export function sqsPair(ours: SQSClient, clock: DrivenClock, theirs: SQSClient): FuzzedPair<Step> {
  const passing = (brief + 0.3) * 1_000;
  return {
    known: knownOfElasticmq,
    weight: (step) => (step.do === 'send' ? step.messages.length : 1),
    print: printed,
    async open(variant): Promise<Session<Step>> {
      const name = `fuzz-${randomUUID().slice(0, 18)}`;
      const kind = kinds[variant % kinds.length] ?? 'standard';
      const one = await openSide(ours, name, kind, () => clock.advance(passing));
      const other = await openSide(theirs, name, kind, () => wait(passing));
      const sent: string[] = [];
      return {
        async next(dice) {
          const timed = variant % timedEvery === 0;
          const step = aStep({ dice, kind, timed, sent, held: await one.held() });
          if (step.do === 'send') sent.push(...step.messages.map(({ body }) => body));
          return step;
        },
        run: async (step) => ({ ours: await findOutcome(one, step), theirs: await findOutcome(other, step) }),
        close: async () => {
          await Promise.all([one.close(), other.close()]);
        },
      };
    },
  };
}

function findOutcome(side: Side, step: Step): Promise<unknown> {
  return side.run(step).catch((error: unknown) => describeRefusal(error));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
