/**
 * Loaded before anything else, in each process of a browser test and in its pages: the clock of the run is moved, and
 * runs on from there. What a world tells of its past depends on the minute at which it is opened.
 */
{
  const moved = Number(globalThis.process?.env.SLUICE_MOVED_MS ?? globalThis.sluiceMovedMs ?? 0);
  const now = Date.now.bind(Date);
  Date.now = () => now() + moved;
  globalThis.Date = new Proxy(Date, {
    construct: (date, given, asked) =>
      Reflect.construct(date, given.length === 0 ? [date.now()] : given, asked),
    apply: (date) => new date(date.now()).toString(),
  });
}
