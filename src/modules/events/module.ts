import { serve } from '../../api-route.ts'
import { events as routes } from '../../contract/account/events.ts'
import type { Core, Module } from '../../module.ts'
import { showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { dataOf } from '../table-data/index.ts'
import { type Events, startEvents } from './gather.ts'
import { eventsMark, listEvents } from './store.ts'

interface Opened {
  readonly events: Events
}

const data = dataOf('account_events', {
  at: 'last_at',
  // An account keeps a limited number of events, so new ones need room.
  keep: [{ name: 'Account events', dataClass: 'events', daysWithoutLimit: 90 }],
})

export const events = {
  name: 'events',
  open: ({ db, clock, log }: Core): Opened => ({ events: startEvents(db, clock, log) }),
  close: ({ events }: Opened) => events.stop(),
  routes: ({ db }: Core, scope) =>
    serve(scope, routes.list, async ({ accountId, query }) =>
      showList(await listEvents(db, accountId, readPlace(query))),
    ),
  data: [data],
  liveMarks: { events: eventsMark },
} satisfies Module
