import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { percentile, rounded } from '#scripts/bench-figure.ts';
import type { Figure } from '#scripts/bench-figure.ts';

export interface Frames {
  /** These are the milliseconds from each frame to the next. */
  readonly gaps: readonly number[];
  /** These are the main-thread tasks over 50 ms. */
  readonly longTasks: readonly number[];
}

/**
 * Runs a step in every frame until it says that it is done. `step` is the body of a function of the frame's
 * number. It is a text, because the runner that compiles this file would add its own helpers to a function.
 */
export async function measureFrames(page: Page, step: string): Promise<Frames> {
  return page.evaluate(`new Promise((resolve) => {
    const gaps = [];
    const longTasks = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const act = (frame) => { ${step} };
    let last;
    let frame = 0;
    const next = (now) => {
      if (last !== undefined) gaps.push(now - last);
      last = now;
      if (act(frame++)) setTimeout(() => {
        observer.disconnect();
        resolve({ gaps, longTasks });
      }, 200);
      else requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })`);
}

export interface Work {
  /** These are the processor milliseconds of each task on the page's main thread. */
  readonly tasks: readonly number[];
  /** These are the sums of the tasks from each frame to the next. */
  readonly frames: readonly number[];
}

/** Measures the page's own work, which does not depend on how busy the machine is. */
export async function measureWork(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Work> {
  const events = await traceMainThread(browser, page, act);
  const tasks: number[] = [];
  const frames: number[] = [];
  for (const event of events) {
    if (event.name === 'FireAnimationFrame') frames.push(0);
    if (event.name !== taskName) continue;
    const took = readTime(event);
    tasks.push(took);
    if (frames.length > 0) frames.push((frames.pop() ?? 0) + took);
  }
  return { tasks, frames };
}

/**
 * Measures the page's own work from each pressed key to the next, in processor milliseconds. A page that only hears keys
 * asks for no animation frames, so they say nothing about a key.
 */
export async function measureKeys(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  const events = await traceMainThread(browser, page, act);
  const pressed = events.filter(
    ({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown',
  );
  const keys = pressed.map(() => 0);
  for (const event of events) {
    if (event.name !== taskName) continue;
    // The task of a key begins before the key is heard in it.
    const key = pressed.findLastIndex(({ ts }) => ts <= event.ts + (event.dur ?? 0));
    if (key >= 0) keys[key] = (keys[key] ?? 0) + readTime(event);
  }
  return keys;
}

const taskName = 'ThreadControllerImpl::RunTask';

/** Virtual machines count processor time in ticks of 10 ms, and a task of 1 ms may be given a whole one. */
function readTime({ dur = 0, tdur = 0 }: TraceEvent): number {
  return Math.min(dur, tdur) / 1_000;
}

async function traceMainThread(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-trace-'));
  const trace = join(folder, 'trace.json');
  await browser.startTracing(page, { path: trace, categories: ['toplevel', 'devtools.timeline'] });
  await act();
  await browser.stopTracing();
  const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: readonly TraceEvent[] };
  rmSync(folder, { recursive: true, force: true });
  const thread = traceEvents.find(({ name }) => name === 'FireAnimationFrame' || name === 'EventDispatch');
  const own = traceEvents.filter(({ pid, tid }) => pid === thread?.pid && tid === thread.tid);
  return own.toSorted((a, b) => a.ts - b.ts);
}

/** Reports the processor time of each frame, and the longest task. */
export function workFigures(name: string, work: Work, note: string): readonly Figure[] {
  const { frames } = work;
  const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
  return [
    {
      name: `${name}.work.p95`,
      value: rounded(percentile(frames, 0.95)),
      unit: 'ms',
      better: 'lower',
      n: frames.length,
      note: `processor time of the main thread from frame to frame, ${note}; mean ${rounded(mean)}; the bar is a frame of 60 a second`,
      bar: 16.7,
    },
    longestTask(name, work, note),
  ];
}

export function longestTask(name: string, { tasks }: Work, note: string): Figure {
  return {
    name: `${name}.longest-task`,
    value: rounded(tasks.reduce((most, one) => Math.max(most, one), 0)),
    unit: 'ms',
    better: 'lower',
    n: tasks.length,
    note: `processor time of the longest main-thread task, ${note}`,
    bar: 50,
  };
}

/** Reports the wall-clock time of the frames, which includes other programs. */
export function framesFigure(name: string, { gaps, longTasks }: Frames, note: string): Figure {
  const long = longTasks.length === 0 ? '' : `, the longest ${Math.round(Math.max(...longTasks))} ms`;
  return {
    name: `${name}.frame.p95`,
    value: rounded(percentile(gaps, 0.95)),
    unit: 'ms',
    better: 'lower',
    n: gaps.length,
    note: `${note}, on the wall clock; p50 ${rounded(percentile(gaps, 0.5))}, tasks over 50 ms ${longTasks.length}${long}; pictures come whole frames apart: the bar is two, as drawing without a graphics card shares two cores with the console and its sandbox`,
    bar: 34,
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}
