import { pocketAws } from '#local/aws/pocket-aws.ts';
import { serveThread } from '#local/host/serve-thread.ts';

// A thread with pocket AWS and nothing in it: what goes between threads is the same, and a sandbox takes longer.
await serveThread(async ({ systems: _systems, ...options }) => {
  const aws = pocketAws(options);
  return {
    notices: [],
    answer: (request, signal) => aws.dispatch(request, signal),
    advance: (ms) => aws.advance(ms),
    reset: async (seed) => aws.reset(seed),
    setFaults: (rules) => aws.world.faults.set(rules),
    close: () => aws.close(),
  };
});
