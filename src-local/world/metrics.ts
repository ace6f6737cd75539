export interface MetricPoint {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  readonly value: number;
  readonly time: number;
}

/** A level that is sampled once a minute, as AWS does with a queue's depth. */
export interface Gauge {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly unit: string;
  /** As it was at the end of a minute; undefined: there is nothing to report of that minute. */
  read(at: number): number | undefined;
}

/** Where the engines say what they did; CloudWatch listens. */
export interface Metrics {
  record(point: MetricPoint): void;
  gauge(gauge: Gauge): () => void;
  gauges(): Iterable<Gauge>;
  listen(listener: (point: MetricPoint) => void): void;
  /** Told of each new gauge, so that nobody needs a timer while there are none. */
  listenForGauges(listener: () => void): void;
}

export function metricsBus(): Metrics {
  const gauges = new Set<Gauge>();
  const listeners: ((point: MetricPoint) => void)[] = [];
  const gaugeListeners: (() => void)[] = [];
  return {
    record(point) {
      for (const listener of listeners) listener(point);
    },
    gauge(gauge) {
      gauges.add(gauge);
      for (const listener of gaugeListeners) listener();
      return () => gauges.delete(gauge);
    },
    gauges: () => gauges,
    listen(listener) {
      listeners.push(listener);
    },
    listenForGauges(listener) {
      gaugeListeners.push(listener);
    },
  };
}
