import type { Assertion, Service } from './assertion.ts';
import type { Implementation } from './implementation.ts';
import { toolsFor } from './tools.ts';

export interface Result {
  readonly id: string;
  readonly outcome: 'agrees' | 'differs' | 'not-run';
  /** Says what happened instead. */
  readonly why?: string;
  readonly ms: number;
}

/** This is longer than any assertion needs, and stops the wait for an endpoint that hangs. */
const limit = 30_000;

/** Runs every assertion about a service that this implementation has, in the order of the suite. */
export async function runAssertions(
  assertions: readonly Assertion[],
  implementation: Implementation,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < assertions.length; at = next++) {
      const assertion = assertions[at];
      if (assertion) results[at] = await runOne(assertion, implementation);
    }
  };
  await Promise.all(Array.from({ length: implementation.parallel }, work));
  return results;
}

export function readService(id: string): Service {
  return id.slice(0, id.indexOf('.')) as Service;
}

/** Tells whether the implementation has the service and everything the assertion needs. */
export function applies({ id, needs }: Assertion, { services, grants }: Implementation): boolean {
  return services.includes(readService(id)) && (needs === undefined || grants.includes(needs));
}

async function runOne(assertion: Assertion, implementation: Implementation): Promise<Result> {
  const { id } = assertion;
  if (!applies(assertion, implementation)) return { id, outcome: 'not-run', ms: 0 };
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    await runAssertion(assertion, implementation);
    return { id, outcome: 'agrees', ms: took() };
  } catch (error) {
    return { id, outcome: 'differs', why: inOneLine(error), ms: took() };
  }
}

/** Rejects with the error of the assertion. */
export async function runAssertion(assertion: Assertion, implementation: Implementation): Promise<void> {
  const { clients, clock, close } = implementation.open();
  const { tools, cleanUp } = toolsFor(clients, clock);
  try {
    await withinLimit(assertion.run(clients, tools));
  } finally {
    await withinLimit(cleanUp()).finally(close);
  }
}

function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit / 1_000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 400);
}
