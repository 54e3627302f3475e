/** Looks at every event before it leaves. Apart from the publisher, which is there before the schemas are loaded. */
import * as v from 'valibot';
import { EVENTS } from '../../preload/contract/events.ts';
import type { Log } from '../log/log.ts';
import type { Publish } from './publish.ts';

/** The same publisher; an event that holds other or more data than its schema names is dropped: it may be a leak. */
export function checkedPublish(publish: Publish, log: Log): Publish {
  return (event, data) => {
    if (v.is(EVENTS[event], data)) publish(event, data);
    else log.error('event dropped', { event });
  };
}
