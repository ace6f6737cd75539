import { EventEmitter } from 'node:events';
import type { Notification as RealNotification, NotificationConstructorOptions } from 'electron';
import { vi } from 'vitest';

interface NotificationEvents {
  click: [];
  close: [];
}

export class Notification extends EventEmitter<NotificationEvents> implements Pick<RealNotification, 'show'> {
  static all: Notification[] = [];
  static supported = true;

  static isSupported(): boolean {
    return Notification.supported;
  }

  readonly options: NotificationConstructorOptions | undefined;
  show = vi.fn<RealNotification['show']>();

  constructor(options?: NotificationConstructorOptions) {
    super();
    this.options = options;
    Notification.all.push(this);
  }
}
